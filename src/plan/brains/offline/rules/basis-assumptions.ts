// The numbers that the plan rests on, with the rule behind each.
import type { PlanAssumption } from '../../../../contract/plan.ts';
import type { Quantity } from '../../../../contract/plan-basis.ts';
import { allowances } from '../../../allowance.ts';
import { directionOutput } from '../../../outputs/direction.ts';
import { outputOf, type StageInput } from '../../../stage.ts';
import type { Draft } from '../draft.ts';
import { clip } from '../text.ts';
import { lengthOf } from './length.ts';
import type { Rule } from './rule.ts';
import { tasksOf } from './work-plan.ts';

type Said = Omit<Quantity, 'id'>;

const MOST_WAITS = 3;
const HOURS_PER_DAY = 8;
const none = { reckoned: null, total: null } as const;

/** Which playbook it is the plan says itself. */
const thumb = 'rule of thumb of the playbook';

/** What the whole costs and how long it takes: whoever builds the plan is held to these. */
function totalsOf(draft: Draft): Said[] {
  const { costs } = draft.assumed;
  const { days } = lengthOf(draft);
  const isShared = costs.budget !== null && costs.verdict !== 'over_budget';
  return [
    {
      claim: 'What the whole plan costs until it is done',
      ...{ lower: costs.low, base: costs.base, upper: costs.high, unit: costs.currency },
      confidence: isShared ? 'medium' : 'low',
      status: isShared ? 'derived' : 'assumed',
      evidence: isShared ? 'shares of the budget, less reserve' : clip(draft.playbook.costWhy, 290),
      how_to_check: 'Two written offers for each large cost.',
      ...{ reckoned: null, total: 'cost' },
    },
    {
      claim: 'Days of the calendar from the start to the end of the last task',
      ...{ lower: days.lower, base: days.base, upper: days.upper, unit: 'days' },
      confidence: 'low',
      status: 'estimated',
      evidence: `${thumb}: ${draft.assumed.size_rule}`,
      how_to_check: 'Estimates of those who do the longest tasks.',
      ...{ reckoned: null, total: 'days' },
    },
  ];
}

/** Where it comes from: the words of the goal, another number, or the playbook alone. */
const sourceOf = ({ status, source }: PlanAssumption): string =>
  status === 'assumed' ? thumb : source;

/** Those of the playbook; what the goal itself says comes last, since nobody doubts it. */
function numbersOf(draft: Draft): Said[] {
  const { assumed, playbook } = draft;
  const own = assumed.assumptions
    .filter(({ claim }) => playbook.numbers.some((rule) => rule.claim === claim))
    .map((one) => ({
      claim: clip(one.claim, 290),
      ...{ lower: one.lower, base: one.base, upper: one.upper, unit: one.unit },
      ...{ confidence: one.confidence, status: one.status },
      evidence: clip(sourceOf(one), 290),
      how_to_check: clip(
        playbook.numbers.find(({ claim }) => claim === one.claim)?.confirm ?? 'Count it.',
        290,
      ),
      ...none,
    }));
  return [
    ...own.filter(({ status }) => status !== 'observed'),
    ...own.filter(({ status }) => status === 'observed'),
  ];
}

/** The longest waits for an answer or a delivery. */
function waitsOf(draft: Draft): Said[] {
  return tasksOf(draft)
    .filter(({ wait_hours }) => wait_hours > 0)
    .toSorted((one, other) => other.wait_hours - one.wait_hours)
    .slice(0, MOST_WAITS)
    .map(({ title, wait_hours }) => {
      const days = Math.max(1, Math.round(wait_hours / HOURS_PER_DAY));
      return {
        claim: clip(`Working days until the answer or delivery after “${title}”`, 290),
        ...{ lower: Math.max(1, Math.floor(days / 2)), base: days, upper: days * 2 },
        ...{ unit: 'working days', confidence: 'low' as const, status: 'assumed' as const },
        evidence: thumb,
        how_to_check: 'Ask for a date in writing.',
        ...none,
      };
    });
}

/** One claim is said once. */
function once(all: readonly Said[]): Said[] {
  const seen = new Set<string>();
  return all.filter(({ claim }) => !seen.has(claim) && seen.add(claim));
}

/** Costs in the currency of the plan, whoever has chosen that. */
const currencyOf = (input: StageInput): string =>
  outputOf(input, { name: 'direction', output: directionOutput }).currency;

export const assumptionsRule: Rule = ({ draft, input }) => {
  const most = allowances[draft.detail].assumptions;
  const isOwnMoney = currencyOf(input) === draft.assumed.costs.currency;
  const totals = totalsOf(draft).filter(({ total }) => total !== 'cost' || isOwnMoney);
  const all = once([...totals, ...waitsOf(draft), ...numbersOf(draft)]).slice(0, most);
  return { assumptions: all.map((one, index) => ({ id: `A${index + 1}`, ...one })) };
};
