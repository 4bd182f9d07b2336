import { describe, expect, it } from 'vitest';
import { checkValues } from './check-values.ts';
import type { WriteSet } from './store.ts';

const withValue = (value: string): WriteSet => ({
  require: [{ unique: 'key', value, until: 1 }],
});

describe('checkValues', () => {
  it('[ST6] takes any text that is whole, and any bytes', () => {
    const bytes = Uint8Array.of(0, 255);
    const content = [{ id: 'ct_1', tenant: 't', owner: 'o', salt: bytes, bytes }];
    expect(checkValues([withValue('\u0001 é 😀 \\u0000'), { content }])).toBeNull();
  });

  it('[ST6] names the place of a bad text, and not the text', () => {
    const error = checkValues([withValue('fine'), withValue('secret\0')]);
    expect(error).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      facts: { path: '1.require.0.value' },
    });
    expect(error?.message).not.toContain('secret');
  });

  it.each([Number.NaN, 1.5, 2 ** 60, Number.POSITIVE_INFINITY])(
    '[ST6] refuses %d where an integer belongs',
    (until) => {
      expect(checkValues([{ require: [{ unique: 'k', value: '', until }] }])).toMatchObject({
        facts: { path: '0.require.0.until' },
      });
    },
  );
});
