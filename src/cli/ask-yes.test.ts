import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askOnTerminal } from './ask-yes.ts';

const asker = (typed: string) => askOnTerminal(Readable.from([typed]), new PassThrough());

describe('a question on the terminal', () => {
  it.each(['y\n', 'yes\n', ' Y \n', 'YES\n', 'y'])('[FC14] %j is a yes', async (typed) => {
    const one = asker(typed);
    expect(await one.ask('Sure?')).toBe(true);
    one.close();
  });

  it.each(['', '\n', 'n\n', 'yep\n', 'no yes\n', 'ja\n'])('[FC14] %j is a no', async (typed) => {
    const one = asker(typed);
    expect(await one.ask('Sure?')).toBe(false);
    one.close();
  });

  it('[FC14] one answer is for one question', async () => {
    const one = asker('y\nn\n');
    expect([await one.ask('A?'), await one.ask('B?'), await one.ask('C?')]).toEqual([
      true,
      false,
      false,
    ]);
    one.close();
  });
});
