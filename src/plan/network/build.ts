// The one graph, made anew whenever something that it is made from has changed.
import type { NetworkOutput } from '../outputs/network.ts';
import { assumptionsOf, draftOf } from './draft.ts';
import { missesOf } from './misses.ts';
import { totalsOf } from './money.ts';
import type { NetworkInput } from './network-input.ts';
import { type Reckoned, reckon } from './reckon.ts';

const MOST_REPAIRS = 200;
const MOST_CHANGES = 40;
const MOST_TEXT = 400;

const clipped = (text: string): string =>
  text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text;

export interface BuildOptions {
  /** Where something is missed, the scheduler may overlap and cut. */
  readonly closesGap: boolean;
}

export async function buildNetwork(
  input: NetworkInput,
  { closesGap }: BuildOptions = { closesGap: true },
): Promise<NetworkOutput> {
  const draft = draftOf(input);
  const reckoned = await reckon(draft.plan, closesGap);
  const { schedule, outcome, repairs } = reckoned;
  const costs = totalsOf(outcome, draft, input);
  return {
    start_date: draft.plan.start_date,
    finish_date: schedule.finish_date,
    ...partsOf(reckoned),
    assumptions: assumptionsOf(input),
    costs,
    schedule,
    deadline: draft.plan.deadline ?? null,
    repairs: [...draft.says, ...repairs].slice(0, MOST_REPAIRS).map(clipped),
    misses: missesOf(outcome, schedule, costs),
    changes: [...input.changes, ...reckoned.changes].slice(0, MOST_CHANGES),
    ...(input.notTaken.length > 0
      ? { not_taken: input.notTaken.slice(0, MOST_CHANGES).map(clipped) }
      : {}),
    details: input.details,
  };
}

const parts = [
  'phases',
  'dependencies',
  'roles',
  'time_zone',
  'calendars',
  'risks',
  'cost_lines',
] as const;

/** A draft has all fields of plan.json but the dates, and these it got. */
const partsOf = ({ plan }: Reckoned) =>
  ({
    phases: plan.phases,
    dependencies: plan.dependencies,
    roles: plan.roles,
    ...(plan.time_zone === undefined ? {} : { time_zone: plan.time_zone }),
    ...(plan.calendars === undefined ? {} : { calendars: plan.calendars }),
    risks: plan.risks,
    cost_lines: plan.cost_lines,
  }) as Pick<NetworkOutput, (typeof parts)[number]>;
