// What may go wrong: what the numbers themselves show, and the playbook's risks in the goal's words.
import type { ThoughtRisk } from '../../../../contract/plan-basis.ts';
import { allowances } from '../../../allowance.ts';
import type { Draft } from '../draft.ts';
import { money } from '../money.ts';
import type { Level } from '../playbook.ts';
import { clip } from '../text.ts';
import { lengthOf } from './length.ts';
import { type KnownRisk, knownRisks, weightOf } from './playbook-risks.ts';
import type { Rule } from './rule.ts';
import { bestFits, withoutWordsOf } from './work-words.ts';

/** Rules of thumb, told as such in the effect. */
const probabilities: Readonly<Record<Level, number>> = { low: 0.15, medium: 0.35, high: 0.6 };
const delays: Readonly<Record<Level, readonly [number, number, number]>> = {
  low: [1, 2, 4],
  medium: [2, 4, 8],
  high: [4, 8, 15],
};
const harms: Readonly<Record<Level, string>> = {
  low: 'A nuisance.',
  medium: 'Date, cost or quality suffer.',
  high: 'The goal is missed or cut.',
};
/** Long waits of large undertakings are not longer without end. */
const MOST_TIMES = 4;
const aboutMoney =
  /(?<!\p{L})(?:costs?|prices?|money|budget|quotes?|offers?|pay|expensive)(?!\p{L})/iu;

function computed(draft: Draft): KnownRisk[] {
  const { costs } = draft.assumed;
  const { days, given } = lengthOf(draft);
  const short: KnownRisk = {
    description: `The budget of ${money(costs.budget ?? 0, costs.currency)} does not suffice`,
    cause: `The low end by rule of thumb is ${money(costs.low, costs.currency)}`,
    ...{ likelihood: 'high', impact: 'high' },
    mitigation: 'Find more money, or cut the scope.',
    trigger: 'First offers confirm the low end',
  };
  const late: KnownRisk = {
    description: `The deadline ${draft.facts.deadline?.date ?? ''} is missed`,
    cause: `By rule of thumb the work takes about ${days.base} days of the calendar; there are ${given ?? 0}`,
    ...{ likelihood: 'high', impact: 'high' },
    mitigation: 'Shorten long tasks, or move the date.',
    trigger: 'A slip in the first month',
  };
  return [
    ...(costs.verdict === 'over_budget' ? [short] : []),
    ...(given !== null && days.base > given ? [late] : []),
  ];
}

/** Whoever does the task that speaks most of it watches it; names of places and things tell nothing. */
function ownerOf({ description, cause, mitigation }: KnownRisk, { phases, facts }: Draft): string {
  const goal = `${facts.subject.title} ${facts.place.name ?? ''}`;
  const said = withoutWordsOf(goal, `${description} ${cause} ${mitigation}`);
  const tasks = phases.flatMap((phase) => phase.tasks);
  const [best = tasks[0]] = bestFits(said, tasks, (task) => `${task.title} ${task.description}`);
  return clip(best?.assignee_role ?? 'Lead', 80);
}

function saidOf(risk: KnownRisk, draft: Draft): Omit<ThoughtRisk, 'id'> {
  const { likelihood, impact, cause, trigger, mitigation } = risk;
  const times = Math.min(MOST_TIMES, draft.assumed.hours_factor);
  const [low, likely, high] = delays[impact].map((days) => Math.ceil(days * times));
  const { base } = draft.assumed.costs;
  const part = (share: number): number => Math.round(base * share);
  const isMoney = aboutMoney.test(risk.description);
  const effect = harms[impact];
  return {
    title: clip(risk.description, 100),
    ...{ cause, effect, likelihood, impact },
    probability: probabilities[likelihood],
    delay_days: { low: low ?? 0, likely: likely ?? 0, high: high ?? 0 },
    cost: isMoney && base > 0 ? { low: part(0.02), base: part(0.05), high: part(0.1) } : null,
    owner: ownerOf(risk, draft),
    ...{ trigger, response: mitigation },
  };
}

export const risksRule: Rule = ({ draft }) => {
  const all = [...computed(draft), ...knownRisks(draft)].toSorted(
    (one, other) => weightOf(other) - weightOf(one),
  );
  const seen = new Set<string>();
  const own = all.filter(({ description }) => !seen.has(description) && seen.add(description));
  const risks = own.slice(0, allowances[draft.detail].risks).map((risk) => saidOf(risk, draft));
  return { risks: risks.map((risk, index) => ({ id: `R${index + 1}`, ...risk })) };
};
