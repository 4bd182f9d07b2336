// Why a plan has no deadline although its goal speaks of a time. "No deadline was given" is only said
// where nothing was.
import type { Fact } from '../contract/plan.ts';

/** The value of a date whose day only the goal's owner knows. */
export const DAY_NOT_GIVEN = 'day not given';

export const isPast = (fact: Fact, startDate: string): boolean =>
  fact.kind === 'date' &&
  /^\d{4}-/.test(String(fact.value)) &&
  String(fact.value).slice(-10) < startDate;

export const isOwnDay = (fact: Fact): boolean =>
  fact.kind === 'date' && fact.value === DAY_NOT_GIVEN;

/** One sentence without its full stop, or nothing when the goal names no time. */
export function whyNoDeadline(facts: readonly Fact[], startDate: string): string {
  const own = facts.find(isOwnDay);
  if (own) return `“${own.text}” names a day that is not known here, so no deadline is used`;
  const past = facts.filter((fact) => isPast(fact, startDate)).slice(0, 3);
  if (past.length === 0) return '';
  const texts = past.map((fact) => `“${fact.text}”`).join(', ');
  const lies = past.length === 1 ? 'lies' : 'lie';
  return `${texts} ${lies} before the start (${startDate}), so no deadline is used`;
}
