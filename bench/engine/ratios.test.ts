import { expect, it } from 'vitest';
import { bestOf, postgresRatios, ratio, sqliteRatios } from './ratios.ts';

const rates = { ours: 900, ours_full: 450, langgraph: 100, mastra: 300, dbos: 50 };

it('takes the fastest peer, whoever it is', () => {
  expect(sqliteRatios(rates)).toEqual({ normal_vs_best: 3, full_vs_best: 1.5 });
  expect(postgresRatios(rates)).toEqual({ vs_dbos: 18 });
});

it.each(['langgraph', 'mastra', 'dbos'])('has no ratio when %s could not run', (absent) => {
  expect(sqliteRatios({ ...rates, [absent]: null })).toEqual({
    normal_vs_best: null,
    full_vs_best: null,
  });
});

it('is null when ours could not run', () => {
  expect(ratio(null, 100)).toBeNull();
  expect(ratio(100, null)).toBeNull();
  expect(bestOf({}, ['dbos'])).toBeNull();
});

it('shows the beta channel beside, and never as the best', () => {
  expect(sqliteRatios({ ...rates, langgraph_delta: 1_800 })).toEqual({
    normal_vs_best: 3,
    full_vs_best: 1.5,
    normal_vs_langgraph_delta: 0.5,
  });
});
