// Commands that steer, on the data itself and through a server beside it.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliJson, jsonOf, runCli } from '../support/cli.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';

const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';

let home: string;
let server: ServerProcess;
let planId: string;

const places = [
  ['the data itself', () => ({ home })],
  [
    'a server',
    () => ({
      home,
      env: { PLANWRIGHT_URL: server.url, PLANWRIGHT_KEY: server.personKey },
    }),
  ],
] as const;

beforeAll(async () => {
  home = await makeHome();
  server = await startServer({ home });
  const made = await runCli(['plan', goal, '--out', 'made', '--json'], { home });
  planId = String(jsonOf(made).plan_id);
});
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

describe.each(places)('through %s', (_, place) => {
  const cli = async (...args: string[]): Promise<CliJson> => {
    const run = await runCli([...args, '--json'], place());
    expect({ code: run.code, stderr: run.stderr }, run.stdout).toEqual({ code: 0, stderr: '' });
    return jsonOf(run);
  };

  it('[CL20] pause, resume, wait and cancel move an execution', async () => {
    const id = String((await cli('run', planId)).execution_id);
    expect(await cli('pause', id)).toMatchObject({ held: true, condition: 'PAUSED' });
    expect(await cli('resume', id)).toMatchObject({ held: false });
    expect(await cli('stop', id)).toMatchObject({ held: true });
    expect(await cli('cancel', id, '--no-undo')).toMatchObject({ state: 'CANCELLED' });
    const waited = await cli('wait', id, '--timeout-seconds', '5');
    expect(waited).toMatchObject({ execution_id: id, state: 'CANCELLED' });
  });

  it('[RC8] run --step starts paused, lets one step go at every line, and leaves it paused', async () => {
    const run = await runCli(['run', planId, '--step', '--policy', 'T2'], {
      ...place(),
      stdin: '\nq\n',
    });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    expect(run.stdout).toContain('is paused: each step waits for you');
    expect(run.stdout).toMatch(/0 of \d+ done. Next:\n {2}task_/);
    expect(run.stdout).toContain('It stays paused.');
    const id = /exec_\w+/.exec(run.stdout)?.[0] ?? '';
    // Nobody took the step that it let go.
    expect(await cli('execution', id)).toMatchObject({ state: 'QUEUED', held: false });
  });

  it('[CL20] kill ends an execution, and stops and lets go a tenant', async () => {
    const id = String((await cli('run', planId)).execution_id);
    expect(await cli('kill', id)).toMatchObject({ state: 'CANCELLED' });
    expect(await cli('kill', 'tenant')).toMatchObject({ on: true });
    expect(await cli('kill', 'tenant', '--lift')).toMatchObject({ on: false });
  });

  it('[CL20] a plan that is finished cannot be resumed: exit 5 with the reason', async () => {
    const run = await runCli(['resume', planId, '--json'], place());
    expect(run.code).toBe(5);
    expect(jsonOf(run)).toMatchObject({ error: { code: 'PLAN_NOT_RESUMABLE' } });
    expect(await cli('stop', planId)).toMatchObject({ stop_requested: false });
  });
});
