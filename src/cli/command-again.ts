// planwright resume, retry and invalidate of a plan: begin it, and follow it to its end as `plan` does.
// With --no-wait it is only begun, for a server to go on with.
import type { Config } from '../base/config.ts';
import { type Arguments, wordAt } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { beginAndFollow } from './finish-plan.ts';
import { isExecution } from './ids.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { safeText } from './safe-text.ts';

interface Call {
  readonly name: string;
  readonly input: object;
}

interface Begun {
  readonly plan_id: string;
  readonly rerun_stages?: readonly string[];
  readonly reruns?: readonly string[];
}

function beginLine({ reruns, rerun_stages: changed }: Begun): string {
  const what = reruns ?? changed ?? [];
  if (what.length === 0) return '';
  return `${what.length} stages run again: ${safeText(what.join(', '), 400)}\n`;
}

async function runAgain(call: Call, args: Arguments, config: Config, io: Io): Promise<number> {
  const isOnlyBegun = args.flags['no-wait'] === true || args.flags['dry-run'] === true;
  const begin = async (caller: Caller): Promise<string | null> => {
    const answer = (await caller.call(call.name, call.input)) as Begun;
    if (!isOnlyBegun) {
      io.stderr.write(beginLine(answer));
      return answer.plan_id;
    }
    if (args.flags.json) printJson(io, answer);
    else printHuman(io, answer);
    return null;
  };
  return beginAndFollow({ args, config, io }, begin, { withWorker: !isOnlyBegun });
}

/** An execution goes on where its agents are; a plan, where it is made. */
async function control(input: object, args: Arguments, config: Config, io: Io): Promise<number> {
  const caller = await openCaller(config);
  try {
    const answer = await caller.call('execution_control', input);
    if (args.flags.json) printJson(io, answer);
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}

export async function runInvalidate(args: Arguments, config: Config, io: Io): Promise<number> {
  const plan_id = wordAt(args, 0, 'invalidate', 'PLAN');
  const stage = wordAt(args, 1, 'invalidate', 'STAGE');
  const { cascade, 'dry-run': isDry } = args.flags;
  const input = { plan_id, stage, cascade: cascade === true, dry_run: isDry === true };
  return runAgain({ name: 'plan_invalidate', input }, args, config, io);
}

export async function runResume(args: Arguments, config: Config, io: Io): Promise<number> {
  const id = wordAt(args, 0, 'resume', 'PLAN or EXECUTION');
  if (isExecution(id)) return control({ execution_id: id, action: 'resume' }, args, config, io);
  return runAgain({ name: 'plan_resume', input: { plan_id: id } }, args, config, io);
}

/** Without a step, all that failed is tried again. */
export async function runRetry(args: Arguments, config: Config, io: Io): Promise<number> {
  const id = wordAt(args, 0, 'retry', 'PLAN or EXECUTION');
  const [, step_id] = args.words;
  if (!isExecution(id)) {
    return runAgain({ name: 'plan_retry', input: { plan_id: id } }, args, config, io);
  }
  const wish = step_id === undefined ? { action: 'resume' } : { action: 'retry_step', step_id };
  return control({ execution_id: id, ...wish }, args, config, io);
}
