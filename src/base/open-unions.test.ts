import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openUnions } from './open-unions.ts';

const forms = z.strictObject({
  wish: z.union([
    z.strictObject({ text: z.string().min(3) }),
    z.strictObject({ path: z.string(), lines: z.array(z.union([z.int(), z.string()])) }),
    z.string(),
  ]),
});

const said = (value: unknown): string[] => {
  const { error } = forms.safeParse(value);
  if (!error) throw new Error('it fits');
  return openUnions(error).issues.map(({ path, code }) => `${path.join('.')} ${code}`);
};

describe('what fits none of several forms', () => {
  it('[TL65] is told what is wrong with the form that it comes nearest to', () => {
    expect(said({ wish: { text: 'a' } })).toEqual(['wish.text too_small']);
    expect(said({ wish: { path: 'a', lines: 1 } })).toEqual(['wish.lines invalid_type']);
    expect(said({ wish: { path: 'a', lines: [null] } })).toEqual(['wish.lines.0 invalid_type']);
  });

  it('[TL65] anything else is told as ever', () => {
    expect(said({ wish: 'a', more: 1 })).toEqual([' unrecognized_keys']);
  });
});
