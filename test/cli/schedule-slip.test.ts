// planwright schedule FILE --slip TASK=2d, as a user runs it.
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome } from '../support/server.ts';

let home: string;
let file: string;

const point = (hours: number) => ({ low: hours, likely: hours, high: hours });
/** Knead, bake, sell; a sign is drawn beside. The bakery opens by Wednesday. */
const plan = {
  start_date: '2026-03-02',
  phases: [
    {
      phase_id: 'phase_1',
      tasks: [
        { task_id: 'task_1', title: 'Knead', assignee_role: 'Cook', estimate: point(8) },
        {
          task_id: 'task_2',
          title: 'Bake',
          assignee_role: 'Cook',
          estimate: point(8),
          prerequisites: ['task_1'],
        },
        { task_id: 'task_3', title: 'Sign', assignee_role: 'Designer', estimate: point(4) },
        {
          task_id: 'task_4',
          title: 'Open',
          milestone: true,
          deadline: '2026-03-04',
          prerequisites: ['task_2', 'task_3'],
        },
      ],
    },
  ],
};

beforeAll(async () => {
  home = await makeHome();
  file = join(home, 'plan.json');
  writeFileSync(file, JSON.stringify(plan));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const cli = (...args: string[]) => runCli(['schedule', file, ...args], { home });

describe('planwright schedule --slip', () => {
  it('[SC171] says which tasks, milestones and whether the end move, and by how much', async () => {
    const { stdout, code } = await cli('--slip', 'task_1=2d');
    expect(code).toBe(0);
    expect(stdout).toMatch(/“task_1”.*\b2\b/);
    const slips = stdout.slice(stdout.indexOf('“task_1”'));
    expect(slips).toMatch(/task_2 Bake.*2026-03-05 17:00/);
    expect(slips).toMatch(/task_4 Open.*2026-03-05 17:00/);
    expect(slips).not.toContain('task_3');
  });

  it('[SC171] says so when nothing else moves', async () => {
    const { stdout } = await cli('--slip=task_3=3h');
    expect(stdout).not.toMatch(/“task_3”[\s\S]*task_[124]/);
  });

  it('[SC171] takes several, and answers programs', async () => {
    const { slip } = jsonOf(
      await cli('--slip', 'task_1=8h', '--slip', 'task_2=1d', '--json'),
    ) as unknown as {
      slip: object;
    };
    expect(slip).toEqual({
      given: [
        { task: 'task_1', hours: 8 },
        { task: 'task_2', hours: 8 },
      ],
      finish: '2026-03-05T17:00+00:00',
      finish_by_days: 2,
      moved: [
        {
          ...{ id: 'task_1', kind: 'task', by_days: 1, misses_deadline: false },
          ...{ start_at: '2026-03-03T09:00+00:00', finish_at: '2026-03-03T17:00+00:00' },
        },
        {
          ...{ id: 'task_2', kind: 'task', by_days: 2, misses_deadline: false },
          ...{ start_at: '2026-03-05T09:00+00:00', finish_at: '2026-03-05T17:00+00:00' },
        },
        {
          ...{ id: 'task_4', kind: 'milestone', by_days: 2, misses_deadline: true },
          ...{ start_at: '2026-03-05T17:00+00:00', finish_at: '2026-03-05T17:00+00:00' },
        },
      ],
    });
  });

  it.each([
    ['task_1', 'say TASK=2d'],
    ['task_1=', 'say TASK=2d'],
    ['task_1=2y', 'say TASK=2d'],
    ['task_1=0d', 'say TASK=2d'],
    ['task_1=99999d', 'up to 10000'],
    ['task_9=1d', 'task "task_9" does not exist'],
    ['phase_1=1d', 'is a summary task'],
  ])('[SC171] --slip %s is refused: %s', async (word, message) => {
    const { code, stderr } = await cli('--slip', word);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
