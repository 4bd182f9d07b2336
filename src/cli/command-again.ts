// planwright resume, retry and invalidate of a plan: begin it, and follow it to its end as `plan` does.
// With --no-wait it is only begun, for a server to go on with.
import type { Config } from '../base/config.ts';
import { type Arguments, wordAt } from './arguments.ts';
import type { Caller } from './caller.ts';
import { callOf } from './command-control.ts';
import { beginAndFollow } from './finish-plan.ts';
import { type Io, printHuman, printJson } from './io.ts';
import { safeText } from './safe-text.ts';

type Name = 'resume' | 'retry' | 'invalidate';

function callFor(name: Name, args: Arguments): { name: string; input: object } {
  if (name !== 'invalidate') return callOf(name, args);
  const plan_id = wordAt(args, 0, name, 'plan_id');
  const stage = wordAt(args, 1, name, 'stage');
  const { cascade, 'dry-run': isDry } = args.flags;
  const input = { plan_id, stage, cascade: cascade === true, dry_run: isDry === true };
  return { name: 'plan_invalidate', input };
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

export async function runAgain(
  name: Name,
  args: Arguments,
  config: Config,
  io: Io,
): Promise<number> {
  const call = callFor(name, args);
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
