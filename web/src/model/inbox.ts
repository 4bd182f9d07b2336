// Words and signs for what waits for a person.
import type { InboxItem } from '../../../src/contract/approvals.ts';
import type { IconName } from '../parts/icon.svelte';
import { formatDuration } from '../text/time.ts';

type Kind = InboxItem['kind'];

export const inboxWords: Readonly<Record<Kind, string>> = {
  approval: 'To approve',
  question: 'Question',
  task: 'Task for a person',
  check: 'To check',
  budget: 'Budget',
  undo: 'Undo that failed',
  failure: 'Failure',
};

export const inboxSigns: Readonly<Record<Kind, IconName>> = {
  approval: 'person',
  question: 'question',
  task: 'person',
  check: 'check',
  budget: 'warning',
  undo: 'retry',
  failure: 'warning',
};

/** Late things say by how much. */
export function dueWords({ due_at, overdue }: InboxItem, now: Date): string {
  const leftMs = Date.parse(due_at) - now.getTime();
  if (overdue || leftMs <= 0) return `overdue by ${formatDuration(-leftMs)}`;
  return `due in ${formatDuration(leftMs)}`;
}
