import fc from 'fast-check';
import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

/** Words, numbers, marks and spaces next to each other in all ways. */
const piece = fc.oneof(
  fc.constantFrom('\n', ' ', '\n\n', '  ', '\t', '\r\n', ' \n', '. ', '": "', '{}', "it's", '-'),
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.stringMatching(/^[A-Za-z]{1,16}$/),
  fc.stringMatching(/^\d{1,9}$/),
  fc.string({ unit: 'binary-ascii', maxLength: 6 }),
  fc.constantFrom('für', '€', '…', '漢字', '、', '😀', '\u00a0'),
);

describe('the tokens of a text', () => {
  it('[MD18] are those that the package counts', () => {
    const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    const isSame = (text: string) => countTokens(text) === estimateTokenCount(text);
    fc.assert(fc.property(texts, isSame), { numRuns: 5_000 });
  });

  it('[MD18] of a prompt as of a sentence', () => {
    const text =
      '{"task": "2.1", "hours": 1200}\n\n# Your task\nName 3 risks;\n- each with a sign.\n';
    expect(countTokens(text)).toBe(estimateTokenCount(text));
    expect(countTokens('')).toBe(0);
  });
});
