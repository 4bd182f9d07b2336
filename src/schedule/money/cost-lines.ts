// The cost breakdown structure: rates × hours, fixed costs, purchases and what risks cost on
// average, one line each, in cents of the project's currency. Lines keep their fractions: sums are
// rounded, once, and those by category or by phase are rounded so that they add up to the total.
import { PlanwrightError } from '../../base/errors.ts';
import type { Project, ThreePoint } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import type { Risk } from '../simulate/risk.ts';
import { type Assignment, scheduledMinutes } from './assignments.ts';
import { type Converter, roundedParts, roundHalfUp } from './currency.ts';

export const costCategories = ['labor', 'fixed', 'purchase', 'risk'] as const;
export type CostCategory = (typeof costCategories)[number];

/** A stated cost, in any currency that has a rate. `likely` is the base. */
export interface StatedCost {
  readonly id: string;
  readonly name: string;
  readonly amount: ThreePoint;
  readonly currency: string;
  /** Where the figure comes from, and of which day; a guess says so. */
  readonly source: string;
  /** The task it belongs to; it is paid when the task starts. */
  readonly task?: string;
  /** When it is paid, instead. */
  readonly at?: number;
}

export interface CostLine {
  readonly id: string;
  readonly name: string;
  readonly category: CostCategory;
  /** Null for what belongs to the project as a whole. */
  readonly task: string | null;
  /** The phase (the topmost summary) of its task. */
  readonly phase: string | null;
  /** Cents of the project's currency, not rounded: low ≤ base ≤ high. */
  readonly low: number;
  readonly base: number;
  readonly high: number;
  /** As stated, before conversion. */
  readonly currency: string;
  readonly rate: number;
  readonly source: string;
  readonly at: number | null;
}

/** Whole cents. */
export interface CostSums {
  readonly low: number;
  readonly base: number;
  readonly high: number;
}

export interface CostBreakdown {
  readonly currency: string;
  readonly lines: readonly CostLine[];
  readonly total: CostSums;
  readonly byCategory: Readonly<Record<CostCategory, CostSums>>;
  /** By phase id; the empty id is the project as a whole. */
  readonly byPhase: ReadonlyMap<string, CostSums>;
}

export interface CostInput {
  readonly project: Project;
  readonly assignments: readonly Assignment[];
  readonly stated: readonly StatedCost[];
  readonly risks: readonly Risk[];
  readonly converter: Converter;
}

export function costBreakdown(input: CostInput): CostBreakdown {
  checkTasks(input);
  const phaseOf = phases(input.project);
  const rates = ratesBelow(input);
  const outermost = outermostOf(input.project);
  const lines = [
    ...input.assignments.flatMap((assignment) => taskLines(assignment, input.converter, phaseOf)),
    ...input.stated.map((stated) => statedLine(stated, input.converter, phaseOf)),
    ...input.risks.flatMap((risk) =>
      riskLine({ ...risk, tasks: outermost(risk.tasks) }, rates, input.converter),
    ),
  ];
  const total = sumLines(lines);
  checkTotal(total, input.converter);
  const byCategory = sumsOf(lines, costCategories, ({ category }) => category);
  const none = { low: 0, base: 0, high: 0 };
  return {
    currency: input.converter.currency,
    lines,
    total,
    byCategory: {
      labor: byCategory.get('labor') ?? none,
      fixed: byCategory.get('fixed') ?? none,
      purchase: byCategory.get('purchase') ?? none,
      risk: byCategory.get('risk') ?? none,
    },
    byPhase: sumsOf(lines, [...new Set(lines.map(phaseName))], phaseName),
  };
}

const phaseName = ({ phase }: CostLine): string => phase ?? '';

/** No sum is computed that is not exact. */
function checkTotal({ low, base, high }: CostSums, converter: Converter): void {
  const { toAmount, toCents, currency } = converter;
  for (const cents of [low, base, high]) {
    toCents(toAmount(cents), currency, 'the sum of all costs');
  }
}

