// Agents for the browser tests: each takes only its own actions, so that who does what is decided,
// and a test may hold their work until the page has shown it.
import { waitFor } from '../../scripts/lib/wait-for.ts';
import {
  type Output,
  PlanwrightClient,
  runAgent,
  type StepContext,
  StepFailure,
  type WorkStep,
} from '../../sdk/index.ts';
import { pauseQuietly } from '../../sdk/pause.ts';
import { watchdogMs } from '../support/watchdog.ts';

export interface Crew {
  readonly stop: () => Promise<void>;
}

export type Work = (step: WorkStep, context: StepContext) => Promise<void>;

export interface Member {
  readonly name: string;
  readonly capabilities: readonly string[];
  /** Before the output is handed in; may throw. */
  readonly work?: Work;
}

export interface CrewPlace {
  readonly url: string;
  readonly executionId: string;
}

export function startAgents(place: CrewPlace, members: readonly Member[]): Crew {
  return startAll(
    members.map(({ name, capabilities, work }) => (signal) => {
      const register = { name, role: 'test agent', capabilities };
      return runAgent({ ...shared(place, signal), register, handlers: handlerOf(work) });
    }),
  );
}

export function startPerson(place: CrewPlace, key: string): Crew {
  return startAll([
    (signal) =>
      runAgent({ ...shared(place, signal), key, kinds: ['human'], handlers: handlerOf(undefined) }),
  ]);
}

const lookEveryMs = 100;

/** A person who approves whatever is asked, as long as it is what was shown. */
export function startApprover(place: CrewPlace, key: string): Crew {
  const client = new PlanwrightClient({ url: place.url, key });
  const approveAll = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const { approvals } = await client.executionApprovals(place.executionId);
      for (const { step_id, digest } of approvals) {
        const approve = { action: 'approve', step_id, digest } as const;
        await client.controlExecution(place.executionId, approve);
      }
      await pauseQuietly(lookEveryMs, signal);
    }
  };
  return startAll([approveAll]);
}

const shared = ({ url, executionId }: CrewPlace, signal: AbortSignal) => ({
  url,
  executionId,
  signal,
  waitSeconds: 5,
  leaseSeconds: 60,
});

function handlerOf(work: Work | undefined) {
  return async (step: WorkStep, context: StepContext) => {
    await work?.(step, context);
    return { simulated: true, summary: `${step.title}: done` };
  };
}

function startAll(starts: readonly ((signal: AbortSignal) => Promise<unknown>)[]): Crew {
  const end = new AbortController();
  const running = starts.map((start) => start(end.signal));
  return {
    stop: async () => {
      end.abort();
      await Promise.all(running);
    },
  };
}

/** Every action of the execution's work, dealt to two hands so that both have something to do. */
export async function dealActions(place: CrewPlace): Promise<[string[], string[]]> {
  const { tasks } = await new PlanwrightClient({ url: place.url }).executionTasks(
    place.executionId,
  );
  const work = tasks.filter((task) => task.performer === 'agent' && task.purpose === 'work');
  const actions = [...new Set(work.map((task) => task.action))];
  const hand = (which: number) => actions.filter((_, index) => index % 2 === which);
  return [hand(0), hand(1)];
}

export function failOnce(): Work {
  let hasFailed = false;
  return async () => {
    if (hasFailed) return;
    hasFailed = true;
    throw new StepFailure('transient', 'The directory did not answer.');
  };
}

/** A finished plan and its execution, made over the API. */
export async function startExecution(url: string, goal: string): Promise<CrewPlace & Made> {
  const client = new PlanwrightClient({ url });
  const { plan_id: planId } = await client.createPlan({ prompt: goal });
  await client.waitForPlan(planId);
  const { execution_id: executionId } = await client.createExecution({
    plan_id: planId,
    policy: { pre_approved: ['T2'] },
  });
  return { url, planId, executionId };
}

export interface Made {
  readonly planId: string;
}

export async function untilStatus(
  place: CrewPlace,
  isReached: (status: Output<'execution_status'>) => boolean,
): Promise<void> {
  const client = new PlanwrightClient({ url: place.url });
  await waitFor(async () => isReached(await client.executionStatus(place.executionId)), {
    what: 'the wanted state of the execution',
    timeoutMs: watchdogMs,
  });
}
