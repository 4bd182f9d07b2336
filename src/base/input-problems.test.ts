import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputProblems } from './input-problems.ts';

const schema = z.strictObject({
  lease_token: z.string().min(10).max(40),
  plan_id: z.string().regex(/^plan_/, 'must look like plan_…'),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  tags: z.array(z.string().max(3)).min(2).max(3).optional(),
  kind: z.enum(['agent', 'human', 'model']).optional(),
  when: z.iso.date().optional(),
  part: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('whole') }),
      z.strictObject({ type: z.literal('page'), number: z.int() }),
    ])
    .optional(),
  capability: z
    .union([z.string().min(1), z.strictObject({ action: z.string(), params: z.unknown() })])
    .optional(),
  limits: z.strictObject({ money: z.number().positive(), calls: z.int() }).optional(),
});

const good = { lease_token: 'x'.repeat(20), plan_id: 'plan_1' };

function problems(change: object, most?: number): string[] {
  const input = { ...good, ...change };
  const { error } = schema.safeParse(input);
  return error ? inputProblems(schema, error, { input, ...(most ? { most } : {}) }) : [];
}

describe('the problems of an input', () => {
  it.each([
    [{ lease_token: 'short' }, 'lease_token: too short: at least 10 characters'],
    [{ lease_token: 'x'.repeat(41) }, 'lease_token: too long: at most 40 characters'],
    [{ lease_token: undefined }, 'lease_token: is required'],
    [{ lease_token: 7 }, 'lease_token: must be text'],
    [{ plan_id: 'x' }, 'plan_id: must look like plan_…'],
    [{ limit: 0 }, 'limit: must be at least 1'],
    [{ limit: 51 }, 'limit: must be at most 50'],
    [{ limit: 'many' }, 'limit: must be a number'],
    [{ limit: 1.5 }, 'limit: must be a whole number'],
    [{ tags: ['a'] }, 'tags: too short: at least 2 items'],
    [{ tags: ['a', 'long'] }, 'tags[1]: too long: at most 3 characters'],
    [{ kind: 'modle' }, 'kind: must be one of model, agent, human'],
    [{ when: '31.1.2027' }, 'when: must be a date such as 2027-01-31'],
    [{ part: { type: 'half' } }, 'part.type: must be one of whole, page'],
    [{ part: { type: 'page' } }, 'part.number: is required'],
    [{ capability: { acton: 'x' } }, 'capability.action: is required'],
    [{ limits: { money: 0, calls: 1 } }, 'limits.money: must be more than 0'],
  ])('[DG1] %j is answered with the field, the limit and what is allowed', (change, expected) => {
    expect(problems(change)[0]).toBe(expected);
  });

  it('[DG1] an unknown field names the known ones of its object, the nearest first', () => {
    const [top = ''] = problems({ plan_di: 'x' });
    expect(top).toMatch(/^unknown field "plan_di"; known fields: plan_id, /);
    for (const name of Object.keys(schema.shape)) expect(top).toContain(name);
    expect(problems({ limits: { money: 1, calls: 1, mony: 2 } })).toEqual([
      'limits: unknown field "mony"; known fields: money, calls',
    ]);
  });

  it('[DG1] many or long problems are cut, and no value is repeated', () => {
    const secret = `sk-${'a1'.repeat(20)}`;
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field_${at}`, secret]));
    const lines = problems({
      ...many,
      lease_token: secret.repeat(9),
      kind: secret,
      plan_id: secret,
    });
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('a1a1');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(401);
    expect(problems({ ...many, lease_token: '', plan_id: '' }, 2)).toHaveLength(3);
    const named = problems({ [secret]: 1, ['n'.repeat(100_000)]: 2 }).join();
    expect(named).not.toContain('a1a1');
    expect(named.length).toBeLessThan(1_000);
  });

  it('[DG1] the path begins with what the caller calls the whole', () => {
    const { error } = schema.safeParse(3);
    if (!error) throw new Error('no error');
    expect(inputProblems(schema, error)).toEqual(['input: must be an object']);
    expect(inputProblems(schema, error, { prefix: 'policy' })).toEqual([
      'policy: must be an object',
    ]);
  });

  it('[DG1] a map with names of its own has known fields, too', () => {
    const budget = z.object({ budget: z.partialRecord(z.enum(['usd', 'hours']), z.number()) });
    const { error } = budget.safeParse({ budget: { eur: 2 } });
    if (!error) throw new Error('no error');
    expect(inputProblems(budget, error)).toEqual([
      'budget: unknown field "eur"; known fields: usd, hours',
    ]);
  });

  it('[DG1] a name like one of Object.prototype is a name', () => {
    expect(problems({ constructor: 1 })[0]).toMatch(/unknown field "constructor"/);
    const { error } = z.record(z.string(), z.strictObject({})).safeParse({ toString: { a: 1 } });
    if (!error) throw new Error('no error');
    expect(inputProblems(z.record(z.string(), z.strictObject({})), error)).toEqual([
      'toString: unknown field "a"; no field is allowed here',
    ]);
  });
});
