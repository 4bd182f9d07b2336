// The cost breakdown structure: rates × hours, fixed costs, purchases and what risks cost on
// average, one line each, in whole cents of the project's currency. The total is the sum of the
// lines to the cent, by category and by phase alike.
import { PlanwrightError } from '../../base/errors.ts';
import type { Project, ThreePoint } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import type { Risk } from '../simulate/risk.ts';
import { type Assignment, scheduledMinutes } from './assignments.ts';
import type { Converter } from './currency.ts';

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
  /** Cents of the project's currency: low ≤ base ≤ high. */
  readonly low: number;
  readonly base: number;
  readonly high: number;
  /** As stated, before conversion. */
  readonly currency: string;
  readonly rate: number;
  readonly source: string;
  readonly at: number | null;
}

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
  const lines = [
    ...input.assignments.flatMap((assignment) => taskLines(assignment, input.converter, phaseOf)),
    ...input.stated.map((stated) => statedLine(stated, input.converter, phaseOf)),
    ...input.risks.flatMap((risk) => riskLine(risk, rates, input.converter)),
  ];
  return {
    currency: input.converter.currency,
    lines,
    total: sumLines(lines),
    byCategory: {
      labor: sumOf(lines, 'labor'),
      fixed: sumOf(lines, 'fixed'),
      purchase: sumOf(lines, 'purchase'),
      risk: sumOf(lines, 'risk'),
    },
    byPhase: sumByPhase(lines),
  };
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
    lines.reduce((total, line) => total + pick(line), 0);
  return {
    low: sum(({ low }) => low),
    base: sum(({ base }) => base),
    high: sum(({ high }) => high),
  };
}

const sumOf = (lines: readonly CostLine[], category: CostCategory): CostSums =>
  sumLines(lines.filter((line) => line.category === category));

function sumByPhase(lines: readonly CostLine[]): ReadonlyMap<string, CostSums> {
  const groups = Map.groupBy(lines, ({ phase }) => phase ?? '');
  return new Map([...groups].map(([phase, own]) => [phase, sumLines(own)]));
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
    converter.toCents(amount, converter.currency, `task “${task.id}”`);
  const labor = roles.flatMap(({ role, units }): CostLine[] => {
    const perMinute = (units * (role.ratePerHour ?? 0)) / 60;
    if (perMinute === 0) return [];
    return [
      {
        ...common,
        id: `${task.id}:${role.id}`,
        name: `${task.name}: ${role.id}`,
        category: 'labor',
        low: cents(low * perMinute),
        base: cents(base * perMinute),
        high: cents(high * perMinute),
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
  const cents = (amount: number) => converter.toCents(amount, stated.currency, place);
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

/** What a risk costs on average; at best it does not strike, at worst it does in full. */
function riskLine(
  risk: Risk,
  rates: ReadonlyMap<string, number>,
  converter: Converter,
): CostLine[] {
  const perMinute = risk.tasks.reduce((sum, task) => sum + (rates.get(task) ?? 0), 0);
  const { cost, delayMinutes } = risk;
  const mean =
    (cost === undefined ? 0 : pertMean(cost)) +
    (delayMinutes === undefined ? 0 : pertMean(delayMinutes) * perMinute);
  const worst = (cost?.high ?? 0) + (delayMinutes?.high ?? 0) * perMinute;
  if (worst === 0) return [];
  const place = `risk “${risk.id}”`;
  const cents = (amount: number) => converter.toCents(amount, converter.currency, place);
  return [
    {
      id: risk.id,
      name: `Risk ${risk.id}`,
      category: 'risk',
      task: risk.tasks.length === 1 ? (risk.tasks[0] ?? null) : null,
      phase: null,
      low: 0,
      base: cents(mean * risk.probability),
      high: cents(worst),
      currency: converter.currency,
      rate: 1,
      source: `${risk.probability} × its mean cost`,
      at: null,
    },
  ];
}

/** The money per minute of each task, and of a summary all that is below it. */
function ratesBelow({ project, assignments }: CostInput): ReadonlyMap<string, number> {
  const parents = new Map(project.tasks.map(({ id, parent }) => [id, parent]));
  const rates = new Map<string, number>();
  for (const assignment of assignments) {
    const rate = ratePerMinute(assignment);
    const seen = new Set<string>();
    let at: string | undefined = assignment.task.id;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      rates.set(at, (rates.get(at) ?? 0) + rate);
      at = parents.get(at);
    }
  }
  return rates;
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
