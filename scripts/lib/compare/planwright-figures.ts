// The figures of plan.json that code computed, and which of them the summary tells.
import type { Plan } from '../../../src/contract/plan.ts';
import type { PlanMeasures } from './measures.ts';
import { type SummaryFigures, summaryFigures } from './summary-figures.ts';

type Value = number | string | null | undefined;

const numbers = (values: readonly Value[]): number[] =>
  values.filter((value): value is number => typeof value === 'number');
const moments = (values: readonly Value[]): string[] =>
  values.filter((value): value is string => typeof value === 'string');

function datesOf({ phases, finish_date, schedule }: Plan): string[] {
  const all = phases.flatMap((phase) => [phase, ...phase.tasks]);
  const { simulation } = schedule;
  return moments([
    finish_date,
    ...all.flatMap(({ start_date: start, finish_date: finish }) => [start, finish]),
    ...Object.values(simulation?.finish ?? {}),
    simulation?.finish_at_confidence,
    ...(simulation?.milestones ?? []).flatMap(({ finish }) => Object.values(finish)),
  ]);
}

const oddsOf = ({ schedule: { simulation } }: Plan): number[] =>
  numbers([
    simulation?.odds.deadline,
    simulation?.odds.budget,
    ...(simulation?.criticality ?? []).map(({ share }) => share),
    ...(simulation?.milestones ?? []).map(({ odds }) => odds),
  ]);

const moneyOf = ({ costs, schedule }: Plan): number[] =>
  numbers([
    ...[costs.low, costs.base, costs.high, schedule.cost?.total],
    ...Object.values(schedule.simulation?.cost ?? {}),
    schedule.simulation?.contingency,
    ...(schedule.cash_flow ?? []).map(({ amount }) => amount),
  ]);

const floatsOf = ({ schedule }: Plan): number[] =>
  (schedule.tasks ?? []).flatMap((task) => [task.total_float, task.free_float]);

const scoresOf = ({ gates, red_team: redTeam }: Plan): number[] =>
  numbers([...(gates ?? []).map(({ score }) => score), redTeam?.resilience, redTeam?.candor]);

const counted = (values: readonly unknown[]): number | null => values.length || null;

export const computedFigures = (plan: Plan): PlanMeasures['computed'] => ({
  dates: counted(datesOf(plan)),
  floats: counted(floatsOf(plan)),
  odds: counted(oddsOf(plan)),
  money: counted(moneyOf(plan)),
  scores: counted(scoresOf(plan)),
});

export const summaryText = ({ summary, executive_summary: said }: Plan): string =>
  said === undefined ? summary : Object.values(said).join('\n');

const assumptionText = ({ assumptions }: Plan): string =>
  assumptions
    .map(({ claim, lower, base, upper }) => `${claim}; ${lower}; ${base}; ${upper}`)
    .join('\n');

export const figuresOfSummary = (plan: Plan): SummaryFigures =>
  summaryFigures(summaryText(plan), {
    computed: {
      days: datesOf(plan).map((moment) => Date.parse(moment)),
      numbers: [...moneyOf(plan), ...oddsOf(plan)],
    },
    goal: `${plan.goal}\n${plan.start_date}`,
    assumptions: assumptionText(plan),
    language: plan.language,
  });
