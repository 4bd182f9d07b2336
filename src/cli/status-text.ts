// How far a plan is, for people: a few lines, and what to do next.
import type { PlanStatus } from '../contract/plans.ts';
import { inCommands } from './command-words.ts';
import { costText, progressLine, spanText } from './plan-progress.ts';
import { safeText } from './safe-text.ts';

const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

function timeLine({ timing, state }: PlanStatus): string {
  const { started_at, elapsed_sec } = timing;
  if (started_at === null) return `  made ${timeText(timing.created_at)}, not begun yet`;
  const is = state === 'completed' || state === 'failed' ? 'took' : 'so far';
  return `  begun ${timeText(started_at)}, ${is} ${spanText(elapsed_sec)}`;
}

function qualityLine({ quality_summary: quality }: PlanStatus): string[] {
  if (!quality || quality.complete) return [];
  const what = [...quality.partial, ...quality.stubbed].map((text) => safeText(text, 200));
  return what.length === 0 ? [] : [`  not whole: ${what.slice(0, 3).join('; ')}`];
}

function filesLine({ files, files_count: count }: PlanStatus): string[] {
  if (count === 0) return [];
  const newest = files.slice(0, 4).map(({ path }) => path);
  return [`  ${count} files, the newest: ${newest.join(', ')}`];
}

export function statusText(status: PlanStatus, width: number): string {
  const { plan_id, title, state, brain, detail, usage, error, executions } = status;
  const cost = costText(usage);
  const isMade = state === 'completed';
  return [
    `${safeText(title, 200)} (${plan_id})`,
    `  ${state}${status.archived_at ? ', archived' : ''}; brain ${brain}, detail ${detail}`,
    ...(isMade
      ? []
      : [`  ${progressLine({ ...status, usage: { ...usage, calls: 0 } }, width - 2)}`]),
    timeLine(status),
    ...(cost === '' ? [] : [`  ${cost}`]),
    ...(error ? [`  failed at ${error.failed_step}: ${safeText(error.message, 2_000)}`] : []),
    ...qualityLine(status),
    ...filesLine(status),
    ...(executions.length > 0 ? [`  carried out by ${executions.join(', ')}`] : []),
    `  next: ${safeText(inCommands(status.next_action), 800)}`,
    '',
  ].join('\n');
}
