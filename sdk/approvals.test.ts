// Proposals, approvals and verdicts through the SDK, against a real server.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ServerProcess, startServer } from '../test/support/server.ts';
import {
  type AgentEvent,
  isApiError,
  PlanwrightClient,
  runAgent,
  type StepHandler,
  StepProposal,
  StepVerdict,
} from './index.ts';

let server: ServerProcess;
let person: PlanwrightClient;
let planId: string;

beforeAll(async () => {
  server = await startServer();
  person = new PlanwrightClient({ url: server.url, key: server.personKey });
  const { plan_id } = await person.createPlan({ prompt: 'Open a small bakery in Lyon' });
  await person.waitForPlan(plan_id);
  planId = plan_id;
}, 30_000);
afterAll(() => server.close());

const extra = { step_id: 'extra_1', title: 'Mail the offer', action: 'mail_offer', priority: 9 };

async function start(step: object): Promise<string> {
  const { execution_id: run } = await person.createExecution({ plan_id: planId });
  await person.patchExecution(run, { base_rev: 1, add: [{ ...extra, ...step }] });
  return run;
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (isApiError(error) ? error.code : String(error)),
  );

const stateOf = async (run: string) =>
  (await person.executionTasks(run)).tasks.find(({ step_id }) => step_id === 'extra_1')?.state;

const until = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 8_000, interval: 20 });

/** Works until the test is over with it. */
async function withAgents(
  run: string,
  handlers: Readonly<Record<string, Readonly<Record<string, StepHandler>>>>,
  body: (events: readonly AgentEvent[]) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const events: AgentEvent[] = [];
  const agents = Object.entries(handlers).map(([name, own]) =>
    runAgent({
      ...{ url: server.url, register: { name }, handlers: own, executionId: run },
      ...{ signal: stop.signal, stopGraceMs: 0, onEvent: (event) => void events.push(event) },
    }),
  );
  try {
    await body(events);
  } finally {
    stop.abort();
    await Promise.all(agents);
  }
}

describe('approvals through the SDK', () => {
  it('[FC15] a thrown proposal waits for a person and comes back approved', async () => {
    const run = await start({});
    const done: unknown[] = [];
    const mail_offer: StepHandler = ({ approved_proposal: approved }) => {
      if (approved === null) throw new StepProposal({ to: 'ann@example.org' });
      done.push(approved);
      return { sent: 1 };
    };
    await withAgents(run, { Ada: { mail_offer } }, async (events) => {
      await until(async () => {
        expect((await person.executionApprovals(run)).approvals).toHaveLength(1);
      });
      const [asked] = (await person.executionApprovals(run)).approvals;
      expect(asked?.what?.proposal).toEqual({ to: 'ann@example.org' });
      const { items } = await person.inbox({ limit: 500 });
      expect(items.map(({ execution_id }) => execution_id)).toContain(run);
      const approve = { action: 'approve', step_id: 'extra_1', digest: asked?.digest } as const;
      await person.controlExecution(run, approve);
      await until(async () => expect(await stateOf(run)).toBe('COMPLETE'));
      expect(events.map(({ type }) => type)).toContain('proposed');
    });
    expect(done).toEqual([{ to: 'ann@example.org' }]);
  });

  it('[FC1] an agent cannot approve, its own step or any', async () => {
    const run = await start({ risk_tier: 'T2' });
    const key = (await person.registerAgent({ name: 'Ada' })).key ?? '';
    const agent = new PlanwrightClient({ url: server.url, key });
    const [asked] = (await agent.executionApprovals(run)).approvals;
    const about = { step_id: 'extra_1', digest: asked?.digest ?? '' };
    const approve = agent.controlExecution(run, { action: 'approve', ...about });
    expect(await codeOf(approve)).toBe('forbidden');
    const local = new PlanwrightClient({ url: server.url });
    const byService = local.controlExecution(run, { action: 'approve', ...about });
    expect(await codeOf(byService)).toBe('forbidden');
    const twice = () => person.controlExecution(run, { action: 'approve', ...about });
    expect([await codeOf(twice()), await codeOf(twice())]).toEqual(['ok', 'ok']);
  });

  it('[FC9] another agent judges what was handed in', async () => {
    const run = await start({ checks: [{ key: 'look', performer: 'agent', action: 'look' }] });
    const judged: unknown[] = [];
    const mail_offer: StepHandler = ({ attempt }) => ({ sent: attempt === 1 ? 0 : 3 });
    const look: StepHandler = ({ claimed_output: claimed }) => {
      judged.push(claimed);
      const { sent } = claimed as { sent: number };
      return new StepVerdict(sent > 0 ? 'accept' : 'reject', `${sent} were sent.`);
    };
    await withAgents(run, { Ada: { mail_offer }, Cai: { look } }, async () => {
      await until(async () => expect(await stateOf(run)).toBe('COMPLETE'));
    });
    expect(judged).toEqual([{ sent: 0 }, { sent: 3 }]);
  });
});
