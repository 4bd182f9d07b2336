import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rawCall } from '../../test/mcp/raw-request.ts';
import { mcpCall } from '../../test/security/faces.ts';
import { appOrigin, jsonInit } from '../../test/support/app.ts';
import { type Bakery, type Json, openBakery } from '../../test/support/execution.ts';
import { leaseDueId } from '../engine/projection.ts';

let bakery: Bakery;
let agent: { readonly id: string; readonly key: string };

beforeAll(async () => {
  bakery = await openBakery();
});
beforeEach(async () => {
  await bakery.start();
  agent = await bakery.newAgent('Ada');
});
afterAll(() => bakery.close());

interface Claim {
  readonly claimed: boolean;
  readonly next_action: string;
  readonly lease: { token: string; expires_at: string; acknowledge_by: string | null };
  readonly step: { step_id: string };
}

const claimInput = () => ({
  ...{ execution_id: bakery.executionId, lease_seconds: 8, acknowledge_seconds: 4 },
});
const claim = async (more: object = {}) =>
  (await bakery.call('work_claim', { ...claimInput(), ...more }, agent.key)) as unknown as Claim;
const elsewhere = async () => {
  await bakery.start();
  return claim({ lease_seconds: 60 });
};
const beat = (input: object) => bakery.ask('work_heartbeat', input, agent.key);
const endOf = async ({ step }: Claim): Promise<number | undefined> => {
  const rows = await bakery.app.services.reader.dueOfRun(bakery.executionId);
  return rows.find(({ id }) => id === leaseDueId(bakery.executionId, step.step_id))?.at;
};

describe('a claim that promises to acknowledge', () => {
  it('[EN51] says until when, and the first heartbeat gives the lease its whole time', async () => {
    const claimed = await claim();
    const { token, expires_at, acknowledge_by } = claimed.lease;
    const [end, by] = [Date.parse(expires_at), Date.parse(String(acknowledge_by))];
    expect(end - by).toBe(4_000);
    expect(await endOf(claimed)).toBe(by);
    const { body } = await beat({ lease_token: token });
    const kept = Date.parse((body as { expires_at: string }).expires_at);
    expect(kept).toBeGreaterThanOrEqual(end);
    expect(await endOf(claimed)).toBe(kept);
  });

  it.each([
    ['with acknowledge_seconds 0', { acknowledge_seconds: 0 }],
    ['with a lease as short', { lease_seconds: 4 }],
  ])('[EN64] has the whole lease %s', async (_, more) => {
    const claimed = await claim(more);
    expect(claimed.lease.acknowledge_by).toBeNull();
    expect(await endOf(claimed)).toBe(Date.parse(claimed.lease.expires_at));
  });

  it('[EN64] is due within two minutes unless it says otherwise, and is told how', async () => {
    const usual = { acknowledge_seconds: undefined, lease_seconds: 900 };
    const claimed = await claim(usual);
    const { expires_at, acknowledge_by } = claimed.lease;
    expect(Date.parse(expires_at) - Date.parse(String(acknowledge_by))).toBe(780_000);
    expect(claimed.next_action).toContain('work_heartbeat');
    expect(claimed.next_action).toContain(acknowledge_by);
  });

  it('[EN64] is asked of an agent at its own address too', async () => {
    const input = { agent_id: agent.id, acknowledge_seconds: 30 };
    const { lease } = (await bakery.call('agent_work', input, agent.key)) as unknown as Claim;
    expect(Date.parse(lease.expires_at) - Date.parse(String(lease.acknowledge_by))).toBe(870_000);
  });

  it('[EN64] is not asked of a person', async () => {
    const input = { execution_id: bakery.executionId, kinds: ['agent'] };
    const { lease } = (await bakery.call(
      'work_claim',
      input,
      await bakery.newPerson(),
    )) as unknown as Claim;
    expect(lease.acknowledge_by).toBeNull();
  });
});

describe('a call without a token', () => {
  it('[EN50] renews nothing, whatever the agent calls', async () => {
    const claimed = await claim();
    const end = await endOf(claimed);
    await bakery.call('plan_status', { plan_id: bakery.planId }, agent.key);
    const message = { execution_id: bakery.executionId, text: 'Still here.' };
    await bakery.call('work_message', message, agent.key);
    expect(await endOf(claimed)).toBe(end);
  });
});

