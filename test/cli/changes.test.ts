// Changes of what runs, from the command line: shown, asked for, approved.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { type ServerProcess, startServer } from '../support/server.ts';

let server: ServerProcess;
let client: PlanwrightClient;
let planId: string;
let run: string;

beforeAll(async () => {
  server = await startServer();
  client = new PlanwrightClient({ url: server.url });
  const prompt = 'Open a small bakery in Lyon';
  const { plan_id } = await client.createPlan({ prompt, start_date: '2035-01-01' });
  await client.waitForPlan(plan_id);
  planId = plan_id;
});
afterAll(() => server.close());
beforeEach(async () => {
  run = (await client.createExecution({ plan_id: planId })).execution_id;
});

const cli = (...args: string[]) => runCli([...args, '--url', server.url], { home: server.home });
const late = ['--affects', 'task_2_1,task_1_2', '--until', '2035-03-01', '--reason', 'Late oven'];

describe('planwright change', () => {
  it('[CG11] shows what a change does, asks for it, and approve makes it', async () => {
    const shown = await cli('change', run, 'delay', ...late, '--dry-run', '--json');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(jsonOf(shown)).toMatchObject({ state: 'proposed', affects: ['task_2_1', 'task_1_2'] });
    const asked = jsonOf(await cli('change', run, 'delay', ...late, '--json'));
    expect(asked).toMatchObject({ state: 'waiting', diff: { reason: 'Late oven' } });
    const listed = await cli('changes', run);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toContain('waiting');
    const said = await cli('approve', run, String(asked.change_id), '--yes');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('Late oven');
    expect(said.stdout).toContain('apply_change');
    const { changes } = jsonOf(await cli('changes', run, '--json'));
    expect(changes).toMatchObject([{ state: 'applied', change_id: asked.change_id }]);
  });

  it('[CG11] takes an edit as JSON, and says what is wrong with another', async () => {
    const step = { step_id: 'extra_1', title: 'Taste', action: 'taste_bread' };
    const patch = JSON.stringify({ add: [step] });
    const asked = await cli('change', run, 'edit', '--patch', patch, '--reason', 'Taste', '--json');
    expect(jsonOf(asked)).toMatchObject({ diff: { added: [{ step_id: 'extra_1' }] } });
    const broken = await cli('change', run, 'edit', '--patch', '{', '--reason', 'Taste');
    expect(broken).toMatchObject({ code: 2, stdout: '' });
    expect(broken.stderr).toContain('--patch is not valid JSON');
    const unsaid = await cli('change', run, 'delay', '--affects', 'task_2_1', '--reason', 'Late');
    expect(unsaid).toMatchObject({ code: 2, stdout: '' });
    expect(unsaid.stderr).toContain('until');
  });
});
