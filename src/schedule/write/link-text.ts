// A link in the notation that project managers know: task_1 SS+8h.
import type { Link } from '../project.ts';

export function linkText({ from, type, lagMinutes, lagIn }: Link): string {
  const unit = lagIn === 'elapsed' ? 'eh' : 'h';
  const lag = lagMinutes === 0 ? '' : `${lagMinutes > 0 ? '+' : ''}${hoursText(lagMinutes)}${unit}`;
  return type === 'FS' && lag === '' ? from : `${from} ${type}${lag}`;
}

/** Hours with at most two digits behind the point. */
export const hoursText = (minutes: number): string => String(Math.round(minutes / 0.6) / 100);