describe('a claim whose answer was lost', () => {
  type Ask = (input: object, key: string) => Promise<unknown>;
  const rest: Ask = async (input, once) => {
    const init = jsonInit(input);
    const headers = { ...(init.headers as Record<string, string>), 'idempotency-key': once };
    const reply = await bakery.app.call('/api/work/claim', { ...init, headers, key: agent.key });
    return reply.json();
  };
  const mcp: Ask = async (input, once) => {
    const meta = { 'planwright/idempotency-key': once };
    return (await mcpCall(bakery.app, 'work_claim', input, agent.key, meta)).body;
  };
  /** The request arrives, and nobody reads what comes back. */
  const lostRest: Ask = async (input, once) => {
    const gone = new AbortController();
    const init = jsonInit(input);
    const headers = { ...(init.headers as Record<string, string>), 'idempotency-key': once };
    const { signal } = gone;
    const call = bakery.app.call('/api/work/claim', { ...init, headers, key: agent.key, signal });
    gone.abort();
    await call.catch(() => undefined);
  };
  const lostMcp: Ask = async (input, once) => {
    const meta = { 'planwright/idempotency-key': once };
    const headers = { authorization: `Bearer ${agent.key}` };
    const url = `${appOrigin}/mcp/all`;
    const call = { era: '2025-11-25', tool: 'work_claim', input, url, headers, meta } as const;
    await bakery.app.fetch(rawCall(call));
  };

  it.each([
    ['REST', rest, rest],
    ['REST, though its caller went away', lostRest, rest],
    ['MCP', mcp, mcp],
    ['MCP, though its caller went away', lostMcp, mcp],
  ])(
    '[EN50] is answered again by its key, with the same lease still running: over %s',
    async (name, lose, ask) => {
      const once = `lost ${name}`.replaceAll(/\W/g, '-');
      await lose(claimInput(), once);
      const again = (await ask(claimInput(), once)) as Claim;
      const third = (await ask(claimInput(), once)) as Claim;
      expect(again.claimed).toBe(true);
      expect(third.lease.token).toBe(again.lease.token);
      const held = { state: 'held', step_id: again.step.step_id };
      const { body } = await beat({ lease_tokens: [again.lease.token] });
      expect(body).toMatchObject({ leases: [held], signal: 'continue' });
    },
  );

  it('[EN50] is answered again by GET /api/agents/{id}/work, which keeps the lease', async () => {
    const claimed = await claim();
    const again = await bakery.call('agent_work', { agent_id: agent.id }, agent.key);
    const lease = again.lease as Claim['lease'];
    expect(lease).toMatchObject({ token: claimed.lease.token, acknowledge_by: null });
    expect(await endOf(claimed)).toBe(Date.parse(lease.expires_at));
  });
});

describe('a heartbeat for several leases', () => {
  it('[OP19] keeps each of them, says which is lost, and ends with the first of them', async () => {
    const [one, two] = [await claim(), await elsewhere()];
    const tokens = [two.lease.token, 'lt_gen_1.nothing.1.x', one.lease.token];
    const { body } = await beat({ lease_tokens: tokens });
    const { leases, expires_at, signal } = body as Json & { leases: Json[] };
    expect(leases).toMatchObject([
      { step_id: two.step.step_id, state: 'held', signal: 'continue' },
      { step_id: null, state: 'lost', expires_at: null, signal: 'cancel' },
      { step_id: one.step.step_id, state: 'held', signal: 'continue' },
    ]);
    expect([expires_at, signal]).toEqual([leases[2]?.expires_at, 'continue']);
  });

  it('[OP19] keeps the others where lease_token itself is lost', async () => {
    const kept = await claim();
    const before = await endOf(kept);
    const refused = await beat({
      lease_token: 'lt_gone_long_ago',
      lease_tokens: [kept.lease.token],
    });
    expect(refused).toMatchObject({ status: 409, code: 'lease_lost' });
    expect(await endOf(kept)).toBeGreaterThan(Number(before));
  });

  it('[OP19] needs one token and takes at most 256', async () => {
    const invalid = { status: 400, code: 'INVALID_ARGUMENTS' };
    expect(await beat({})).toMatchObject(invalid);
    expect(await beat({ lease_tokens: [] })).toMatchObject(invalid);
    const many = Array.from({ length: 257 }, (_, index) => `lt_token_number_${index}`);
    expect(await beat({ lease_tokens: many })).toMatchObject(invalid);
  });
});
