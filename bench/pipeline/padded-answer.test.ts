import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paddedAnswer } from './padded-answer.ts';

const shape = z.object({
  id: z.string().max(4),
  says: z.string().max(400),
  list: z.array(z.object({ what: z.string().max(300), kind: z.enum(['a', 'b']) })),
  day: z.object({ why: z.string().max(200) }).nullable(),
});
const schema = z.toJSONSchema(shape);
const value = {
  ...{ id: 'A1', says: 'It is.', day: { why: 'So.' } },
  list: [
    { what: 'One', kind: 'a' },
    { what: 'Two', kind: 'b' },
  ],
};

describe('an answer as long as a real one', () => {
  it.each([300, 700])('has about %i characters, still fits and is left alone', (chars) => {
    const padded = paddedAnswer(value, schema, chars);
    expect(shape.parse(padded)).toMatchObject({ id: 'A1', list: [{ kind: 'a' }, { kind: 'b' }] });
    const length = JSON.stringify(padded).length;
    expect(length).toBeGreaterThan(chars * 0.95);
    expect(length).toBeLessThanOrEqual(chars);
    expect(value.says).toBe('It is.');
  });

  it('is no longer than its schema allows, and no two texts are alike', () => {
    const padded = shape.parse(paddedAnswer(value, schema, 1e6));
    expect(padded.says.length).toBeLessThanOrEqual(400);
    expect(padded.list[0]?.what.slice(3)).not.toBe(padded.list[1]?.what.slice(3));
  });

  it('is as it was where it is long enough already', () => {
    expect(paddedAnswer(value, schema, 10)).toEqual(value);
  });
});
