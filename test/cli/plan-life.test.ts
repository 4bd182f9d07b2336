// A plan from its first screen to its end, on the data itself and through a server beside it.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/contract/plan.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';

let home: string;
let server: ServerProcess;

beforeAll(async () => {
  home = await makeHome();
  server = await startServer({ home });
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

const places = [
  ['the data itself', () => ({ home })],
  [
    'a server',
    () => ({ home, env: { PLANWRIGHT_URL: server.url, PLANWRIGHT_KEY: server.personKey } }),
  ],
] as const;

describe.each(places)('through %s', (name, place) => {
  const goal = `Open a small bakery in Lyon with a budget of 60,000 EUR, ${name}`;
  let made: Record<string, unknown>;
  let planId: string;
  let plan: Plan;

  const cli = (...args: string[]) => runCli(args, place());
  const text = async (...args: string[]): Promise<string> => {
    const run = await cli(...args);
    expect({ code: run.code, stderr: run.stderr }, run.stdout).toEqual({ code: 0, stderr: '' });
    return run.stdout;
  };

  beforeAll(async () => {
    const run = await cli('plan', goal, '--out', 'made', '--json');
    made = jsonOf(run);
    planId = String(made.plan_id);
    plan = JSON.parse(await readFile(join(home, 'made', 'plan.json'), 'utf8')) as Plan;
  });

  it('[EX10] export writes texts out, and docx to a new file named after the plan', async () => {
    const lines = (await text('export', planId, '--format', 'csv')).split('\r\n');
    const count = plan.phases.reduce((sum, { tasks }) => sum + tasks.length + 1, 0);
    expect(lines).toHaveLength(count + 2);
    const folder = await mkdtemp(join(home, 'exports-'));
    const inFolder = (...args: string[]) => runCli(args, { ...place(), cwd: folder });
    const word = ['export', planId, '--format', 'docx'];
    expect((await inFolder(...word)).stdout).toContain('.docx');
    const [name = ''] = await readdir(folder);
    const bytes = await readFile(join(folder, name));
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(await inFolder(...word)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('exists'),
    });
    const told = jsonOf(await inFolder(...word, '--json', '--out', 'b.docx'));
    expect(told).toMatchObject({ plan_id: planId, format: 'docx', bytes: bytes.byteLength });
    const wrong = await inFolder('export', planId, '--format', 'docs');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean docx') });
  });

  it('[OF15] plan --json ends with what it came to', () => {
    expect(Object.keys(made)).toEqual(
      expect.arrayContaining(['plan_id', 'state', 'brain', 'files', 'usage', 'quality_summary']),
    );
    expect(made).toMatchObject({ state: 'completed', brain: 'offline', usage: { calls: 0 } });
    expect(made.files).toEqual(expect.arrayContaining(['plan.json', 'report.md', 'report.html']));
  });

  it('[CL28] read shows the first screen: dates, money, what comes first, risks, phases', async () => {
    const shown = await text('read', planId);
    const [risk] = plan.risks;
    expect(risk).toBeDefined();
    for (const part of [
      plan.title.slice(0, 40),
      plan.start_date,
      plan.costs.currency,
      'Main risks',
    ]) {
      expect(shown).toContain(part);
    }
    for (const phase of plan.phases) expect(shown).toContain(phase.start_date);
    expect(shown).toMatch(/What comes first|The next 24 hours/);
    expect(shown).toContain(`planwright read ${planId} report`);
    expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThan(140);
  });

  it('[CL28] read gives a part, a section, a file and the report, whole and with no sentence cut', async () => {
    const tasks = await text('read', planId, 'tasks');
    for (const { task_id } of plan.phases.flatMap((phase) => phase.tasks)) {
      expect(tasks).toContain(task_id);
    }
    const risks = (await text('read', planId, 'risks')).replaceAll(/\s+/g, ' ');
    for (const { mitigation } of plan.risks) expect(risks).toContain(mitigation);
    expect(await text('read', planId, 'playbook')).toContain(plan.playbook.name);
    const report = await readFile(join(home, 'made', 'report.md'), 'utf8');
    expect((await text('read', planId, 'report')).length).toBeGreaterThan(report.length / 2);
    expect(jsonOf(await cli('read', planId, '--json'))).toMatchObject({
      plan_id: planId,
      title: plan.title,
    });
    const part = jsonOf(await cli('read', planId, 'schedule', '--json'));
    expect(part).toMatchObject({ part: 'schedule', next_cursor: null });
  });

  it('[CL28] read of a part that is not there is exit 3, and names what there is', async () => {
    const run = await cli('read', planId, 'taks');
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toContain('Parts are: report, summary, tasks');
  });

  it('[CL29] archive takes it out of the list, unarchive brings it back', async () => {
    expect(await text('archive', planId)).toContain('planwright unarchive');
    expect(await text('list')).not.toContain(planId);
    expect(await text('list', '--archived')).toMatch(new RegExp(`${planId}.*archived`));
    await text('unarchive', planId);
    expect(await text('list', '--state', 'completed')).toContain(planId);
  });

  it('[CL26] status says in a few lines how it is and which command is next', async () => {
    const shown = await text('status', planId);
    expect(shown).toContain('completed; brain offline');
    expect(shown).toContain('planwright read');
    expect(shown).not.toContain('plan_read');
    const missing = await cli('status', 'plan_00000000');
    expect(missing.stderr).toContain('planwright list shows yours');
  });

  it('[CL29] delete asks for --yes, then there is nothing left to read', async () => {
    const asked = await cli('delete', planId);
    expect(asked).toMatchObject({ code: 2, stdout: '' });
    expect(asked.stderr).toContain(`planwright archive ${planId}`);
    expect(await text('delete', planId, '--yes')).toContain('is deleted');
    expect(await text('list')).not.toContain(planId);
    const gone = await cli('read', planId, '--json');
    expect(gone.code).toBe(3);
    expect(jsonOf(gone)).toMatchObject({ error: { code: 'plan_erased' } });
  });

  it('[CL29] goals to try are shown whole, and examples are listed', async () => {
    expect(await text('goals')).toContain('planwright plan "');
    expect(jsonOf(await cli('examples', '--json'))).toHaveProperty('plans');
  });
});
