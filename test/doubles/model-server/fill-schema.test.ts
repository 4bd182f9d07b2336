import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fillSchema } from './fill-schema.ts';
import type { Schema } from './types.ts';

const toSchema = (schema: z.ZodType): Schema => z.toJSONSchema(schema) as Schema;

const money = z.object({
  amount: z.number().min(0).max(1e6),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
interface Task {
  name: string;
  subtasks: Task[];
}
const task: z.ZodType<Task> = z.lazy(() =>
  z.object({ name: z.string().max(60), subtasks: z.array(task).max(3) }),
);

const plan = z.strictObject({
  id: z.string().regex(/^plan_[a-z0-9]{8,12}$/),
  title: z.string().min(10).max(60),
  summary: z.string().min(200).max(600),
  kind: z.enum(['digital', 'physical']),
  fixed: z.literal('v1'),
  when: z.iso.date(),
  at: z.iso.datetime(),
  mail: z.email(),
  link: z.url(),
  key: z.uuid(),
  likelihood: z.number().min(0).max(1),
  days: z.number().int().positive().max(400),
  even: z.number().int().multipleOf(2).min(4).max(20),
  plain: z.number(),
  whole: z.number().int(),
  costs: z.array(money).min(1).max(3),
  pair: z.tuple([z.string(), z.number()]),
  tags: z.array(z.enum(['a', 'b', 'c', 'd'])).length(3),
  owner: z.string().nullable(),
  note: z.string().optional(),
  either: z.union([z.object({ kind: z.literal('x'), x: z.number() }), money]),
  names: z.record(z.string(), z.number().int().min(1).max(5)),
  tree: task,
  slug: z.string().regex(/^[a-z][a-z0-9-]{2,20}$/),
  code: z.string().regex(/^(?:A|B)\d{2,4}(-\w+)?$/),
  sure: z.boolean(),
});

describe('filling a schema', () => {
  it('gives a valid value for every seed', () => {
    const schema = toSchema(plan);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (seed) => {
        const value = fillSchema(schema, { seed });
        expect(plan.safeParse(value).error?.issues ?? []).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('gives the same value for the same seed, and mostly another for another', () => {
    const schema = toSchema(plan);
    const values = [1, 2, 3, 4].map((seed) => JSON.stringify(fillSchema(schema, { seed })));
    expect(JSON.stringify(fillSchema(schema, { seed: 1 }))).toBe(values[0]);
    expect(new Set(values).size).toBe(4);
  });

  it('writes texts of a length that a model would write', () => {
    const notes = z.object({ title: z.string(), description: z.string(), other: z.string() });
    const schema = toSchema(notes);
    const values = Array.from({ length: 200 }, (_, seed) =>
      notes.parse(fillSchema(schema, { seed })),
    );
    const mean = (field: keyof z.infer<typeof notes>): number =>
      values.reduce((sum, value) => sum + value[field].length, 0) / values.length;
    expect(mean('title')).toBeGreaterThan(8);
    expect(mean('title')).toBeLessThan(40);
    expect(mean('other')).toBeGreaterThan(40);
    expect(mean('description')).toBeGreaterThan(mean('other'));
  });

  it('reads limits that stand as words in a description', () => {
    const schema = {
      type: 'object',
      properties: {
        list: {
          type: 'array',
          items: { type: 'string' },
          description: 'min items: 7; max items: 7.',
        },
        code: { type: 'string', description: 'A code.\nmin length: 3; pattern: ^[A-Z]{3}$.' },
      },
      required: ['list', 'code'],
    };
    const value = fillSchema(schema, { seed: 1 }) as { list: string[]; code: string };
    expect(value.list).toHaveLength(7);
    expect(value.code).toMatch(/^[A-Z]{3}$/);
  });

  it('says what it cannot fill', () => {
    const never = { type: 'object', properties: { a: false }, required: ['a'] };
    expect(() => fillSchema(never, { seed: 1 })).toThrow(/allows nothing/);
    expect(() => fillSchema({ $ref: '#/$defs/none' }, { seed: 1 })).toThrow(/has no/);
    const endless = { properties: { a: { $ref: '#' } }, required: ['a'] };
    expect(() => fillSchema(endless, { seed: 1 })).toThrow(/never ends/);
  });
});
