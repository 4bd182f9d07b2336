// How far a plan is, as a line: a bar, percents, stages, what is under way, what it cost, how long it
// takes. Pure: a status and a width in, a text out.
import type { PlanStatus } from '../contract/plans.ts';
import { cells, fitCells } from './cells.ts';
import { safeText } from './safe-text.ts';

export function spanText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

const usdText = (usd: number): string => `$${usd.toFixed(usd < 1 ? 4 : 2)}`;

const callsText = (calls: number): string => `${calls} ${calls === 1 ? 'call' : 'calls'}`;

const priceText = (usd: number | null): string => (usd === null ? 'cost unknown' : usdText(usd));

/** Nothing where no mind was asked. */
export function costText({ calls, tokens, cost_usd: usd, budget_left: left }: PlanStatus['usage']) {
  if (calls === 0) return '';
  const rest = left?.usd === undefined ? '' : `, ${usdText(left.usd)} left`;
  return `${callsText(calls)}, ${tokens.toLocaleString('en-US')} tokens, ${priceText(usd)}${rest}`;
}

const shortCost = ({ calls, cost_usd: usd }: PlanStatus['usage']): string =>
  calls === 0 ? '' : `${callsText(calls)}, ${usd === null ? 'cost unknown' : `$${usd.toFixed(2)}`}`;

const percentText = (percent: number): string => `${String(percent).padStart(3)} %`;

function barText(percent: number, width: number): string {
  const full = Math.round((Math.min(100, Math.max(0, percent)) / 100) * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
}

const stagesText = ({ steps_completed: done, steps_total: total }: PlanStatus): string =>
  total > 0 ? `${done}/${total}` : '';

/** What is under way, or why nothing is. */
const nowText = ({ current_step, timing }: PlanStatus): string =>
  safeText(timing.stalled?.reason ?? current_step ?? '', 400);

function leftText({ timing: { eta_sec: eta, stalled } }: PlanStatus): string {
  return stalled || eta === null || eta < 1 ? '' : `about ${spanText(eta)} left`;
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('  ');

interface Around {
  readonly before: string;
  readonly after: string;
}

/** By the terminal alone, so that it does not jump. */
const barWidth = (width: number): number => (width >= 120 ? 24 : 12);

/** In front of what is under way, and behind it; the richest first. */
function choices(status: PlanStatus, width: number): Around[] {
  const { progress_percentage: percent, usage } = status;
  const count = joined([percentText(percent), stagesText(status)]);
  const left = leftText(status);
  const bar = barText(percent, barWidth(width));
  return [
    { before: joined([bar, count]), after: joined([costText(usage), left]) },
    { before: joined([bar, count]), after: joined([shortCost(usage), left]) },
    { before: count, after: joined([shortCost(usage), left]) },
    { before: percentText(percent), after: left },
    { before: percentText(percent), after: '' },
  ];
}

const leastNow = 16;

/** For a terminal of that many columns; never longer. */
export function progressLine(status: PlanStatus, width: number): string {
  const now = nowText(status);
  const wanted = Math.min(cells(now), leastNow);
  const room = ({ before, after }: Around): number =>
    width - cells(joined([before, after])) - (before === '' && after === '' ? 0 : 2);
  const all = choices(status, width);
  const chosen = all.find((choice) => room(choice) >= wanted) ?? all.at(-1);
  if (!chosen) return '';
  const shown = fitCells(now, room(chosen));
  return fitCells(joined([chosen.before, shown, chosen.after]), width);
}

/** For a file or a pipe: what changed since the line before, without what changes all the time. */
export const plainLine = (status: PlanStatus): string =>
  joined([
    percentText(status.progress_percentage),
    stagesText(status),
    nowText(status),
    costText(status.usage),
  ]);

/** What makes another line worth writing. */
export const plainMark = ({ progress_percentage, current_step, timing }: PlanStatus): string =>
  [progress_percentage, current_step, timing.stalled?.waits_for ?? ''].join('|');
