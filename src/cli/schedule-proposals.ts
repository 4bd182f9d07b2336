// What would help a plan that misses its deadline or its budget, and what was changed, for people.
import type { ProposalOutcome, ScheduleOutcome } from '../schedule/run/outcome.ts';
import { safeText } from './safe-text.ts';
import type { AnswerInput } from './schedule-answer.ts';
import { daysOf, daysText, moneyText } from './schedule-progress.ts';

/** What to do when the deadline or the budget is missed. */
export function proposalLines({ outcome, file }: AnswerInput): string[] {
  const { proposals, closed } = outcome;
  if (proposals.length === 0) return [];
  const broken = proposals.map((proposal) => brokenBy(proposal, outcome));
  const taken = broken.every((limits) => limits.length > 0)
    ? ' (--close-gap takes nothing that breaks a limit that is kept)'
    : ' (--close-gap takes them)';
  const lines = proposals.map((proposal, at) => proposalText(proposal, file.currency, broken[at]));
  return ['', `What would help${closed === null ? taken : ''}:`, ...lines];
}

/** Limits that are kept now and would not be any more. */
function brokenBy(
  { meetsDeadline, meetsBudget }: ProposalOutcome,
  { verdict }: ScheduleOutcome,
): string[] {
  // A proposal speaks of all deadlines together, those of tasks too.
  const deadlines = [verdict?.deadline, verdict?.taskDeadlines];
  const areKept = deadlines.includes(true) && !deadlines.includes(false);
  return [
    ...(meetsDeadline === false && areKept ? ['breaks the deadline'] : []),
    ...(meetsBudget === false && verdict?.budget === true ? ['breaks the budget'] : []),
  ];
}

function proposalText(
  proposal: ProposalOutcome,
  currency: string | null,
  broken: readonly string[] = [],
): string {
  const { text, gainMinutes, price, meetsDeadline, meetsBudget, late } = proposal;
  const days = Math.round(daysOf(Math.abs(gainMinutes)) * 10) / 10;
  const of = late === null ? '' : `“${safeText(late, 60)}” `;
  const gain = `${of}${daysText(days)} ${gainMinutes < 0 ? 'later' : 'earlier'}`;
  const unit = currency === null ? '' : ` ${currency}`;
  const money = `${price < 0 ? 'saves' : 'costs'} ${moneyText(Math.abs(price))}${unit}`;
  const parts = [
    ...(gainMinutes === 0 ? [] : [gain]),
    ...(price === 0 ? [] : [money]),
    ...(meetsDeadline === true ? ['keeps the deadline'] : []),
    ...(meetsBudget === true ? ['keeps the budget'] : []),
    ...broken,
  ];
  return `  ${safeText(text, 200).replace(/\.$/, '')}: ${parts.join(', ')}`;
}

export function closedLines({ outcome, file }: AnswerInput): string[] {
  const { closed } = outcome;
  if (closed === null) return [];
  if (closed.taken.length === 0) return ['', untouched(outcome, closed.met)];
  const end = closed.met ? 'deadline and budget are met' : 'it is not enough';
  const lines = closed.taken.map((proposal) => proposalText(proposal, file.currency));
  return ['', `Changed to close the gap; ${end}:`, ...lines];
}

function untouched(outcome: ScheduleOutcome, isMet: boolean): string {
  if (isMet) return 'There was no gap to close.';
  return outcome.proposals.some((proposal) => brokenBy(proposal, outcome).length > 0)
    ? 'Nothing was changed: what would help breaks a limit that is kept.'
    : 'Nothing helps to close the gap.';
}
