// A change in one line, for those who approve it.
import type { ChangeProposal } from '../work/change-request.ts';

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

function datesText({ diff: { dates } }: ChangeProposal): string {
  if (dates === null) return 'no forecast of dates';
  const { before, after, days } = dates.finish;
  const late = dates.misses_deadline === true ? ', after what is due' : '';
  return days === 0
    ? `the end stays ${before.slice(0, 10)}${late}`
    : `the end moves from ${before.slice(0, 10)} to ${after.slice(0, 10)} (${days > 0 ? '+' : ''}${days} days${late})`;
}

const round = (amount: number): number => Math.round(amount * 100) / 100;

function moneyText({ diff: { money } }: ChangeProposal): string {
  const { before, after, currency, steps_usd: stated } = money;
  const parts: string[] = [];
  if (before !== null && after !== null) {
    parts.push(`cost ${round(before)} → ${round(after)} ${currency ?? ''}`.trim());
  }
  if (stated.before !== stated.after) {
    parts.push(`steps say ${round(stated.before)} → ${round(stated.after)} USD`);
  }
  return parts.length === 0 ? '' : `; ${parts.join('; ')}`;
}

export function summaryLine(proposal: ChangeProposal): string {
  const { added, changed, cancelled, taken_back } = proposal.diff;
  const counts = [
    ...(added.length > 0 ? [`adds ${plural(added.length, 'step')}`] : []),
    ...(changed.length > 0 ? [`changes ${plural(changed.length, 'step')}`] : []),
    ...(cancelled.length > 0 ? [`cancels ${plural(cancelled.length, 'step')}`] : []),
    ...(taken_back.length > 0 ? [`takes back ${plural(taken_back.length, 'step')}`] : []),
  ];
  const until = proposal.until === null ? '' : ` until ${proposal.until}`;
  return `${proposal.diff.reason}: ${counts.join(', ')}${until}; ${datesText(proposal)}${moneyText(proposal)}.`;
}
