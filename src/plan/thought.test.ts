import { describe, expect, it, vi } from 'vitest';
import { prepareCheck, type ThoughtWork } from './thought.ts';

const workOf = (prepare?: () => void): ThoughtWork =>
  ({ stage: { prepare }, input: { intake: {}, outputs: {} } }) as unknown as ThoughtWork;

describe('what a check needs', () => {
  it('is made ready with the input of the step, and nothing is lost where that fails', () => {
    const prepare = vi.fn();
    const work = workOf(prepare);
    prepareCheck(work);
    expect(prepare.mock.calls).toEqual([[work.input]]);
    prepare.mockImplementation(() => {
      throw new Error('no');
    });
    expect(() => prepareCheck(work)).not.toThrow();
    expect(() => prepareCheck(workOf())).not.toThrow();
  });
});
