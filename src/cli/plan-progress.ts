// The line that shows how far a plan is: percents, what is under way, what it cost, how long it takes.
import type { PlanStatus } from '../contract/plans.ts';
import { safeText } from './safe-text.ts';

export function spanText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

const usdText = (usd: number): string => `$${usd.toFixed(usd < 1 ? 4 : 2)}`;

/** Nothing where no mind was asked. */
export function costText({ calls, tokens, cost_usd: usd, budget_left: left }: PlanStatus['usage']) {
  if (calls === 0) return '';
  const cost = usd === null ? 'cost unknown' : usdText(usd);
  const rest = left?.usd === undefined ? '' : `, ${usdText(left.usd)} left`;
  return `${calls} calls, ${tokens.toLocaleString('en-US')} tokens, ${cost}${rest}`;
}

export function progressLine({ progress_percentage, current_step, usage, timing }: PlanStatus) {
  const { eta_sec: eta, stalled } = timing;
  const parts = [
    `${String(progress_percentage).padStart(3)} %`,
    safeText(stalled?.reason ?? current_step ?? '', 120),
    costText(usage),
    eta === null || eta < 1 ? '' : `about ${spanText(eta)} left`,
  ];
  return parts.filter((part) => part !== '').join('  ');
}
