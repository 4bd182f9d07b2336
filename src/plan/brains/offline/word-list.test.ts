import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternProblem, wordsOf } from './word-list.ts';

const hits = (pattern: string, text: string) => wordsOf({ en: [pattern] }).hits(text);

describe('lists of words', () => {
  it.each([
    ['bakery', 'Open a Bakery', ['bakery']],
    ['café', 'a CAFE by the sea', ['cafe']],
    ['bake*', 'baking and bakeries', ['bakeries']],
    ['*haus', 'Ein Baumhaus bauen', ['baumhaus']],
    ['*кафе*', 'Открыть кафейню', ['кафейню']],
    ['*咖啡店*', '我想开一家咖啡店', ['我想开一家咖啡店']],
    ['coffee shop|house', 'my coffee house', ['coffee house']],
    ['coffee shop', 'coffee, shop', []],
    ['fix my * tap', 'fix my leaking kitchen tap', ['fix my leaking kitchen tap']],
    ['fix my * tap', 'fix my one two three four five tap', []],
    ['close # deals', 'close 3 deals', ['close 3 deals']],
    ['e-commerce', 'an e-commerce site', ['e-commerce']],
    ['^hire', 'Hire a cook', ['hire']],
    ['^hire', 'I want to hire a cook', ['hire']],
    ['^hire', 'A car for hire', []],
    ['shop', 'workshop', []],
  ])('[PB2] %s in “%s”', (pattern, text, found) => {
    expect(hits(pattern, text)).toEqual(found);
  });

  it('[PB2] the longest pattern takes its words, and each pattern counts once', () => {
    const words = wordsOf({ en: ['shop', 'coffee shop', 'renovat*'] });
    expect(words.hits('A coffee shop')).toEqual(['coffee shop']);
    expect(words.hits('Renovate, a renovation')).toEqual(['renovate']);
  });

  it('[PB2] a counted thing ends with the word', () => {
    const { ends } = wordsOf({ en: ['lead|leads', 'beta testers'] });
    expect(ends('hot leads')).toBe(true);
    expect(ends('leads generated')).toBe(false);
    expect(ends('twenty beta testers')).toBe(true);
    expect(wordsOf({ any: ['*'] }).ends('anything')).toBe(true);
  });

  it.each(['', 'a  b', 'ba*ke', '(a+)+$', '* *', 'a|', 'x * * * y', 'e-mail|post'])(
    '[PB2] “%s” is no pattern',
    (pattern) => {
      expect(patternProblem(pattern)).not.toBeNull();
    },
  );

  it('[PB3] no pattern makes the search slow', () => {
    const worst = wordsOf({ en: ['a* * a* * a* a* a* a* a* b', '*a* * *a* * *a* z'] });
    const begin = performance.now();
    worst.hits('aaa '.repeat(20_000));
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  it('[PB3] any text can be searched, and what is found is in it', () => {
    const words = wordsOf({ en: ['a*', '* b', '# c', '^d'] });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const hit of words.hits(text)) expect(text.toLowerCase()).toContain(hit);
      }),
    );
  });
});
