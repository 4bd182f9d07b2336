// kill -9 between a message and its note: the endpoint has the message and never answered, so the
// next server must send it again, with everything that came behind it.
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openReceiver, type Receiver } from '../support/hook-receiver.ts';
import { makeHome } from '../support/server.ts';
import { call, type Server } from './http.ts';
import { type KillableServer, type ServerPlace, startKillable } from './killable-server.ts';

const kills = 4;
const notesEachRound = 12;

describe('kill -9 with a message under way', () => {
  let receiver: Receiver;
  let place: ServerPlace;
  let process: KillableServer;
  let server: Server;

  beforeEach(async () => {
    receiver = await openReceiver();
    const home = await makeHome();
    place = { home, env: { PLANWRIGHT_FETCH_ALLOW: receiver.hostPort } };
    await start();
  });
  afterEach(async () => {
    await process.kill();
    await receiver.close();
    await rm(place.home, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    process = startKillable(place);
    const url = await process.ready;
    if (url === null) throw new Error(process.stderr());
    server = { url, signal: new AbortController().signal };
  }

  async function ask<Answer>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const answer = await call<Answer>(server, method, path, body);
    if (answer === null) throw new Error(`no answer to ${path}`);
    return answer;
  }

  const waitFor = (isSo: () => boolean): Promise<unknown> =>
    vi.waitUntil(isSo, { timeout: 60_000, interval: 5 });

  async function newRun(): Promise<string> {
    const prompt = 'Open a small bakery in Lyon';
    const { plan_id } = await ask<{ plan_id: string }>('POST', '/api/plans/generate', { prompt });
    await ask('GET', `/api/plans/${plan_id}/wait?timeout_seconds=50`);
    const run = await ask<{ execution_id: string }>('POST', '/api/executions', {
      plan_id,
      policy: { pre_approved: ['T2'] },
    });
    return run.execution_id;
  }

  const note = (run: string) =>
    ask('POST', `/api/executions/${run}/events`, { event_type: 'task_progress', notes: 'On it.' });

  it('[WH4] loses no event and keeps the order of the run', async () => {
    await ask('POST', '/api/webhooks/register', { url: receiver.url() });
    const run = await newRun();
    for (let round = 0; round < kills; round += 1) {
      receiver.answers('never');
      const before = receiver.got.length;
      for (let count = 0; count < notesEachRound; count += 1) await note(run);
      await waitFor(() => receiver.got.length > before);
      await process.kill();
      receiver.answers(204);
      await start();
    }
    const status = await ask<{ last_event_seq: number }>('GET', `/api/executions/${run}/status`);
    const last = status.last_event_seq;
    expect(last).toBeGreaterThanOrEqual(kills * notesEachRound);
    await waitFor(() => receiver.seqsOf(run).length === last);
    expect(receiver.seqsOf(run)).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    const sent = receiver.got.filter((one) => one.runId === run).flatMap((one) => one.seqs);
    expect(sent.length).toBeGreaterThan(last);
  });
});
