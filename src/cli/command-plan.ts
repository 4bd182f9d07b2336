// planwright plan "goal": makes a plan, shows progress, writes its files.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { type Arguments, textFlag } from './arguments.ts';
import type { Caller } from './caller.ts';
import { beginAndFollow } from './finish-plan.ts';
import type { Io } from './io.ts';
import { budgetOf } from './short-forms.ts';

/** The fields of plan_create by their flags. */
const fields: Readonly<Record<string, string>> = {
  brain: 'brain',
  profile: 'model_profile',
  fallback: 'fallback',
  detail: 'detail',
  purse: 'purse_id',
  parent: 'parent_plan_id',
  'start-date': 'start_date',
};

function inputOf(args: Arguments): object {
  const goal = args.words.join(' ').trim();
  if (goal === '') {
    const message =
      'Say what you want to get done: planwright plan "Open a coffee shop in Copenhagen"';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const given = Object.entries(fields).flatMap(([flag, field]) => {
    const value = textFlag(args, flag);
    return value === undefined ? [] : [[field, value] as const];
  });
  const budget = textFlag(args, 'budget');
  return {
    prompt: goal,
    ...(args.flags.yes === true ? { confirm: true } : {}),
    ...Object.fromEntries(given),
    ...(budget === undefined ? {} : { budget: budgetOf(budget) }),
  };
}

/** Where its agents find it: a plan on the local data is seen by nobody else. */
const whereToThink = ({ url }: Config): string =>
  url === null
    ? 'Agents reach it by planwright mcp, or through planwright serve, on the same data (docs/agents-as-minds.md).'
    : `Agents reach it at ${url}/mcp, or by REST (docs/agents-as-minds.md).`;

interface Created {
  readonly plan_id: string;
  readonly deduplicated: boolean;
  readonly next_action: string;
}

export async function runPlan(args: Arguments, config: Config, io: Io): Promise<number> {
  const input = inputOf(args);
  const begin = async (caller: Caller): Promise<string> => {
    const { plan_id, next_action } = (await caller.call('plan_create', input)) as Created;
    if ('brain' in input && input.brain === 'caller') {
      io.stderr.write(`${next_action}\n${whereToThink(config)}\n`);
    }
    if (io.stderr.isTTY) io.stderr.write(`${plan_id} is being made. Ctrl-C stops it.\n`);
    return plan_id;
  };
  return beginAndFollow({ args, config, io }, begin);
}
