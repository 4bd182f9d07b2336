// For each operation of the table an input that works on things that exist. A new operation needs a
// line here before the matrix passes.
import type { World } from './world.ts';

export interface Fixture {
  /** An input that succeeds for the owner. */
  input(world: World): Promise<object> | object;
  /** What a stranger is told who names the same things; nothing, where no thing is named. */
  readonly strangerSees?: { readonly status: number; readonly code: string | null };
}

const planGone = { status: 404, code: 'PLAN_NOT_FOUND' } as const;
const executionGone = { status: 404, code: 'execution_not_found' } as const;
const leaseGone = { status: 409, code: 'lease_lost' } as const;

const ofPlan = (more: object = {}): Fixture => ({
  input: ({ planId }) => ({ plan_id: planId, ...more }),
  strangerSees: planGone,
});

const ofExecution = (more: object = {}): Fixture => ({
  input: ({ executionId }) => ({ execution_id: executionId, ...more }),
  strangerSees: executionGone,
});

const ofLease = (more: object = {}): Fixture => ({
  input: async (world) => ({ lease_token: (await world.newLease()).token, ...more }),
  strangerSees: leaseGone,
});

const ofNothing = (input: object = {}): Fixture => ({ input: () => input });

export const fixtures: Readonly<Record<string, Fixture>> = {
  plan_create: ofNothing({ prompt: 'Write a short field guide to the mosses of Bavaria' }),
  plan_status: ofPlan(),
  plan_wait: ofPlan({ timeout_seconds: 0 }),
  plan_list: ofNothing(),
  plan_get: ofPlan(),
  plan_files: ofPlan(),
  plan_file: ofPlan({ path: 'plan.json' }),
  plan_stream: ofPlan(),
  execution_create: ofPlan(),
  execution_list: ofNothing(),
  execution_get: ofExecution(),
  execution_status: ofExecution(),
  execution_tasks: ofExecution(),
  execution_events: ofExecution(),
  execution_report: {
    async input(world) {
      const { executionId, token } = await world.newLease();
      const report = { event_type: 'task_complete', output: { done: true } };
      return { execution_id: executionId, lease_token: token, ...report };
    },
    strangerSees: executionGone,
  },
  execution_stream: ofExecution(),
  agent_register: ofNothing({ name: 'Grace', capabilities: ['search_web'] }),
  agent_list: ofNothing(),
  work_claim: {
    async input(world) {
      const { executionId } = await world.newLease();
      return { execution_id: executionId, wait_seconds: 0 };
    },
    // No work, as in an execution that is not there.
    strangerSees: { status: 200, code: null },
  },
  work_heartbeat: ofLease({ progress: 50, note: 'Half way.' }),
  work_complete: ofLease({ output: { summary: 'Done.' } }),
  work_fail: ofLease({ message: 'It rained.' }),
  key_create: ofNothing({ label: 'Reports', scopes: ['plan:read'] }),
  key_list: ofNothing(),
  key_revoke: {
    input: ({ keyId }) => ({ key_id: keyId }),
    strangerSees: { status: 404, code: 'key_not_found' },
  },
};

/** The same input with every id replaced by one that was never given out. */
export function ghostOf(input: object): object {
  const ghost = (name: string, value: unknown): unknown => {
    if (name === 'lease_token') return 'lt_exec_00000000.task_1.1.00';
    if (!name.endsWith('_id') || typeof value !== 'string') return value;
    return `${value.slice(0, value.indexOf('_'))}_0000000000ghost`;
  };
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, ghost(name, value)]),
  );
}