function checkTasks({ project, stated, risks }: CostInput): void {
  const ids = new Set(project.tasks.map(({ id }) => id));
  const named = [
    ...stated.map(({ id, task }) => ({ place: `cost line “${id}”`, tasks: task ?? [] })),
    ...risks.map(({ id, tasks }) => ({ place: `risk “${id}”`, tasks })),
  ];
  for (const { place, tasks } of named) {
    const unknown = [tasks].flat().find((task) => !ids.has(task));
    if (unknown === undefined) continue;
    const message = `${place}: there is no task “${unknown}”`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message, { place, task: unknown });
  }
}

export function sumLines(lines: readonly CostLine[]): CostSums {
  const sum = (pick: (line: CostLine) => number) =>
    roundHalfUp(lines.reduce((total, line) => total + pick(line), 0));
  return {
    low: sum(({ low }) => low),
    base: sum(({ base }) => base),
    high: sum(({ high }) => high),
  };
}

/** The sums of each group, which add up to those of all lines. */
function sumsOf<Key>(
  lines: readonly CostLine[],
  keys: readonly Key[],
  keyOf: (line: CostLine) => Key,
): ReadonlyMap<Key, CostSums> {
  const at = new Map(keys.map((key, index) => [key, index]));
  const rounded = (pick: (line: CostLine) => number): number[] => {
    const sums = keys.map(() => 0);
    for (const line of lines) {
      const index = at.get(keyOf(line)) ?? 0;
      sums[index] = (sums[index] ?? 0) + pick(line);
    }
    return roundedParts(sums);
  };
  const low = rounded((line) => line.low);
  const base = rounded((line) => line.base);
  const high = rounded((line) => line.high);
  return new Map(
    keys.map((key, index) => [
      key,
      { low: low[index] ?? 0, base: base[index] ?? 0, high: high[index] ?? 0 },
    ]),
  );
}

/** The money per working minute of an assignment. */
export const ratePerMinute = ({ roles }: Pick<Assignment, 'roles'>): number =>
  roles.reduce((sum, { role, units }) => sum + units * ((role.ratePerHour ?? 0) / 60), 0);

type PhaseOf = (task: string) => string | null;

/** The base is the work as it was scheduled. */
function taskLines(assignment: Assignment, converter: Converter, phaseOf: PhaseOf): CostLine[] {
  const { task, way, roles } = assignment;
  const { low, high } = way.estimate;
  const base = Math.min(high, Math.max(low, scheduledMinutes(assignment)));
  const common = {
    task: task.id,
    phase: phaseOf(task.id),
    currency: converter.currency,
    rate: 1,
    at: null,
  };
  const cents = (amount: number) =>
    converter.exactCents(amount, converter.currency, `task “${task.id}”`);
  const labor = roles.flatMap(({ role, units }): CostLine[] => {
    const perHour = units * (role.ratePerHour ?? 0);
    if (perHour === 0) return [];
    return [
      {
        ...common,
        id: `${task.id}:${role.id}`,
        name: `${task.name}: ${role.id}`,
        category: 'labor',
        low: cents((low * perHour) / 60),
        base: cents((base * perHour) / 60),
        high: cents((high * perHour) / 60),
        source: `${units} × ${role.ratePerHour} ${converter.currency} per hour`,
      },
    ];
  });
  if (way.fixedCost === undefined) return labor;
  const { fixedCost } = way;
  const fixed: CostLine = {
    ...common,
    id: `${task.id}:fixed`,
    name: `${task.name}: fixed cost`,
    category: 'fixed',
    low: cents(fixedCost.low),
    base: cents(fixedCost.likely),
    high: cents(fixedCost.high),
    source: `stated for the way “${way.id}”`,
  };
  return [...labor, fixed];
}

function statedLine(stated: StatedCost, converter: Converter, phaseOf: PhaseOf): CostLine {
  const place = `cost line “${stated.id}”`;
  const { low, likely, high } = stated.amount;
  if (!(low <= likely && likely <= high)) {
    const message = `${place}: low, base and high must be in this order`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message, { place });
  }
  const cents = (amount: number) => converter.exactCents(amount, stated.currency, place);
  return {
    id: stated.id,
    name: stated.name,
    category: 'purchase',
    task: stated.task ?? null,
    phase: stated.task === undefined ? null : phaseOf(stated.task),
    low: cents(low),
    base: cents(likely),
    high: cents(high),
    currency: stated.currency,
    rate: converter.rateOf(stated.currency, place),
    source: stated.source,
    at: stated.at ?? null,
  };
}

