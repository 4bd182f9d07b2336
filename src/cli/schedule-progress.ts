// How a plan that is being carried out stands: against its first schedule, and in money.
import type { EarnedValue } from '../schedule/forecast/earned-value.ts';
import type { Minute } from '../schedule/project.ts';
import type { ProgressOutcome } from '../schedule/run/outcome.ts';
import { isoDateTimeIn } from '../schedule/time/local-time.ts';
import { safeText } from './safe-text.ts';

const MAX_SLIPS = 5;

/** Six digits: finer than a second. */
export const daysOf = (minutes: number): number => Math.round((minutes / 1440) * 1e6) / 1e6;

export const timeText = (zone: string, minute: Minute): string =>
  isoDateTimeIn(zone, minute).slice(0, 16).replace('T', ' ');

export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

export const moneyText = (value: number): string => Math.round(value).toLocaleString('en-US');

export function progressAnswer(progress: ProgressOutcome, zone: string): object {
  const { earnedValue } = progress;
  return {
    now: isoDateTimeIn(zone, progress.now),
    baseline_finish: isoDateTimeIn(zone, progress.baselineFinish),
    finish_by_days: daysOf(progress.finishByMinutes),
    slips: progress.slips.map(({ id, byMinutes }) => ({ id, by_days: daysOf(byMinutes) })),
    earned_value: earnedValue === null ? null : earnedAnswer(earnedValue),
  };
}

const earnedAnswer = (value: EarnedValue) => ({
  budget_at_completion: value.budgetAtCompletion,
  planned_value: value.plannedValue,
  earned_value: value.earnedValue,
  actual_cost: value.actualCost,
  schedule_performance: ratio(value.schedulePerformance),
  cost_performance: ratio(value.costPerformance),
  estimate_at_completion: value.estimateAtCompletion,
  variance_at_completion: value.varianceAtCompletion,
  without_cost: value.withoutCost,
});

const ratio = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1e4) / 1e4;

export function progressLines(
  progress: ProgressOutcome,
  zone: string,
  currency: string | null,
): string[] {
  const { now, baselineFinish, finishByMinutes, slips, earnedValue } = progress;
  const end = timeText(zone, baselineFinish);
  const worst = slips.filter(({ byMinutes }) => byMinutes > 0).slice(0, MAX_SLIPS);
  return [
    '',
    `Progress at ${timeText(zone, now)}, against the first schedule (finish ${end}):`,
    `  the end comes ${slipText(finishByMinutes)}`,
    ...worst.map(({ id, byMinutes }) => `  ${safeText(id, 60)} ends ${slipText(byMinutes)}`),
    ...(earnedValue === null ? [] : earnedLines(earnedValue, currency ?? '')),
  ];
}

export function slipText(minutes: number): string {
  const days = Math.round(Math.abs(minutes) / 144) / 10;
  if (minutes === 0) return 'as planned';
  const size =
    days === 0
      ? `${Math.abs(minutes)} ${Math.abs(minutes) === 1 ? 'minute' : 'minutes'}`
      : daysText(days);
  return `${size} ${minutes > 0 ? 'later' : 'earlier'}`;
}

function earnedLines(value: EarnedValue, currency: string): string[] {
  const { plannedValue, actualCost, estimateAtCompletion, budgetAtCompletion } = value;
  const index = (name: string, share: number | null): string =>
    share === null ? '' : `, ${name} ${share.toFixed(2)}`;
  const missing = value.withoutCost.length;
  return [
    `  planned ${moneyText(plannedValue)}, earned ${moneyText(value.earnedValue)}, spent ${moneyText(actualCost)} ${currency}${index('SPI', value.schedulePerformance)}${index('CPI', value.costPerformance)}`.trimEnd(),
    `  at completion ${moneyText(estimateAtCompletion)}, planned were ${moneyText(budgetAtCompletion)} ${currency}`.trimEnd(),
    ...(missing === 0
      ? []
      : [
          `  ${missing === 1 ? '1 task that has begun states' : `${missing} tasks that have begun state`} no cost: what was spent on ${missing === 1 ? 'it' : 'them'} is estimated`,
        ]),
  ];
}
