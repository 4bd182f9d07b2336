// The plan's own figures by name. Closing texts write {finish} or {cost} where a figure belongs, and
// code puts it in: prose and computed numbers cannot differ, whoever wrote the prose.
import type { PlanTask } from '../contract/plan.ts';
import { amountText, dateText, numberText, percentText } from './localized.ts';
import { refinedOutput } from './outputs/critique.ts';
import { directionOutput } from './outputs/direction.ts';
import type { NetworkOutput } from './outputs/network.ts';
import { outputIfAny, type StageInput } from './stage.ts';
import { dayNumber } from './working-days.ts';

export type Figures = Readonly<Record<string, string>>;

const percent = (share: number | null | undefined, language: string): string | null =>
  share === null || share === undefined ? null : percentText(share, language);

const dayOf = (moment: string | null | undefined, language: string): string | null =>
  moment ? dateText(moment.slice(0, 10), language) : null;

/** Ten days are not one week: short plans are told with a decimal. */
const weeksOf = (days: number): number =>
  days < FEW_WEEKS * 7 ? Math.max(0.1, days / 7) : Math.round(days / 7);
const FEW_WEEKS = 3;

function timeFigures(network: NetworkOutput, language: string) {
  const { start_date, finish_date, deadline, schedule } = network;
  const days = dayNumber(finish_date) - dayNumber(start_date) + 1;
  const { finish, odds } = schedule.simulation ?? {};
  return {
    start: dayOf(start_date, language),
    finish: dayOf(finish_date, language),
    finish_p50: dayOf(finish?.p50, language),
    finish_p80: dayOf(finish?.p80, language),
    calendar_days: String(days),
    weeks: numberText(weeksOf(days), language),
    deadline: dayOf(deadline, language),
    deadline_odds: deadline === null ? null : percent(odds?.deadline, language),
  };
}

function moneyFigures({ costs, schedule }: NetworkOutput, language: string) {
  const { currency, low, base, high, budget } = costs;
  const { cost, contingency, odds } = schedule.simulation ?? {};
  // All bounds at once hardly ever come; without runs they are all that is known.
  const range = cost ? { low: cost.p10, high: cost.p90 } : { low, high };
  const of = (amount: number | null | undefined): string | null =>
    amount === null || amount === undefined ? null : amountText(amount, currency, language);
  const isKept = budget !== null && budget >= base;
  // Of the rounded amounts, since these are what a reader adds up.
  const difference = Math.abs(Math.round(budget ?? 0) - Math.round(base));
  return {
    cost: of(base),
    cost_low: of(range.low),
    cost_high: of(range.high),
    cost_p80: of(cost?.p80),
    contingency: of(contingency),
    budget: of(budget),
    budget_left: isKept ? of(difference) : null,
    budget_missing: budget !== null && !isKept ? of(difference) : null,
    budget_odds: budget === null ? null : percent(odds?.budget, language),
  };
}

/** Those of everybody who works on it together. */
const hoursOfAll = ({ estimated_hours: each, uses = [{}] }: PlanTask): number =>
  uses.reduce((sum, { units = 1 }) => sum + each * units, 0);

function sizeFigures({ phases, roles, risks, assumptions }: NetworkOutput) {
  const tasks = phases.flatMap((phase) => phase.tasks);
  const hours = tasks.reduce((sum, task) => sum + hoursOfAll(task), 0);
  return {
    phases: String(phases.length),
    tasks: String(tasks.length),
    person_tasks: String(tasks.filter(({ performer }) => performer === 'human').length),
    hours: String(Math.round(hours)),
    roles: String(roles.length),
    risks: String(risks.length),
    assumptions: String(assumptions.length),
  };
}

/** Of one network: prompts, checks and files of several stages tell them. */
const known = new WeakMap<
  NetworkOutput,
  { readonly language: string; readonly figures: Figures }
>();

/** Only those that this plan has: without a deadline there is no {deadline}. */
export function figuresOf(network: NetworkOutput, language: string): Figures {
  const before = known.get(network);
  if (before?.language === language) return before.figures;
  const figures = newFigures(network, language);
  known.set(network, { language, figures });
  return figures;
}

function newFigures(network: NetworkOutput, language: string): Figures {
  const money = moneyFigures(network, language);
  const all = { ...timeFigures(network, language), ...money, ...sizeFigures(network) };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Of the plan that a stage is given; null before there is one. */
export function figuresIn(input: StageInput): Figures | null {
  const refined = outputIfAny(input, { name: 'refine-2', output: refinedOutput });
  const direction = outputIfAny(input, { name: 'direction', output: directionOutput });
  return refined ? figuresOf(refined.network, direction?.language ?? 'und') : null;
}

const place = /\{\s*([a-z][a-z0-9_]*)\s*\}/gi;

export const placesIn = (text: string): string[] =>
  [...text.matchAll(place)].map(([, name = '']) => name.toLowerCase());

/** A place that nothing fills loses its marks, so that no reader meets one. */
export const filledIn = (text: string, figures: Figures): string =>
  text.replaceAll(place, (_place, name: string) => figures[name.toLowerCase()] ?? name);

/** The same value with the places of every text in it filled. */
export function withFigures<Value>(value: Value, figures: Figures): Value {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return filledIn(part, figures);
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, fill(item)]));
  };
  return fill(value) as Value;
}

/** As a list for a prompt. */
export const figureLines = (figures: Figures): string =>
  Object.entries(figures)
    .map(([name, value]) => `{${name}} = ${value}`)
    .join('\n');
