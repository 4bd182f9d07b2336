// planwright status PLAN: how far a plan is.
import type { Config } from '../base/config.ts';
import type { PlanStatus } from '../contract/plans.ts';
import { type Arguments, wordAt } from './arguments.ts';
import { openCaller } from './caller.ts';
import { type Io, printJson, widthOf } from './io.ts';
import { statusText } from './status-text.ts';

export async function runStatus(args: Arguments, config: Config, io: Io): Promise<number> {
  const plan_id = wordAt(args, 0, 'status', 'plan_id');
  const caller = await openCaller(config, { withWorker: false });
  try {
    const status = (await caller.call('plan_status', { plan_id })) as PlanStatus;
    if (args.flags.json) printJson(io, status);
    else io.stdout.write(statusText(status, widthOf(io)));
    return 0;
  } finally {
    await caller.close();
  }
}
