// A link in the notation that project managers know: task_1 SS+8h.
import type { Link } from '../project.ts';

export function linkText(link: Link): string {
  const lag = lagText(link);
  return link.type === 'FS' && lag === '' ? link.from : `${link.from} ${link.type}${lag}`;
}

/** Empty where there is none; eh are elapsed hours. */
export function lagText({ lagMinutes, lagIn }: Pick<Link, 'lagMinutes' | 'lagIn'>): string {
  if (lagMinutes === 0) return '';
  const unit = lagIn === 'elapsed' ? 'eh' : 'h';
  return `${lagMinutes > 0 ? '+' : ''}${hoursText(lagMinutes)}${unit}`;
}

/** Hours with at most two digits behind the point. */
export const hoursText = (minutes: number): string => String(Math.round(minutes / 0.6) / 100);
