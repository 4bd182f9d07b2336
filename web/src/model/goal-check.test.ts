import { describe, expect, it } from 'vitest';
import type { PromptCheck } from '../../../src/contract/prompt-check.ts';
import { checkTitle, isStopped, readHints } from './goal-check.ts';
import { goalHints, timeWords } from './goal-hints.ts';

const words = timeWords(['en']);
const goal = 'Open a small bakery in Lyon by 1 October 2027 for 60,000 EUR';
const nothing: PromptCheck['read'] = {
  ...{ language: 'en', subject: 'a bakery', budget: null, deadline: null },
  ...{ amounts: [], dates: [], durations: [], places: [], counts: [], bans: [], demands: [] },
};
const check = (
  read: Partial<PromptCheck['read']> = {},
  verdict: PromptCheck['verdict'] = 'usable',
): PromptCheck => ({
  ...{ verdict, reason: '', score: 50, findings: [], questions: [], what_to_add: [] },
  ...{ candidates: [], change_log: [], next_action: '', read: { ...nothing, ...read } },
});
const texts = (hints: ReturnType<typeof readHints>) => hints.map(({ text }) => text);

describe('a goal that the server has read', () => {
  it('[FR15] shows the place, the date and the money as they were read', () => {
    const read = {
      places: [
        { text: 'Lyon', name: 'Lyon' },
        { text: 'lyon', name: 'Lyon' },
      ],
      deadline: { date: '2027-10-01', text: 'by 1 October 2027', certain: true },
      budget: { amount: 60_000, currency: 'EUR', certain: true },
    };
    const hints = readHints(goalHints(goal, words), check(read));
    expect(texts(hints).slice(1)).toEqual(['Lyon', 'By Oct 1, 2027', '€60,000']);
    expect(hints.every(({ isNamed }) => isNamed)).toBe(true);
  });

  it('[FR15] says where it is not sure', () => {
    const budget = { amount: 60_000, currency: 'EUR', certain: false };
    expect(texts(readHints(goalHints(goal, words), check({ budget })))).toContain(
      '€60,000, as we read it',
    );
  });

  it('[FR15] only guesses until it is read, and where nothing was', () => {
    const guessed = goalHints(goal, words);
    expect(readHints(guessed, undefined)).toEqual(guessed);
    expect(readHints(guessed, check())).toEqual(guessed);
  });

  it('[FR16] is stopped where no plan would be made, and asked where one might', () => {
    const of = (verdict: PromptCheck['verdict']) => {
      const found = check({}, verdict);
      return [isStopped(found), checkTitle(found)];
    };
    expect(of('usable')).toEqual([false, '']);
    expect(of('confirm')).toEqual([false, 'Is this meant so?']);
    expect(of('unusable')).toEqual([true, 'Not enough to plan yet.']);
    expect(of('refused')).toEqual([true, 'This is not planned.']);
  });
});
