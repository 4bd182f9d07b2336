// A plan followed to its end by a command that began it: files are written, what became of it is said.
import { resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import type { PlanStatus } from '../contract/plans.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { type Caller, type CallerOptions, openCaller } from './caller.ts';
import { followPlan } from './follow-plan.ts';
import { catchInterrupt, type Interrupt } from './interrupt.ts';
import { type Io, printJson } from './io.ts';
import { writePlanFiles } from './plan-files.ts';
import { costText } from './plan-progress.ts';
import { resultJson, resultLines } from './plan-result.ts';

export interface Command {
  readonly args: Arguments;
  readonly config: Config;
  readonly io: Io;
}

interface Session extends Command {
  readonly caller: Caller;
  readonly interrupt: Interrupt;
}

/** With what was said of the place, so that the words can be copied. */
const placeWords = ({ flags }: Arguments): string =>
  ['url', 'home']
    .flatMap((name) => (typeof flags[name] === 'string' ? [` --${name} ${flags[name]}`] : []))
    .join('');

/** The plan is there whatever became of the wait. */
function withPlan(error: unknown, plan: string, place: string): unknown {
  if (!isPlanwrightError(error) || error.code !== 'fetch_failed') return error;
  const message = `${error.message} The plan is kept: planwright wait ${plan}${place}`;
  return new PlanwrightError(error.code, message);
}

function stopped({ args, io, interrupt }: Session, status: PlanStatus): number {
  const { plan_id, state, steps_completed, steps_total, usage } = status;
  const next = `planwright resume ${plan_id}${placeWords(args)}`;
  if (args.flags.json) {
    printJson(io, { plan_id, state, steps_completed, steps_total, usage, next });
  } else {
    const cost = costText(usage);
    const kept = `${steps_completed} of ${steps_total} stages are finished and kept`;
    io.stderr.write(`${plan_id} is stopped: ${kept}${cost === '' ? '' : `; ${cost}`}.\n`);
    io.stderr.write(`To go on: ${next}\n`);
  }
  return interrupt.code();
}

function failure(status: PlanStatus, place: string): PlanwrightError {
  const { plan_id, error, brain, state } = status;
  const message = error?.message ?? `The plan is ${state}.`;
  // Rules say the same again; a mind, or what was mended since, may not.
  const isHopeless = brain === 'offline' && state === 'failed';
  const again = isHopeless ? '' : ` To go on: planwright resume ${plan_id}${place}`;
  return new PlanwrightError('generation_failed', `${message}${again}`, { plan_id });
}

async function completed({ args, io, caller }: Session, status: PlanStatus): Promise<number> {
  const { plan_id } = status;
  const folder = resolve(textFlag(args, 'out') ?? plan_id);
  const files = await writePlanFiles(caller, plan_id, folder);
  const plan = (await caller.call('plan_get', { plan_id })) as Plan;
  if (args.flags.json) printJson(io, resultJson(plan, status, { folder, files }));
  else {
    // Some terminals say that they are 0 wide: they do not know.
    const width = io.stdout.columns || Number.POSITIVE_INFINITY;
    io.stdout.write(resultLines(plan, status, { folder, files }, width));
  }
  return 0;
}

async function follow(session: Session, planId: string): Promise<number> {
  const place = placeWords(session.args);
  const { how, status } = await followPlan({ ...session, onInterrupt: 'stop' }, planId).catch(
    (error: unknown) => {
      throw withPlan(error, planId, place);
    },
  );
  if (how === 'stopped') return stopped(session, status);
  if (status.state !== 'completed') throw failure(status, place);
  return completed(session, status);
}

/** Begins something that gives the id of a plan, and follows that plan; null: there is nothing to follow. */
export async function beginAndFollow(
  command: Command,
  begin: (caller: Caller) => Promise<string | null>,
  options: CallerOptions = {},
): Promise<number> {
  const interrupt = catchInterrupt();
  const caller = await openCaller(command.config, options);
  try {
    const planId = await begin(caller);
    return planId === null ? 0 : await follow({ ...command, caller, interrupt }, planId);
  } finally {
    await caller.close();
    interrupt.close();
  }
}
