import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** The same value with every object's keys in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)]));
}

describe('canonical JSON', () => {
  it('[BA4] keys are sorted at every depth and no blank is written', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x y' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x y","d":null}]}',
    );
  });

  it('[BA4] the order of keys does not matter', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
      { seed: 20_260_101, numRuns: 300 },
    );
  });

  it('[BA4] reading it back gives the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(plain);
      }),
      { seed: 20_260_102, numRuns: 300 },
    );
  });

  it('[BA4] a field that is undefined is left out, like in JSON', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it.each([
    ['undefined', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['undefined in a list', [undefined]],
  ])('[BA4] %s is refused', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('[BA4] a bigint is refused', () => {
    expect(() => canonicalJson({ a: 1n })).toThrow(TypeError);
  });
});
