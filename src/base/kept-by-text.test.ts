import { describe, expect, it } from 'vitest';
import { keptByText } from './kept-by-text.ts';

describe('what is kept by its text', () => {
  it('is found once, and again when there were too many others', () => {
    const asked: string[] = [];
    const lengthOf = keptByText(2, (text) => {
      asked.push(text);
      return text.length;
    });
    expect([lengthOf('one'), lengthOf('one'), lengthOf('three'), lengthOf('three')]).toEqual([
      ...[3, 3, 5, 5],
    ]);
    expect(asked).toEqual(['one', 'three']);
    expect([lengthOf('seven'), lengthOf('one')]).toEqual([5, 3]);
    expect(asked).toEqual(['one', 'three', 'seven', 'one']);
  });

  it('[LM11] is kept for so many characters; a larger text is found each time', () => {
    const asked: string[] = [];
    const lengthOf = keptByText(9, (text) => asked.push(text), 8);
    for (const text of ['three', 'one', 'one', 'four', 'one', 'too large a text', 'one']) {
      lengthOf(text);
    }
    lengthOf('too large a text');
    expect(asked).toEqual(['three', 'one', 'four', 'one', 'too large a text', 'too large a text']);
  });
});
