// Works out the numbers a playbook needs and says of each where it comes from.
import type { Fact, PlanAssumption } from '../../../contract/plan.ts';
import type { NumberRule } from './playbook.ts';

export interface Numbers {
  readonly numbers: Record<string, number>;
  readonly assumptions: PlanAssumption[];
}

/** What a plan takes as a number, and so the end of any chain of derived ones. */
export const largestNumber = 1e15;

export function numbersOf(rules: readonly NumberRule[], facts: readonly Fact[]): Numbers {
  const numbers: Record<string, number> = {};
  const assumptions: PlanAssumption[] = [];
  const used = new Set<Fact>();
  rules.forEach((rule, index) => {
    const { entry, fact } = assumptionFor(rule, index, facts, used, numbers);
    if (fact) used.add(fact);
    numbers[rule.key] = entry.base;
    assumptions.push(entry);
  });
  return { numbers, assumptions };
}

function assumptionFor(
  rule: NumberRule,
  index: number,
  facts: readonly Fact[],
  used: ReadonlySet<Fact>,
  numbers: Readonly<Record<string, number>>,
): { entry: PlanAssumption; fact: Fact | null } {
  const base = { assumption_id: `assumption_${index + 1}`, claim: rule.claim, unit: rule.unit };
  const fact = countedIn(rule, facts, used);
  if (fact && typeof fact.value === 'number') {
    const value = fact.value;
    return {
      fact,
      entry: {
        ...base,
        lower: value,
        base: value,
        upper: value,
        confidence: 'high',
        status: 'observed',
        source: `prompt: ${fact.text}`,
      },
    };
  }
  const from = rule.derived ? numbers[rule.derived.from] : undefined;
  if (rule.derived && from !== undefined) {
    return {
      fact: null,
      entry: {
        ...base,
        ...spread(derivedValue(from, rule.derived.times)),
        confidence: 'medium',
        status: 'derived',
        source: `rule: ${rule.derived.why}`,
      },
    };
  }
  return {
    fact: null,
    entry: {
      ...base,
      ...spread(rule.assumed),
      confidence: 'low',
      status: 'assumed',
      source: 'rule of thumb of the playbook',
    },
  };
}

function countedIn(rule: NumberRule, facts: readonly Fact[], used: ReadonlySet<Fact>): Fact | null {
  const { counted } = rule;
  if (!counted) return null;
  const fits = (fact: Fact) =>
    (fact.kind === 'count' || fact.kind === 'people') &&
    !used.has(fact) &&
    counted.ends((fact.unit ?? '').replace(/ or more$/, ''));
  return (
    facts.find(
      (fact) =>
        fits(fact) && typeof fact.value === 'number' && fact.value >= 1 && fact.value <= 1e9,
    ) ?? null
  );
}

export const derivedValue = (from: number, times: number): number =>
  Math.min(largestNumber, Math.max(1, Math.round(from * times)));

/** Whole numbers; but half a hectare may be less than that, and is not made one. */
function spread(value: number): { lower: number; base: number; upper: number } {
  const least = value * 0.6;
  return {
    lower: value < 1 ? Number(least.toPrecision(3)) : Math.max(1, Math.floor(least)),
    base: value,
    upper: Math.min(largestNumber, Math.ceil(value * 1.6)),
  };
}
