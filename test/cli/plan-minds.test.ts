import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { goodMind, models } from '../support/pipeline.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';

let home: string;
let minds: ModelServer;
let planId = '';
let env: Record<string, string>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pw-plan-minds-'));
  minds = await openModelServer({ script: goodMind });
  const file = join(home, 'my-models.json');
  await writeFile(file, JSON.stringify(models(minds.url, { price: { input: 10, output: 30 } })));
  env = { PLANWRIGHT_MODELS: file };
});
afterAll(async () => {
  await minds.close();
  await rm(home, { recursive: true, force: true });
});

const plan = (more: readonly string[]) =>
  runCli(['plan', goal, '--brain', 'model', '--json', '--out', 'made', ...more], { home, env });

describe('planwright plan with a mind', () => {
  it('[CL21] ends when its budget does, before anything is paid, and says what to do', async () => {
    const run = await plan(['--budget', '0.0001']);
    expect(run.code).toBe(5);
    expect(run.stdout + run.stderr).toContain('planwright fund plan_');
    expect(minds.calls).toHaveLength(0);
  });

  it('[CL21] says at the end who thought, what it cost and how good it is', async () => {
    const run = await plan(['--budget', '50', '--detail', 'brief']);
    expect(run.code, run.stderr).toBe(0);
    const answer = jsonOf(run);
    expect(answer).toMatchObject({
      ...{ schema_version: 1, state: 'completed', brain: 'model' },
      usage: { calls: minds.calls.length, budget_left: { usd: expect.any(Number) as number } },
      quality_summary: { complete: expect.any(Boolean) as boolean },
    });
    expect(answer.plan_id).toMatch(/^plan_/);
    expect(answer.files).toContain('usage_summary.json');
    expect(await readdir(join(home, 'made'))).toContain('usage_metrics.jsonl');
    expect(await readdir(join(home, 'made', 'stages'))).toContain('levers.json');
    planId = String(answer.plan_id);
  });

  it('[DG9] lists the calls of a plan with usage --calls', async () => {
    const run = await runCli(['usage', planId, '--calls', '--json'], { home, env });
    const calls = jsonOf(run).calls as object[];
    expect(calls).toHaveLength(minds.calls.length);
    expect(calls[0]).toMatchObject({ model: 'first', error_class: null, finish: 'stop' });
    const lines = await runCli(['usage', planId, '--calls'], { home, env });
    expect(lines.stdout.match(/ stop /g)).toHaveLength(calls.length);
    const failed = await runCli(['usage', planId, '--failed', '--json'], { home, env });
    expect(jsonOf(failed).calls).toEqual([]);
  });

  it('[CL21] a profile that has no models is told before anything is made', async () => {
    const run = await plan(['--profile', 'frontier']);
    expect(run.code).not.toBe(0);
    expect(run.stdout + run.stderr).toContain('frontier');
  });
});
