import { describe, expect, it } from 'vitest';
import { repair } from '../graph/repair.ts';
import { applyChange, type Change } from '../money/change.ts';
import { anyCurrency } from '../money/currency.ts';
import type { Project } from '../project.ts';
import { readPlan } from '../read/plan.ts';
import { changedPlan } from './changed-plan.ts';

const point = (hours: number) => ({ low: hours, likely: hours, high: hours });
const task = (id: string, more: object = {}) => ({
  task_id: id,
  title: `Do ${id}`,
  assignee_role: 'Cook',
  performer: 'human',
  estimate: point(8),
  note_of_others: `kept ${id}`,
  ...more,
});
const plan = (tasks: readonly object[], more: object = {}): Record<string, unknown> => ({
  start_date: '2026-03-02',
  x_extra: { also: 'kept' },
  phases: [
    { phase_id: 'phase_1', name: 'First', tasks },
    { phase_id: 'phase_2', tasks: [task('task_9', { performer: 'agent' })] },
  ],
  ...more,
});

/** What was written must be read as the changed project. */
function expectRead(raw: Record<string, unknown>, after: Project, before: Project): void {
  const written = changedPlan(raw, { before, after, currency: null });
  const again = readPlan(JSON.parse(JSON.stringify(written)));
  expect(again.project).toEqual(after);
}

describe('a changed project in its plan', () => {
  it('[SC105] nothing changed, nothing written', () => {
    const raw = plan([task('task_1')]);
    const { project } = readPlan(raw);
    expect(changedPlan(raw, { before: project, after: project, currency: null })).toEqual(raw);
  });

  const ways = [
    { way_id: 'slow', estimate: point(8), uses: [{ role: 'Cook' }] },
    { way_id: 'fast', performer: 'agent', estimate: point(2), cost: { low: 1, base: 2, high: 3 } },
  ];
  const busy = plan([
    task('task_1', { ways }),
    task('task_2', { prerequisites: ['task_1'], optional: true }),
    task('task_3', { prerequisites: ['task_2'] }),
  ]);
  it.each<Change>([
    { kind: 'fast_track', from: 'task_1', to: 'task_2', overlapMinutes: 100, lagIn: 'elapsed' },
    { kind: 'add_capacity', role: 'Cook', units: 2 },
    { kind: 'switch_way', task: 'task_1', way: 'fast' },
    { kind: 'cut_scope', task: 'task_2' },
    { kind: 'cut_scope', task: 'task_9' },
  ])('[SC105] a change is read back as it was made: %j', (change) => {
    const { project } = readPlan(busy);
    const after = applyChange(project, change);
    // Roles that were only named are described now, the agent that shares one included.
    expectRead(busy, after, project);
    const written = changedPlan(busy, { before: project, after, currency: null });
    expect(written.x_extra).toEqual({ also: 'kept' });
    expect(JSON.stringify(written)).toContain('kept task_1');
  });

  it('[SC105] a repair is read back as it was made, and needs no other', () => {
    const raw = plan(
      [
        task('task_1', {
          prerequisites: ['task_2', 'nobody'],
          estimate: { low: 9, likely: 2, high: 1 },
        }),
        task('task_2', { prerequisites: ['task_1'], uses: [{ role: 'Ghost', units: 3 }] }),
        task('task_2', { ways: [...ways, ...ways], actual: { way: 'none', progress: 0.5 } }),
        task('task_4', { calendar: 'gone', prerequisites: ['phase_2'] }),
      ],
      {
        estimated: true,
        roles: [{ name: 'Cook', capacity: 0 }, { name: 'Cook' }, { name: 'Baker', calendar: 'no' }],
        calendars: [{ calendar_id: 'none', week: Array.from({ length: 7 }, () => []) }],
      },
    );
    const before = readPlan(raw, { lenient: true }).project;
    const { project: after, changes } = repair(before);
    expect(changes.length).toBeGreaterThan(8);
    const written = changedPlan(raw, { before, after, currency: null });
    const again = readPlan(JSON.parse(JSON.stringify(written))).project;
    expect(repair(again).changes).toEqual([]);
    expect(again.tasks).toEqual(after.tasks);
    expect(again.links).toEqual(after.links);
    expect(again.roles).toEqual(after.roles);
  });

  it('[SC138] dates and rates that a repair moved are written as they became', () => {
    const raw = plan([task('task_1', { not_before: '9999-01-01', deadline: '9999-02-01' })], {
      start_date: '9999-01-01',
      deadline: '9999-03-01',
      time_zone: 'America/New_York',
      roles: [{ name: 'Cook', rate_per_hour: 5e13 }],
    });
    const before = readPlan(raw, { lenient: true }).project;
    const { project: after, changes } = repair(before);
    expect(changes.map(({ code }) => code)).toEqual([
      ...['bad_date', 'bad_rate', 'bad_date', 'bad_date', 'bad_date'],
    ]);
    expect(after.start).toBeGreaterThan(Date.UTC(2188, 0, 1) / 60_000);
    expectRead(raw, after, before);
  });

  it('[SC105] risks and costs that a change brings are written, those of a cut task go', () => {
    const raw = plan([task('task_1'), task('task_2')], {
      risks: [{ risk_id: 'r', probability: 0.5, tasks: ['task_2'], delay: point(1) }],
      cost_lines: [
        { cost_id: 'c', name: 'Oven', source: 'quote', task: 'task_2', low: 1, base: 1, high: 1 },
      ],
    });
    const before = readPlan(raw).project;
    const after = applyChange(before, { kind: 'cut_scope', task: 'task_2' });
    const amount = { low: 0, likely: 7, high: 7 };
    const written = changedPlan(raw, {
      before,
      after,
      currency: null,
      addedRisks: [{ id: 'rework', probability: 0.3, delayMinutes: amount, tasks: ['task_1'] }],
      addedCosts: [
        { id: 'change:1', name: 'More', amount, currency: anyCurrency, source: 'guess' },
      ],
    });
    const { risks, stated } = readPlan(written);
    expect(risks.map(({ probability, tasks }) => [probability, tasks])).toEqual([
      [0.3, ['task_1']],
    ]);
    expect(stated).toMatchObject([{ id: 'change:1', amount: { low: 0, likely: 7, high: 7 } }]);
  });
});
