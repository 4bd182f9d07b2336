// Dates that minds set (when a measure is taken, a tripwire looked at, the whole stopped) against when
// the work is likely to end, and targets for the cost of the whole against what it is likely to cost. A date between the planned and the likely end would find good work undone.
import type { Plan } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import { daysBetween, latest, tasksOf } from './plan-parts.ts';
import { datesInWords } from './text-dates.ts';
import { datesIn } from './text-numbers.ts';

interface Ends {
  readonly start: string;
  readonly planned: string;
  /** In four of five simulated runs it has ended by then. */
  readonly likely: string;
}

const dayMs = 86_400_000;

function endsOf({ start_date, finish_date, schedule }: Plan): Ends | null {
  const likely = schedule.simulation?.finish.p80.slice(0, 10);
  return likely === undefined ? null : { start: start_date, planned: finish_date, likely };
}

/** Something that is planned to be done on a date is late by the same share as the whole. */
function likelyDate(planned: string, ends: Ends): string {
  const whole = daysBetween(ends.start, ends.planned) ?? 0;
  const until = daysBetween(ends.start, planned) ?? 0;
  const longer = (daysBetween(ends.start, ends.likely) ?? 0) / Math.max(1, whole);
  const days = Math.floor(until * Math.max(1, longer));
  const start = Date.parse(ends.start);
  return Number.isFinite(start)
    ? new Date(start + days * dayMs).toISOString().slice(0, 10)
    : planned;
}

/** When that is finished which a text names (V2): the last task that delivers it. */
function deliveredOn(text: string, plan: Plan): string | null {
  const named = new Set(text.match(/\bV\d{1,2}\b/g) ?? []);
  const dates = tasksOf(plan)
    .filter(({ delivers = [] }) => delivers.some((one) => named.has(one)))
    .map(({ finish_date, result_date }) => result_date ?? finish_date);
  return dates.length === 0 ? null : latest(dates);
}

type Measure = NonNullable<Plan['outcomes']>[number];

function measureFindings(measure: Measure, plan: Plan, ends: Ends): GateFinding[] {
  const { outcome_id, by, source, how_measured, measure: what } = measure;
  if (by === null) return [];
  const delivered = deliveredOn(`${what} ${how_measured} ${source}`, plan);
  // Without a deliverable only what is due at the end is surely about the whole.
  const planned = delivered ?? (by >= ends.planned ? ends.planned : null);
  if (planned === null) return [];
  const likely = likelyDate(planned, ends);
  if (by >= likely) return [];
  return [
    findingOf('warn', {
      ...{ artifact: 'outcomes', field: `${outcome_id}.by`, value: by },
      rule: `What it measures is done by ${likely} in four of five simulated runs.`,
      remedy: `Measure it on ${likely} or later, or take risk out of the work before it.`,
    }),
  ];
}

/** A target for what the whole may cost that only few runs keep: the charter took it from an estimate. */
function costFindings(measure: Measure, plan: Plan): GateFinding[] {
  const { outcome_id, aim, target, source, how_measured } = measure;
  const likely = plan.schedule.simulation?.cost?.p80;
  const named = new Set(`${source} ${how_measured}`.match(/\bA\d{1,2}\b/g) ?? []);
  const isWhole = plan.assumptions.some(
    ({ assumption_id: id, total }) => total === 'cost' && named.has(`A${id.split('_')[1] ?? ''}`),
  );
  if (likely === undefined || !isWhole || aim !== 'at_most' || target >= likely) return [];
  const amount = `${plan.costs.currency} ${Math.ceil(likely).toLocaleString('en-US')}`;
  return [
    findingOf('warn', {
      ...{ artifact: 'outcomes', field: `${outcome_id}.target`, value: String(target) },
      rule: `The whole costs up to ${amount} in four of five simulated runs.`,
      remedy: `Set ${amount} or more, or take cost out of the work.`,
    }),
  ];
}

function stopFindings(plan: Plan, { planned, likely }: Ends): GateFinding[] {
  const rule = plan.premortem?.stop_rule ?? '';
  const dates = new Set([...datesIn(rule), ...datesInWords(rule, plan.language ?? 'und')]);
  return [...dates]
    .filter((date) => date >= planned && date < likely)
    .map((date) =>
      findingOf('warn', {
        ...{ artifact: 'premortem', field: 'stop_rule', value: date },
        rule: `The work ends by ${likely} in four of five simulated runs; this stops it before.`,
        remedy: `Let it stop on ${likely} or later, or on something that is seen much earlier.`,
      }),
    );
}

/** What is looked at after both the likely end and the deadline calls nobody to action any more. */
function tooLate(plan: Plan, { likely }: Ends): GateFinding[] {
  const { premortem, critical_premises = [], schedule } = plan;
  const end = latest([likely, schedule.deadline ?? likely]);
  const dates = [
    ...(premortem?.failures ?? []).flatMap(({ tripwires, title }) =>
      tripwires.map(({ by }) => ({ artifact: 'premortem', field: `${title}.tripwires`, by })),
    ),
    ...critical_premises.map(({ id, by }) => ({
      ...{ artifact: 'critical_premises', field: `${id}.by`, by },
    })),
  ];
  return dates.flatMap(({ artifact, field, by }) =>
    by === null || by <= end
      ? []
      : [
          findingOf('warn', {
            ...{ artifact, field, value: by },
            rule: `The work ends by ${likely} in four of five simulated runs; this is seen too late.`,
            remedy: 'Look at it while there is still something to decide.',
          }),
        ],
  );
}

export function dueFindings(plan: Plan): GateFinding[] {
  const ends = endsOf(plan);
  if (!ends) return [];
  return [
    ...(plan.outcomes ?? []).flatMap((one) => [
      ...measureFindings(one, plan, ends),
      ...costFindings(one, plan),
    ]),
    ...stopFindings(plan, ends),
    ...tooLate(plan, ends),
  ];
}
