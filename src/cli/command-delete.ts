// planwright delete PLAN: for good, so it asks first.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { PlanStatus } from '../contract/plans.ts';
import { type Arguments, wordAt } from './arguments.ts';
import { askOnTerminal } from './ask-yes.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printJson } from './io.ts';
import { safeText } from './safe-text.ts';

async function isSure(caller: Caller, planId: string, args: Arguments, io: Io): Promise<boolean> {
  if (args.flags.yes === true) return true;
  if (!io.stderr.isTTY || args.flags.json) {
    const message = `This deletes every text and file of it for good: planwright delete ${planId} --yes. To only hide it: planwright archive ${planId}`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const { title, files_count } = (await caller.call('plan_status', {
    plan_id: planId,
  })) as PlanStatus;
  const asker = askOnTerminal();
  try {
    const what = `“${safeText(title, 100)}” and its ${files_count} files`;
    return await asker.ask(`Delete ${what} for good?`);
  } finally {
    asker.close();
  }
}

export async function runDelete(args: Arguments, config: Config, io: Io): Promise<number> {
  const plan_id = wordAt(args, 0, 'delete', 'plan_id');
  const caller = await openCaller(config, { withWorker: false });
  try {
    if (!(await isSure(caller, plan_id, args, io))) {
      io.stderr.write('Nothing was deleted.\n');
      return 1;
    }
    const answer = await caller.call('plan_delete', { plan_id });
    if (args.flags.json) printJson(io, answer);
    else io.stdout.write(`${plan_id} is deleted. What it cost stays in the usage.\n`);
    return 0;
  } finally {
    await caller.close();
  }
}
