// Two whole servers on one PostgreSQL, both able to deliver: nothing is lost, and each run stays in
// order, whichever of them wrote the events.
import { expect, it, vi } from 'vitest';
import { restCall } from '../security/faces.ts';
import { openApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { openReceiver } from '../support/hook-receiver.ts';

const tenant = 'tenant_servers';
const waitFor = (isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 60_000, interval: 10 });

it('[WH9] events of both servers come, in the order of their run', async () => {
  const database = await createTestDatabase();
  const receiver = await openReceiver();
  const env = { PLANWRIGHT_FETCH_ALLOW: receiver.hostPort };
  const open = () => openApp({ databaseUrl: database.url, env, withDeliveries: true });
  const [one, two] = [await open(), await open()];
  try {
    const key = await one.makeKey({ tenant });
    const call = async (app: TestApp, name: string, input: object) => {
      const answer = await restCall(app, name, input, key);
      if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
      return answer.body as Record<string, unknown>;
    };
    await call(one, 'webhook_register', { url: receiver.url() });
    const { plan_id } = await call(one, 'plan_create', { prompt: 'Open a bakery in Lyon' });
    await call(one, 'plan_wait', { plan_id, timeout_seconds: 50 });
    const begin = async (app: TestApp) =>
      String((await call(app, 'execution_create', { plan_id })).execution_id);
    const report = (app: TestApp, execution_id: string) =>
      call(app, 'execution_report', { execution_id, event_type: 'task_progress', notes: 'On it.' });
    // Another server hears of a new webhook within a second: what it writes before is not sent.
    const first = await begin(two);
    await waitFor(async () => {
      await report(two, first);
      return receiver.seqsOf(first).length > 0;
    });
    const run = await begin(one);
    for (let count = 0; count < 60; count += 1) await report(count % 2 === 0 ? one : two, run);
    const last = (await one.services.reader.run(run))?.head_seq ?? 0;
    // At least once: where one server follows another, the last message may come again.
    const seqs = () => [...new Set(receiver.seqsOf(run))];
    await waitFor(() => seqs().length === last);
    expect(seqs()).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    const left = () => one.services.reader.outboxPending(Number.MAX_SAFE_INTEGER, 10);
    await waitFor(async () => (await left()).length === 0);
    expect([...one.errors, ...two.errors]).toEqual([]);
  } finally {
    await one.close();
    await two.close();
    await receiver.close();
    await database.drop();
  }
});
