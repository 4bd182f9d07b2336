import { describe, expect, it } from 'vitest';
import type { InboxItem } from '../../../src/contract/approvals.ts';
import { dueWords } from './inbox.ts';

const now = new Date('2026-05-04T12:00:00.000Z');
const item = (due_at: string, overdue: boolean): InboxItem =>
  ({ due_at, overdue }) as unknown as InboxItem;

describe('when something is due', () => {
  it('[UI15] is said in words', () => {
    expect(dueWords(item('2026-05-04T14:05:00.000Z', false), now)).toBe('due in 2 h 5 min');
    expect(dueWords(item('2026-05-04T11:59:00.000Z', true), now)).toBe('overdue by 1 min');
  });

  it('[UI15] does not wait for the server to say that it is over', () => {
    expect(dueWords(item('2026-05-04T11:00:00.000Z', false), now)).toBe('overdue by 1 h');
  });
});
