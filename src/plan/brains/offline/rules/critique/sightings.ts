// Everything that code sees in a plan, each thing once, and who tells it: an attack of the red team, or
// one of the experts whose field it is.
import type { PlanFinding } from '../../../../../contract/plan-critique.ts';
import { heaviestFirst, withoutDoubles } from '../../../../findings.ts';
import { clip } from '../../text.ts';
import { isErrand } from './errand.ts';
import type { Ground } from './ground.ts';
import { moneyLooks } from './look-money.ts';
import { peopleLooks } from './look-people.ts';
import { scopeLooks } from './look-scope.ts';
import { timeLooks } from './look-time.ts';
import type { Sighting } from './sighting.ts';

const looks = [...timeLooks, ...moneyLooks, ...peopleLooks, ...scopeLooks];

const MAX_TEXT = 400;

/** Experts, attackers and those who revise look at one and the same plan. */
const seen = new WeakMap<Ground['network'], Sighting[]>();

const newSightings = (ground: Ground): Sighting[] =>
  withoutDoubles(
    looks
      .flatMap((look) => look(ground))
      .map((one) => ({
        ...one,
        says: clip(one.says, MAX_TEXT),
        remedy: clip(one.remedy, MAX_TEXT),
      }))
      // Small things to look after are more work than an errand.
      .filter(({ severity }) => severity !== 'minor' || !isErrand(ground))
      .toSorted(heaviestFirst),
  );

/** The heaviest first. */
export function sightingsIn(ground: Ground): Sighting[] {
  const known = seen.get(ground.network) ?? newSightings(ground);
  seen.set(ground.network, known);
  return known;
}

/** Without what only says who tells it. */
export const findingOf = ({ section, item, severity, says, remedy }: Sighting): PlanFinding => ({
  ...{ section, item, severity, says, remedy },
});
