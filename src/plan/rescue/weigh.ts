// Which of the proposed changes are worth their price. All are taken together first, since two may help
// only together; then each is left out once, and stays out where nothing is lost without it.
import type { NetworkOutput } from '../outputs/network.ts';
import type { RescueUnit } from './rescue-answer.ts';
import { shortfall } from './shortfall.ts';

/** The plan with these changes. */
export type Try = (units: readonly RescueUnit[]) => Promise<NetworkOutput>;

export interface Weighed {
  /** Each with the plan that would be there without it. */
  readonly kept: readonly { readonly unit: RescueUnit; readonly without: NetworkOutput }[];
  readonly dropped: readonly RescueUnit[];
  /** The plan with all that was kept. */
  readonly plan: NetworkOutput;
}

/** What simulated runs do not tell apart. */
const NOTHING = 1e-4;

/** The same changes are reckoned once. */
function remembering(units: readonly RescueUnit[], tryOut: Try): Try {
  const known = new Map<string, Promise<NetworkOutput>>();
  return (taken) => {
    const key = taken.map((unit) => units.indexOf(unit)).join();
    const made = known.get(key) ?? tryOut(taken);
    known.set(key, made);
    return made;
  };
}

export async function weigh(units: readonly RescueUnit[], given: Try): Promise<Weighed> {
  const tryOut = remembering(units, given);
  const none = await tryOut([]);
  const all = await tryOut(units);
  const start = isBetter(all, none) ? units : await oneByOne(units, none, tryOut);
  return leaveOut(units, start, tryOut);
}

const isBetter = (one: NetworkOutput, other: NetworkOutput): boolean =>
  shortfall(one) < shortfall(other) - NOTHING;

/** Where all together do harm, those that help by themselves. */
async function oneByOne(
  units: readonly RescueUnit[],
  none: NetworkOutput,
  tryOut: Try,
): Promise<RescueUnit[]> {
  const kept: RescueUnit[] = [];
  let best = none;
  for (const unit of units) {
    const then = await tryOut([...kept, unit]);
    if (!isBetter(then, best)) continue;
    kept.push(unit);
    best = then;
  }
  return kept;
}

/** The last first: minds name the best first. */
async function leaveOut(
  units: readonly RescueUnit[],
  start: readonly RescueUnit[],
  tryOut: Try,
): Promise<Weighed> {
  let left = [...start];
  let plan = await tryOut(left);
  const kept: { unit: RescueUnit; without: NetworkOutput }[] = [];
  for (const unit of start.toReversed()) {
    const rest = left.filter((one) => one !== unit);
    const without = await tryOut(rest);
    if (isBetter(plan, without)) {
      kept.unshift({ unit, without });
      continue;
    }
    left = rest;
    plan = without;
  }
  return { kept, dropped: units.filter((unit) => !left.includes(unit)), plan };
}
