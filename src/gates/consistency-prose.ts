// Numbers and dates in prose come from the goal or from the plan. A date or a total of the first page
// that is another one than the plan's is a contradiction, not a slip.
import type { Plan, PlanTask } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import {
  type NumberSources,
  numberSources,
  unsourcedNumbers,
  withReckonings,
} from './number-sources.ts';
import { datesInWords } from './text-dates.ts';

interface Prose {
  readonly artifact: string;
  readonly field: string;
  readonly text: string;
  /** A reader takes its numbers for those of the plan. */
  readonly isFirstPage: boolean;
}

function textsOf(artifact: string, value: object | undefined, isFirstPage: boolean): Prose[] {
  return Object.entries(value ?? {}).flatMap(([field, text]) =>
    typeof text === 'string' ? [{ artifact, field, text, isFirstPage }] : [],
  );
}

/** What was written about the plan, as against the plan itself. */
function proseOf(plan: Plan): Prose[] {
  const { executive_summary, pitch, charter, questions_and_answers = [] } = plan;
  return [
    { artifact: 'plan', field: 'summary', text: plan.summary, isFirstPage: true },
    ...textsOf('executive_summary', executive_summary, true),
    ...textsOf('pitch', pitch, true),
    ...textsOf('charter', charter && { goal: charter.goal }, true),
    ...textsOf('charter', charter?.smart, true),
    ...questions_and_answers.flatMap(({ answer }, index) =>
      textsOf('questions_and_answers', { [`${index}.answer`]: answer }, false),
    ),
  ];
}

const written: ReadonlySet<string> = new Set([
  ...['summary', 'executive_summary', 'pitch', 'questions_and_answers'],
  ...['charter', 'gates', 'verdict', 'quality_summary'],
]);

const dayMs = 86_400_000;

/** Those of everybody who works on it together. */
const hoursOfAll = ({ estimated_hours: each, uses = [{}] }: PlanTask): number =>
  uses.reduce((sum, { units = 1 }) => sum + each * units, 0);

/** What follows from the plan by counting and adding up, and stands nowhere in it. */
function reckonedFrom({ phases, risks, assumptions, roles = [], costs, ...plan }: Plan): number[] {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const hours = tasks.reduce((sum, task) => sum + hoursOfAll(task), 0);
  const days = (Date.parse(plan.finish_date) - Date.parse(plan.start_date)) / dayMs + 1;
  return [
    ...[tasks.length, phases.length, risks.length, assumptions.length, roles.length],
    ...[tasks.filter(({ performer }) => performer === 'human').length],
    ...[hours, Math.round(hours), days, days / 7, Math.round(days / 7)],
    ...(costs.budget === null ? [] : [Math.abs(costs.budget - costs.base)]),
  ];
}

interface Material extends NumberSources {
  readonly language: string;
}

/** Everything else that the plan says. */
function materialOf(plan: Plan): Material {
  const rest = Object.entries(plan).filter(([name]) => !written.has(name));
  const words = JSON.stringify([rest, plan.charter?.measures, plan.charter?.deliverables]);
  const { measures, deliverables } = plan.charter ?? {};
  const reckoned = reckonedFrom(plan);
  const all = numberSources(Object.fromEntries(rest), measures, deliverables, reckoned);
  const { low, base, high, budget } = plan.costs;
  const targets = (measures ?? []).map(({ target }) => target);
  const known = withReckonings(all, plan.goal, [low, base, high, budget], targets);
  const language = plan.language ?? 'und';
  return { ...known, language, dates: new Set([...all.dates, ...datesInWords(words, language)]) };
}

/** What a text has that the plan has not: dates in words too. */
const unsourcedIn = (text: string, material: Material): string[] => [
  ...datesInWords(text, material.language).filter((date) => !material.dates.has(date)),
  ...unsourcedNumbers(text, material),
];

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

function proseFinding({ artifact, field, isFirstPage }: Prose, number: string): GateFinding {
  const isContradiction = isFirstPage && isDate(number);
  return findingOf(isContradiction ? 'fail' : 'warn', {
    ...{ artifact, field, value: number },
    rule: 'A number or a date in prose stands in the goal or in the plan.',
    remedy: 'Use the figure of the plan, say where the number comes from, or leave it out.',
  });
}

export function proseFindings(plan: Plan): GateFinding[] {
  const sources = materialOf(plan);
  return proseOf(plan).flatMap((prose) =>
    [...new Set(unsourcedIn(prose.text, sources))].map((number) => proseFinding(prose, number)),
  );
}

/** What the first page says of the end and of the money, where it says so in computed words. */
export function headlineFindings({ summary, start_date, finish_date }: Plan): GateFinding[] {
  const said = /from (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})\./.exec(summary);
  if (!said || (said[1] === start_date && said[2] === finish_date)) return [];
  return [
    findingOf('fail', {
      ...{ artifact: 'plan', field: 'summary', value: said[0] },
      rule: `The plan lies from ${start_date} to ${finish_date}.`,
      remedy: 'Write the summary again from the schedule.',
    }),
  ];
}
