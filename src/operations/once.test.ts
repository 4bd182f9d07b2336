import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpCall, operationNamed, placeOf } from '../../test/security/faces.ts';
import { type Bakery, type Json, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());

interface Reply {
  readonly status: number;
  readonly body: Json;
}

async function send(name: string, input: object, once: string, key = bakery.key): Promise<Reply> {
  const operation = operationNamed(name);
  const { path, rest } = placeOf(operation, input);
  const headers = { 'content-type': 'application/json', 'idempotency-key': once };
  const { method } = operation.rest;
  const init = { method, headers, body: JSON.stringify(rest), key };
  const response = await bakery.app.call(path, init);
  return { status: response.status, body: (await response.json()) as Json };
}

describe('an Idempotency-Key', () => {
  it('[OP11] makes two equal calls one execution', async () => {
    const create = () => send('execution_create', { plan_id: bakery.planId }, 'create-1');
    const [first, second] = [await create(), await create()];
    expect(second.body.execution_id).toBe(first.body.execution_id);
    const other = await send('execution_create', { plan_id: bakery.planId }, 'create-2');
    expect(other.body.execution_id).not.toBe(first.body.execution_id);
  });

  it('[OP11] gives the same step, and the same end of it, again', async () => {
    const execution_id = await bakery.start();
    const claim = () => send('work_claim', { execution_id }, 'claim-1');
    const [first, second] = [await claim(), await claim()];
    const { token } = first.body.lease as { token: string };
    // Its time begins again, since this answer may be lost too.
    expect(second.body).toMatchObject({ claimed: true, lease: { token }, step: first.body.step });
    const complete = (output: object) =>
      send('work_complete', { lease_token: token, output }, 'done-1');
    const done = await complete({ summary: 'Done.' });
    expect(done.status).toBe(200);
    expect(await complete({ summary: 'Done.' })).toEqual(done);
    const other = await complete({ summary: 'Otherwise.' });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_mismatch' } });
  });

  it('[OP11] gives the same answer to a pause that was lifted meanwhile', async () => {
    const execution_id = await bakery.start();
    const pause = () => send('execution_control', { execution_id, action: 'pause' }, 'pause-1');
    const first = await pause();
    expect(first.body).toMatchObject({ held: true });
    await bakery.control('resume');
    expect((await pause()).body).toMatchObject({ held: true });
    expect((await bakery.status()).held).toBe(false);
  });

  it('[OP11] gives the same answer to a plan and to a webhook, secret and all', async () => {
    const plan = { prompt: 'Open a second bakery in Lyon with a budget of 90,000 EUR' };
    const first = await send('plan_create', plan, 'plan-1');
    expect(first).toMatchObject({ status: 202, body: { deduplicated: false } });
    expect(await send('plan_create', plan, 'plan-1')).toEqual(first);
    const hook = { url: 'https://hooks.example/in' };
    const registered = await send('webhook_register', hook, 'hook-1');
    expect(registered.status).toBe(201);
    expect(await send('webhook_register', hook, 'hook-1')).toEqual(registered);
    const other = await send('webhook_register', { url: 'https://hooks.example/b' }, 'hook-1');
    expect(other.status).toBe(409);
  });

  it('[OP11] of another caller is another key', async () => {
    const execution_id = await bakery.start();
    const other = await bakery.newAgent('Bo');
    const claim = (key: string) => send('work_claim', { execution_id }, 'claim-2', key);
    expect((await claim(bakery.key)).body.claimed).toBe(true);
    expect((await claim(other.key)).body.claimed).toBe(false);
  });

  it.each(['', 'a b', 'x'.repeat(201)])('[OP11] %j is refused', async (once) => {
    const refused = await send('execution_create', { plan_id: bakery.planId }, once);
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_ARGUMENTS' } });
  });

  it('[OP11] may come over MCP, in _meta', async () => {
    const meta = { 'planwright/idempotency-key': 'mcp-1' };
    const create = () =>
      mcpCall(bakery.app, 'execution_create', { plan_id: bakery.planId }, bakery.key, meta);
    const [first, second] = [await create(), await create()];
    expect(first.code).toBeNull();
    expect((second.body as Json).execution_id).toBe((first.body as Json).execution_id);
  });
});
