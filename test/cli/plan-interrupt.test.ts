// Ctrl-C while a plan is made: it stops, says how to go on, and what was finished is not made again.
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { jsonOf, type RunningCli, runCli, startCli } from '../support/cli.ts';
import { goodMind, models } from '../support/pipeline.ts';

let home: string;
let minds: ModelServer;
let env: Record<string, string>;
/** From that call on the mind takes longer than any test. */
let slowFrom = Number.POSITIVE_INFINITY;

const script: Script = async (request) => {
  const reply = await goodMind(request);
  const isSlow = request.index >= slowFrom;
  return reply.kind === 'answer' && isSlow ? { ...reply, pace: { firstMs: 600_000 } } : reply;
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'pw-interrupt-'));
  minds = await openModelServer({ script });
  const file = join(home, 'my-models.json');
  await writeFile(file, JSON.stringify(models(minds.url, { price: { input: 10, output: 30 } })));
  env = { PLANWRIGHT_MODELS: file };
});
afterAll(async () => {
  await minds.close();
  await rm(home, { recursive: true, force: true });
});

const waitUntil = (is: () => boolean): Promise<unknown> =>
  vi.waitUntil(is, { timeout: 60_000, interval: 20 });

/** Up to a call that is not answered. */
async function startSlow(goal: string, more: readonly string[] = []): Promise<RunningCli> {
  const before = minds.calls.length;
  slowFrom = before + 4;
  const args = ['plan', goal, '--brain', 'model', '--detail', 'brief', '--out', 'made', ...more];
  const cli = startCli(args, { home, env });
  await waitUntil(() => minds.calls.length > slowFrom);
  return cli;
}

const stoppedPlan = async (): Promise<string> => {
  const { plans } = jsonOf(await runCli(['list', '--state', 'stopped', '--json'], { home, env }));
  const [plan] = plans as { plan_id: string }[];
  return plan?.plan_id ?? '';
};

describe('Ctrl-C', () => {
  it('[CL27] stops the plan, says what is kept and how to go on, with exit 130', async () => {
    const cli = await startSlow('Open a coffee shop in Copenhagen with 80,000 EUR by June 2027');
    cli.kill('SIGINT');
    const run = await cli.done;
    expect(run).toMatchObject({ code: 130, stdout: '' });
    const planId = await stoppedPlan();
    expect(run.stderr).toMatch(/is stopped: \d+ of \d+ stages are finished and kept; \d+ calls/);
    expect(run.stderr).toContain(`To go on: planwright resume ${planId}\n`);
    expect(run.stderr).not.toContain('\u001b');

    const calls = minds.calls.length;
    slowFrom = Number.POSITIVE_INFINITY;
    const resumed = await runCli(['resume', planId, '--out', 'made', '--json'], { home, env });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(jsonOf(resumed)).toMatchObject({ plan_id: planId, state: 'completed' });
    expect(await readdir(join(home, 'made'))).toContain('report.html');
    const asked = minds.calls.slice(calls).map(({ prompt }) => prompt);
    const before = minds.calls.slice(0, 4).map(({ prompt }) => prompt);
    expect(asked.filter((prompt) => before.includes(prompt))).toEqual([]);
  });

  it('[CL27] with --json says the same as one object', async () => {
    const cli = await startSlow('Open a tea house in Aarhus with 70,000 EUR by June 2027', [
      '--json',
    ]);
    cli.kill('SIGTERM');
    const run = await cli.done;
    expect(run.code).toBe(143);
    const planId = await stoppedPlan();
    expect(jsonOf(run)).toMatchObject({
      ...{ plan_id: planId, state: 'stopped' },
      next: `planwright resume ${planId}`,
    });
  });

  it('[CL27] leaves a plan that is only waited for as it is', async () => {
    const planId = await stoppedPlan();
    slowFrom = minds.calls.length;
    const begun = await runCli(['resume', planId, '--no-wait', '--json'], { home, env });
    expect(jsonOf(begun)).toMatchObject({ plan_id: planId, resume_count: 1 });
    const calls = minds.calls.length;
    const cli = startCli(['wait', planId], { home, env });
    await waitUntil(() => minds.calls.length > calls);
    cli.kill('SIGINT');
    const run = await cli.done;
    expect(run.code).toBe(130);
    expect(run.stderr).toContain(`planwright wait ${planId}`);
    const status = jsonOf(await runCli(['status', planId, '--json'], { home, env }));
    expect(status.state).toBe('processing');
    await runCli(['stop', planId], { home, env });
  });
});

/** A server that makes a plan and never stops it. */
async function openDeafServer(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  const plan_id = 'plan_00000000';
  const timing = { eta_sec: null };
  const usage = { calls: 0, tokens: 0, cost_usd: 0, budget_left: null };
  const status = { plan_id, state: 'processing', progress_percentage: 1, timing, usage };
  const answer: RequestListener = (request, response) => {
    heard.push(String(request.url));
    if (request.url?.endsWith('/stop')) return;
    const body = { ...status, brain: 'model', steps_total: 0, current_step: 'Levers' };
    const send = (): void => void response.end(JSON.stringify(body));
    // As a wait does.
    if (request.url?.includes('/wait') && heard.length > 3) setTimeout(send, 60_000).unref();
    else send();
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

describe('Ctrl-C twice', () => {
  it('[CL27] ends at once, though nobody answered', async () => {
    const { url, heard } = await openDeafServer();
    const cli = startCli(['plan', 'Open a bar', '--url', url], { home, env });
    await waitUntil(() => heard.length > 3);
    cli.kill('SIGINT');
    await waitUntil(() => heard.some((path) => path.endsWith('/stop')));
    expect(cli.output.stderr).toContain('Ctrl-C again ends at once');
    cli.kill('SIGINT');
    expect((await cli.done).code).toBe(130);
  });
});
