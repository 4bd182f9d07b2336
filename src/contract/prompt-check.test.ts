import { describe, expect, it } from 'vitest';
import { promptCheckInput, questionIds } from './prompt-check.ts';

const problemsOf = (answers: unknown): string[] =>
  (promptCheckInput.safeParse({ prompt: 'Open a bakery', answers }).error?.issues ?? []).map(
    ({ message }) => message,
  );

describe('answers to the questions about a goal', () => {
  it('[RD22] all ids of questions are taken, some or none too', () => {
    expect(problemsOf(Object.fromEntries(questionIds.map((id) => [id, 'yes'])))).toEqual([]);
    expect(problemsOf({ place: 'Lyon' })).toEqual([]);
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf(undefined)).toEqual([]);
  });

  it('[RD22] any other is refused, however many there are, and the ids are told', () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`id_${n}`, 'x']));
    for (const answers of [{ where: 'Lyon' }, { place: 'Lyon', constructor: 'x' }, many]) {
      const [first, ...rest] = problemsOf(answers);
      expect(rest).toEqual([]);
      expect(first).toBe(
        'they go by the ids of questions: confirm, goal, budget, deadline, place, measure, people, bans',
      );
    }
  });

  it('[RD22] an answer has at most 500 characters', () => {
    expect(problemsOf({ place: 'x'.repeat(500) })).toEqual([]);
    expect(problemsOf({ place: 'x'.repeat(501) }).join()).toContain('500');
  });
});
