import { describe, expect, it } from 'vitest';
import { readPlan } from '../read/plan.ts';
import { risksLeft } from './risks-left.ts';

const plan = (ids: readonly string[], strikes?: string) => ({
  start_date: '2026-03-02',
  phases: [
    {
      phase_id: 'all',
      tasks: ids.map((task_id) => ({ task_id, estimate: { low: 8, likely: 8, high: 8 } })),
    },
  ],
  risks: [
    {
      ...{ risk_id: 'rain', probability: 0.4, delay: { low: 8, likely: 8, high: 8 } },
      tasks: ids,
      ...(strikes === undefined ? {} : { strikes }),
    },
  ],
});

const leftOf = (strikes?: string) => {
  const { project, risks } = readPlan(plan(['a', 'b', 'c', 'd'], strikes));
  return risksLeft(risks, project, readPlan(plan(['d'])).project);
};

describe('the risks of what is left', () => {
  it('[SC175] one that strikes one of its tasks is as likely as its work that is left', () => {
    expect(leftOf('one')).toMatchObject([{ probability: 0.1, tasks: ['d'], strikes: 'one' }]);
  });

  it('[SC175] one that strikes each of its tasks stays as likely as it was', () => {
    expect(leftOf()).toMatchObject([{ probability: 0.4, tasks: ['d'] }]);
  });
});
