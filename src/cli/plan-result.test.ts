import { describe, expect, it } from 'vitest';
import type { Plan } from '../contract/plan.ts';
import { planOffline } from '../plan/brains/offline/run-offline.ts';
import { warningLines } from './plan-result.ts';

async function planOf(goal: string): Promise<Plan> {
  return (await planOffline({ planId: 'plan_t1', goal, startDate: '2026-11-16' })).plan;
}

describe('the summary of a plan', () => {
  it('[CL5] says when the deadline and the budget are missed', async () => {
    const plan = await planOf('Open a bakery in Porto by 1 December 2026 for EUR 500');
    const [late, poor] = warningLines(plan);
    expect(late).toContain(`DEADLINE MISSED: 2026-12-01`);
    expect(late).toContain(plan.finish_date);
    expect(poor).toContain('BUDGET TOO SMALL: 500 EUR');
  });

  it('[CL5] says that a deadline is met as planned, and nothing where there is none', async () => {
    expect(warningLines(await planOf('Open a bakery in Porto by 1 December 2028'))).toEqual([
      expect.stringMatching(
        /^ {2}deadline 2028-12-01: planned to end 20\d\d-\d\d-\d\d, in time; odds \d+%/,
      ),
    ]);
    expect(warningLines(await planOf('Open a bakery in Porto'))).toEqual([]);
  });

  it('[PD16] a planned date is told with its odds, so that neither is taken for the other', async () => {
    const plan = await planOf('Open a bakery in Porto by 1 December 2028');
    const { simulation } = plan.schedule;
    if (!simulation) throw new Error('the plan is simulated');
    const withOdds = (deadline: number | null): Plan => ({
      ...{ ...plan, deadline: '2028-12-01', finish_date: '2028-03-12' },
      schedule: {
        ...plan.schedule,
        simulation: { ...simulation, odds: { ...simulation.odds, deadline } },
      },
    });
    expect(warningLines(withOdds(0.314))).toEqual([
      '  deadline 2028-12-01: planned to end 2028-03-12, in time; odds 31%',
    ]);
    expect(warningLines(withOdds(null))).toEqual([
      '  deadline 2028-12-01: planned to end 2028-03-12, in time',
    ]);
  });

  it('[SC174] names the task that a deadline is of, and what ends after it', async () => {
    const plan = await planOf('Open a bakery in Porto by 1 December 2028');
    const due = plan.phases.at(-1)?.tasks.at(-1);
    const phases = plan.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) =>
        task.task_id === due?.task_id ? { ...task, deadline: '2028-12-01' } : task,
      ),
    }));
    const { deadline: _whole, ...ofTask } = { ...plan, phases };
    const later: Plan = { ...ofTask, finish_date: '2029-01-10' };
    const [line] = warningLines(later);
    expect(line).toContain(`of “${due?.title}”: planned to end ${due?.finish_date}, in time`);
    expect(line).toContain('; what follows it ends 2029-01-10');
    const missed = { ...later, schedule: { ...plan.schedule, meets_deadline: false } };
    expect(warningLines(missed)[0]).toBe(
      `  DEADLINE MISSED: 2028-12-01 was asked for “${due?.title}”, which would end ${due?.finish_date}; all would end 2029-01-10`,
    );
    const whole = { ...plan, deadline: '2028-12-01' };
    expect(warningLines(whole)[0]).toMatch(
      /^ {2}deadline 2028-12-01: planned to end 20\S+, in time/,
    );
  });
});
