import { describe, expect, it } from 'vitest';
import { isPlanwrightError } from '../../base/errors.ts';
import { readPlan } from './plan.ts';
import { withinRange } from './within-range.ts';

const plan = (estimate: object, more: object = {}) => ({
  start_date: '2026-03-02',
  phases: [
    {
      phase_id: 'all',
      tasks: [
        { task_id: 'bake', estimate },
        { task_id: 'sell', milestone: true },
      ],
    },
  ],
  ...more,
});
const point = (hours: number) => ({ low: hours, likely: hours, high: hours });

function refusal(raw: unknown) {
  try {
    readPlan(raw);
  } catch (error) {
    if (isPlanwrightError(error)) return { message: error.message, ...error.facts };
    throw error;
  }
  return null;
}

describe('numbers out of range', () => {
  const broken = plan(
    { low: -5, likely: 2, high: 1e9 },
    {
      dependencies: [{ from: 'bake', to: 'sell', lag: 3e5 }],
      roles: [{ name: 'Cook', rate_per_hour: -5, capacity: -1 }],
      risks: [{ risk_id: 'rain', probability: 3 }],
    },
  );

  it('[SC143] are refused in plain words, with what a repair would help', () => {
    expect(refusal(plan(point(-1)))).toEqual({
      message: 'phases[0].tasks[0].estimate.low: -1 is too small; it must be at least 0',
      place: 'phases[0].tasks[0].estimate.low',
      mendable: true,
    });
    expect(refusal(plan(point(2e6)))?.message).toContain(
      '2000000 is too large; it must be at most',
    );
    const many = { calendars: Array.from({ length: 201 }, () => ({})) };
    expect(refusal(plan(point(1), many))).toEqual({
      message: 'calendars: it has 201 entries; at most 200 are allowed',
      place: 'calendars',
    });
    expect(refusal({ start_date: '2026-03-02', phases: [] })?.message).toBe(
      'phases: it has 0 entries; at least 1 is needed',
    );
    expect(refusal(plan(point(1), { cost_lines: [{}] }))?.message).toMatch(
      /cost_lines\[0\]\.\w+: it is missing/,
    );
  });

  it('[SC143] become the nearest that is allowed when a repair is asked for, and each is told', () => {
    const given = structuredClone(broken);
    const { plan: mended, changes } = withinRange(given);
    expect(given).toEqual(broken);
    expect(changes).toEqual([
      'phases[0].tasks[0].estimate.low: -5 was out of range and became 0',
      'phases[0].tasks[0].estimate.high: 1000000000 was out of range and became 1000000',
      'dependencies[0].lag: 300000 was out of range and became 100000',
      'risks[0].probability: 3 was out of range and became 1',
      'roles[0].capacity: -1 was out of range and became 0',
      'roles[0].rate_per_hour: -5 was out of range and became 0',
    ]);
    expect(readPlan(mended).project.links[0]?.lagMinutes).toBe(6e6);
    expect(withinRange(mended)).toMatchObject({ plan: mended, changes: [] });
  });

  it('[SC143] other mistakes stay, and a list that is too long is no number', () => {
    const wrong = plan({ low: 'x', likely: -1, high: 1 }, { currencies: Array(201).fill({}) });
    const { plan: mended, changes } = withinRange(wrong);
    expect(changes).toHaveLength(1);
    expect(refusal(mended)).not.toBeNull();
    expect(withinRange(null)).toEqual({ plan: null, changes: [] });
  });
});
