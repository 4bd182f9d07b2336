import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWord } from './banned-words.ts';

describe('a word in a text', () => {
  it.each([
    ['Sell NFTs and an NFT.', 'nft'],
    ['We use Block-Chain.', 'block-chain'],
    ['STRASSE', 'Straße'],
    ['Ein Ökodorf.', 'ökodorf'],
    ['social\n  media only', 'Social media'],
    ['без рекламы', 'РЕКЛАМЫ'],
    ['我们使用区块链技术', '区块链'],
    ['ใช้บล็อกเชนในระบบ', 'บล็อกเชน'],
    ['cafe\u0301s? no: cafe\u0301', 'café'],
    ['C++ is out', 'C++'],
  ])('[GT4] “%s” has “%s”', (text, word) => {
    expect(hasWord(text, word)).toBe(true);
  });

  it.each([
    ['Sell NFTs.', 'nft'],
    ['category', 'cat'],
    ['Рекламный', 'реклам'],
    ['concatenate', 'cat'],
    ['anything', ' '],
  ])('[GT4] “%s” does not have “%s”', (text, word) => {
    expect(hasWord(text, word)).toBe(false);
  });

  it('[GT4] a word between spaces is always found, in either case', () => {
    const word = fc.stringMatching(/^[a-zäöüñ]{1,12}$/);
    fc.assert(
      fc.property(fc.string(), word, fc.string(), (before, one, after) => {
        expect(hasWord(`${before} ${one} ${after}`, one.toUpperCase())).toBe(true);
      }),
    );
  });
});
