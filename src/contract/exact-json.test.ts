import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactJson } from './exact-json.ts';

describe('exact JSON', () => {
  it.each([
    ['a mark that turns the direction', 'pay \u202e001', '"pay \\u202e001"'],
    ['a space without a width', 'ro\u200bot', '"ro\\u200bot"'],
    ['a tag beyond the first plane', 'x\u{e0041}', '"x\\udb40\\udc41"'],
    ['an escape of a terminal', '\u001b[2J', '"\\u001b[2J"'],
    ['a filler that looks like nothing', 'a\u3164b', '"a\\u3164b"'],
  ])('[FC14] shows %s by its code', (_, text, shown) => {
    expect(exactJson(text)).toBe(shown);
  });

  it('[FC14] is JSON of the very same value, without anything unseen', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = exactJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
