// How soon a long run goes on in a new process: from the opening of the store to the first lease.
// The run has 100,000 events: thousands of steps that are done, and notes about them.
import { chain, leaf, type Ours, openOurs, type Place, tenant } from './ours.ts';
import { makeOutput } from './step-output.ts';

export interface ResumeOptions extends Place {
  readonly run: string;
  readonly events: number;
  readonly steps: number;
  readonly do: 'build' | 'resume';
}

const notesAtOnce = 500;
const agent = 'agent_bench';
const lastStep = 'step_last';

const headOf = async ({ store }: Ours, run: string): Promise<number> =>
  (await store.run(run))?.head_seq ?? 0;

/** Until only the last step, an agent's, is left. */
async function doSteps(ours: Ours, run: string, steps: number): Promise<void> {
  const begun = Promise.withResolvers<void>();
  ours.work(async ({ step }) => {
    if (step === `step_${steps - 1}`) begun.resolve();
    return makeOutput(0, 0);
  });
  const last = leaf(lastStep, [`step_${steps - 1}`], 'agent');
  await ours.createRun(run, [...chain(steps), last]);
  await begun.promise;
}

async function addNotes(ours: Ours, run: string, events: number): Promise<void> {
  const by = 'person_bench';
  const note = (): Promise<unknown> =>
    ours.engine.note({
      tenant,
      run,
      by,
      step: lastStep,
      kind: 'note',
      reportedAt: 0,
      note: { a: 1 },
    });
  for (let left = events - (await headOf(ours, run)); left > 0; ) {
    await Promise.all(Array.from({ length: Math.min(notesAtOnce, left) }, note));
    left = events - (await headOf(ours, run));
  }
}

async function build(options: ResumeOptions): Promise<number> {
  const ours = await openOurs(options);
  await doSteps(ours, options.run, options.steps);
  await addNotes(ours, options.run, options.events);
  const head = await headOf(ours, options.run);
  await ours.close();
  return head;
}

/** Milliseconds; the lease is given back, so that it can be measured again. */
async function resume(options: ResumeOptions): Promise<number> {
  const startedMs = performance.now();
  const ours = await openOurs(options);
  const asked = { tenant, holder: agent, performers: ['agent'], actions: null };
  const limits = { leaseMs: 60_000, waitMs: 10_000 };
  const claimed = await ours.engine.claim({ ...asked, ...limits, run: options.run });
  const elapsedMs = performance.now() - startedMs;
  if (claimed?.step !== lastStep) throw new Error('the step was not handed out');
  await ours.engine.release({ tenant, holder: agent, token: claimed.token });
  await ours.close();
  return elapsedMs;
}

export const measure = (options: ResumeOptions): Promise<number> =>
  options.do === 'build' ? build(options) : resume(options);
