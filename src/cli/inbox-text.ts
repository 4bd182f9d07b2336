// The inbox for people: one item under the other, each with the command that settles it.
import type { InboxItem } from '../contract/approvals.ts';
import { safeText } from './safe-text.ts';

const maxTextChars = 300;

function itemLines(item: InboxItem): string[] {
  const late = `${item.overdue ? ' · OVERDUE' : ''}${item.yours ? ' · you have it' : ''}`;
  return [
    `${item.kind.padEnd(10)}${safeText(item.title, 100)}${late}`,
    `          ${safeText(item.plan_title, 80)} · since ${item.opened_at} · due ${item.due_at}`,
    ...(item.text === item.title ? [] : [`          ${safeText(item.text, maxTextChars)}`]),
    `          ${item.settle.command}`,
  ];
}

export function inboxText(answer: object): string {
  const { items, next_cursor } = answer as {
    items: readonly InboxItem[];
    next_cursor: string | null;
  };
  if (items.length === 0) return 'Nothing waits for you.\n';
  const lines = items.map((item) => itemLines(item).join('\n')).join('\n\n');
  const more = next_cursor === null ? '' : `\nMore: planwright inbox --cursor ${next_cursor}\n`;
  return `${lines}\n${more}`;
}
