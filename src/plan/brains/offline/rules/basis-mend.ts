// Assumptions and risks that a gate sent back, mended by code: bounds in order and not too far apart,
// a reason where there is none, and no word that the goal bans.
import { z } from 'zod';
import {
  type Quantity,
  quantitySchema,
  type ThoughtRisk,
  thoughtRiskSchema,
} from '../../../../contract/plan-basis.ts';
import { warnSpan } from '../../../../gates/fermi.ts';
import { directionOutput } from '../../../outputs/direction.ts';
import { outputOf, type StageInput } from '../../../stage.ts';
import { withoutWords } from '../without-words.ts';
import type { Rule } from './rule.ts';

const current = z.union([
  z.object({ assumptions: z.array(quantitySchema) }),
  z.object({ risks: z.array(thoughtRiskSchema) }),
]);

const bannedIn = (input: StageInput): string[] =>
  outputOf(input, { name: 'direction', output: directionOutput }).directives.flatMap(({ limit }) =>
    limit?.of === 'words' ? limit.never : [],
  );

/** Between what it may be at most and a fiftieth of that. */
function bounded({ lower, base, upper }: Quantity): Pick<Quantity, 'lower' | 'base' | 'upper'> {
  const [low = 0, middle = 0, high = 0] = [lower, base, upper].toSorted((a, b) => a - b);
  if (low <= 0 || high <= low * warnSpan) return { lower: low, base: middle, upper: high };
  const least = high / warnSpan;
  return { lower: least, base: Math.max(least, middle), upper: high };
}

const mendedQuantity = (one: Quantity, banned: readonly string[]): Quantity => ({
  ...one,
  ...bounded(one),
  claim: withoutWords(one.claim, banned),
  unit: /[\p{L}\p{Sc}%]/u.test(one.unit) ? one.unit : 'units',
  evidence: one.evidence.trim() === '' ? 'rule of thumb: no better source is known' : one.evidence,
});

const mendedRisk = (one: ThoughtRisk, banned: readonly string[]): ThoughtRisk => ({
  ...one,
  title: withoutWords(one.title, banned),
  response: withoutWords(one.response, banned),
});

export const mendRule: Rule = ({ input, part }) => {
  const before = current.parse(JSON.parse(part?.data?.current ?? '{}'));
  const banned = bannedIn(input);
  return 'risks' in before
    ? { risks: before.risks.map((one) => mendedRisk(one, banned)) }
    : { assumptions: before.assumptions.map((one) => mendedQuantity(one, banned)) };
};