/** What a risk costs on average; at best it does not strike, unless it is certain, at worst it does
 * in full. */
function riskLine(risk: Risk, rates: ReadonlyMap<string, Rates>, converter: Converter): CostLine[] {
  const perMinute = delayRates(risk, rates);
  const { cost, delayMinutes } = risk;
  const mean =
    (cost === undefined ? 0 : pertMean(cost)) +
    (delayMinutes === undefined ? 0 : pertMean(delayMinutes) * perMinute.mean);
  const worst = (cost?.high ?? 0) + (delayMinutes?.high ?? 0) * perMinute.most;
  if (worst === 0 || risk.probability === 0) return [];
  const best = (cost?.low ?? 0) + (delayMinutes?.low ?? 0) * perMinute.least;
  const place = `risk “${risk.id}”`;
  const cents = (amount: number) => converter.exactCents(amount, converter.currency, place);
  return [
    {
      id: risk.id,
      name: `Risk ${risk.id}`,
      category: 'risk',
      task: risk.tasks.length === 1 ? (risk.tasks[0] ?? null) : null,
      phase: null,
      low: risk.probability < 1 ? 0 : cents(best),
      base: cents(mean * risk.probability),
      high: cents(worst),
      currency: converter.currency,
      rate: 1,
      source: `${risk.probability} × its mean cost`,
      at: null,
    },
  ];
}

/** Each task once: without those that lie below another one of the list. */
export function outermostOf(project: Project): (tasks: readonly string[]) => string[] {
  const parents = new Map(project.tasks.map(({ id, parent }) => [id, parent]));
  return (tasks) => {
    const named = new Set(tasks);
    const liesBelow = (task: string): boolean => {
      let at = parents.get(task);
      for (let depth = 0; at !== undefined && depth < parents.size; depth += 1) {
        if (named.has(at)) return true;
        at = parents.get(at);
      }
      return false;
    };
    return [...named].filter((task) => !liesBelow(task));
  };
}

/** The money per minute of a task, and of a summary that of all work below it. */
interface Rates {
  readonly works: number;
  readonly sum: number;
  readonly least: number;
  readonly most: number;
}
const noRates: Rates = { works: 0, sum: 0, least: Number.POSITIVE_INFINITY, most: 0 };

const together = (one: Rates, other: Rates): Rates => ({
  works: one.works + other.works,
  sum: one.sum + other.sum,
  least: Math.min(one.least, other.least),
  most: Math.max(one.most, other.most),
});

function ratesBelow({ project, assignments }: CostInput): ReadonlyMap<string, Rates> {
  const parents = new Map(project.tasks.map(({ id, parent }) => [id, parent]));
  const rates = new Map<string, Rates>();
  for (const assignment of assignments) {
    const rate = ratePerMinute(assignment);
    const own = { works: 1, sum: rate, least: rate, most: rate };
    const seen = new Set<string>();
    let at: string | undefined = assignment.task.id;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      rates.set(at, together(rates.get(at) ?? noRates, own));
      at = parents.get(at);
    }
  }
  return rates;
}

/** What a minute of delay costs: on all that the risk touches, or on one of it. */
function delayRates({ tasks, strikes, delayCosts }: Risk, rates: ReadonlyMap<string, Rates>) {
  if (delayCosts === 'nothing') return { least: 0, mean: 0, most: 0 };
  const { works, sum, least, most } = tasks
    .map((task) => rates.get(task) ?? noRates)
    .reduce(together, noRates);
  return strikes === 'one' && works > 0
    ? { least, mean: sum / works, most }
    : { least: sum, mean: sum, most: sum };
}

function phases(project: Project): PhaseOf {
  const parents = new Map(project.tasks.map(({ id, parent }) => [id, parent]));
  return (task) => {
    let top = parents.get(task);
    for (let depth = 0; depth < parents.size; depth += 1) {
      const above = top === undefined ? undefined : parents.get(top);
      if (above === undefined) break;
      top = above;
    }
    return top ?? null;
  };
}
