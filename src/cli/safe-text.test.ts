import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText } from './safe-text.ts';

describe('safe text', () => {
  it('[DM4] takes commands to the terminal out of any text', () => {
    expect(safeText('a\u001b[2Jb\r\nc\u0007\u009b1md', 50)).toBe('a [2Jb c 1md');
    expect(safeText('left\u202etfel', 50)).toBe('left tfel');
  });

  it('[DM4] never gives a control character or more than asked for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (text, max) => {
          const shown = safeText(text, max);
          expect(/[\p{Cc}\p{Cf}]/u.test(shown)).toBe(false);
          expect([...shown].length).toBeLessThanOrEqual(max);
        },
      ),
    );
  });
});
