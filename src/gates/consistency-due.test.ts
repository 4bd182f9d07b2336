import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../test/support/full-plan.ts';
import type { Plan } from '../contract/plan.ts';
import { dueFindings } from './consistency-due.ts';
import { roleFindings } from './consistency-roles.ts';

/** The sample ends some weeks later in four of five simulated runs than it is planned to. */
function found(change: (plan: Plan) => void): string[] {
  const plan = structuredClone(fullPlan());
  if (!plan.schedule.simulation || !plan.premortem) throw new Error('the sample has both');
  plan.schedule.simulation.finish.p80 = '2027-10-20T16:00:00+00:00';
  plan.outcomes = [];
  plan.critical_premises = [];
  plan.premortem = { failures: [], stop_rule: 'None.' };
  change(plan);
  return dueFindings(plan).map(({ artifact, field, level }) => `${level} ${artifact} ${field}`);
}

const outcome = (by: string | null, source = 'D3') => [
  {
    ...{ outcome_id: 'outcome_1', measure: 'Tools lent', unit: 'loans', target: 400, by },
    ...{ how_measured: 'Counted.', source },
  },
];
const stop = (stop_rule: string) => ({ failures: [], stop_rule });
const end = fullPlan().finish_date;

describe('dates that minds set', () => {
  it('[GT48] a measure of the end is not taken before the likely end', () => {
    const measured = (by: string | null) =>
      found((plan) => {
        plan.outcomes = outcome(by);
      });
    expect(measured(end)).toEqual(['warn outcomes outcome_1.by']);
    expect(measured('2027-10-20')).toEqual([]);
    expect(measured('2027-04-01')).toEqual([]);
    expect(measured(null)).toEqual([]);
  });

  it('[GT48] nor that of a deliverable before it is likely to be there', () => {
    const task = fullPlan()
      .phases.flatMap(({ tasks }) => tasks)
      .findLast(({ delivers = [] }) => delivers.length > 0);
    if (!task?.delivers) throw new Error('the sample delivers something');
    const [delivered = ''] = task.delivers;
    const measured = (by: string) =>
      found((plan) => {
        plan.outcomes = outcome(by, `Of ${delivered}`);
      });
    expect(measured(task.finish_date)).toEqual(['warn outcomes outcome_1.by']);
    expect(measured('2027-10-20')).toEqual([]);
  });

  it('[GT50] a target for the cost of the whole is what most runs keep', () => {
    const aimed = (target: number, source: string, total?: 'cost') =>
      found((plan) => {
        const { simulation } = plan.schedule;
        if (!simulation?.cost) throw new Error('the sample has costs');
        simulation.cost.p80 = 60_000;
        plan.assumptions = plan.assumptions.map((one, index) =>
          index === 0 && total ? { ...one, assumption_id: 'assumption_7', total } : one,
        );
        const [measure] = outcome('2027-10-20', source);
        plan.outcomes = [{ ...(measure as NonNullable<typeof measure>), target, aim: 'at_most' }];
      });
    expect(aimed(55_000, 'Of A7', 'cost')).toEqual(['warn outcomes outcome_1.target']);
    expect(aimed(60_000, 'Of A7', 'cost')).toEqual([]);
    expect(aimed(55_000, 'Of A7')).toEqual([]);
    expect(aimed(55_000, 'Of A77', 'cost')).toEqual([]);
  });

  it('[GT48] the whole is not stopped between the planned and the likely end', () => {
    const stopped = (date: string) =>
      found((plan) => {
        plan.premortem = stop(`Not open on ${date}: stop.`);
      });
    expect(stopped(end)).toEqual(['warn premortem stop_rule']);
    expect(stopped('1 October 2027')).toEqual(['warn premortem stop_rule']);
    expect(stopped('2027-10-20')).toEqual([]);
    expect(stopped('2027-04-01')).toEqual([]);
  });

  it('[GT48] what is looked at when all is over is seen too late', () => {
    const [premise] = fullPlan().critical_premises ?? [];
    if (!premise) throw new Error('the sample has premises');
    const known = (by: string) =>
      found((plan) => {
        plan.critical_premises = [{ ...premise, by }];
      });
    expect(known('2028-01-01')).toEqual([`warn critical_premises ${premise.id}.by`]);
    expect(known(end)).toEqual([]);
  });

  it('[GT48] nothing is said of a plan that was not simulated', () => {
    const silent = found((plan) => {
      plan.outcomes = outcome(end);
      delete plan.schedule.simulation;
    });
    expect(silent).toEqual([]);
  });
});

describe('names of roles', () => {
  it('[GT47] one in capitals or with two spaces is the same role', () => {
    const plan = structuredClone(fullPlan());
    const before = roleFindings(plan);
    for (const { tasks } of plan.phases) {
      for (const task of tasks) {
        task.assignee_role = ` ${task.assignee_role.toUpperCase().replaceAll(' ', '  ')}`;
      }
    }
    expect(roleFindings(plan)).toEqual(before);
    plan.roles_required.push('Idler');
    expect(roleFindings(plan).map(({ field }) => field)).toContain('Idler');
  });
});
