import { expect, it } from 'vitest';
import { fields } from './fields.ts';
import { ratesOf, rawOf } from './report.ts';

const fieldOf = (name: string) => {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) throw new Error(name);
  return field;
};

it('gives every contestant its median, and null to one that was absent', () => {
  const rounds = { ours: [1, 3, 2], ours_full: [5], langgraph: null, mastra: [7, 9] };
  expect(ratesOf(fieldOf('one_run'), rounds)).toEqual({
    ours: 2,
    ours_full: 5,
    langgraph: null,
    mastra: 8,
    dbos: null,
  });
});

it('has one durability on PostgreSQL', () => {
  const rates = ratesOf(fieldOf('one_run_pg'), { ours: [4], dbos: [2] });
  expect(rates).toEqual({ ours: 4, ours_full: 4, langgraph: null, mastra: null, dbos: 2 });
});

it('shows the beta channel where steps have outputs', () => {
  const rates = ratesOf(fieldOf('one_run_8kb'), { langgraph_delta: [6] });
  expect(rates).toMatchObject({ langgraph_delta: 6 });
});

it('keeps the rounds as they were', () => {
  expect(rawOf({ ours: [1.4, 2.6], dbos: null })).toEqual({ ours: [1, 3], dbos: null });
});

it('has the figures that are asked for', () => {
  const names = fields.map((field) => field.name);
  for (const name of ['one_run', 'one_run_8kb', 'many_runs', 'one_run_pg', 'many_runs_pg']) {
    expect(names).toContain(name);
  }
});
