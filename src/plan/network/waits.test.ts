// Waits for answers and deliveries, and several people on one task.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterTask,
  sampleCost,
  sampleNetwork,
  sampleTask,
  sampleTeam,
} from '../../../test/support/network.ts';
import type { Plan } from '../../contract/plan.ts';
import { dateFindings } from '../../gates/consistency-dates.ts';
import { readPlan } from '../../schedule/read/plan.ts';
import { networkDigest } from '../network-digest.ts';
import { type NetworkOutput, networkOutput } from '../outputs/network.ts';
import type { TaskDetail } from '../outputs/work.ts';
import { runSchedule } from '../run-schedule.ts';
import { addCalendarDays } from '../working-days.ts';
import { buildNetwork } from './build.ts';
import type { NetworkInput } from './network-input.ts';

const exactly = (hours: number) => ({ low: hours, likely: hours, high: hours });

/** From Monday, March 2: an office day each, one after the other, unless it says otherwise. */
function inARow(...tasks: Partial<TaskDetail>[]): NetworkInput {
  const given = sampleNetwork();
  const all = tasks.map((more, at) =>
    sampleTask(`1.${at + 1}`, {
      estimate: exactly(8),
      after: at === 0 ? [] : [afterTask(`1.${at}`)],
      ...more,
    }),
  );
  const outlined = all.map(({ id, after }) => ({
    ...{ id, title: `Step ${id}`, yields: 'a result', delivers: [] },
    after: after.map(({ task }) => task),
  }));
  return {
    ...given,
    direction: { ...given.direction, start_date: '2026-03-02' },
    outline: {
      phases: [
        { id: '1', name: 'Phase 1: All', done_when: 'the permit is there', tasks: outlined },
      ],
    },
    details: { phases: [{ id: '1', tasks: all }] },
  };
}

const tasksOf = ({ phases }: NetworkOutput) => phases.flatMap(({ tasks }) => tasks);

async function isTheSameAgain({ deadline, ...plan }: NetworkOutput): Promise<void> {
  const reading = readPlan({ ...plan, ...(deadline === null ? {} : { deadline }) });
  const { project, risks, stated, budget, confidence, effort } = reading;
  const job = { project, risks, stated, budget, confidence, simulation: { seed: 1, runs: 1000 } };
  const { outcome } = await runSchedule({
    ...job,
    effort: effort ?? { seed: 9, schedules: 1 },
  });
  expect(new Date(outcome.finish * 60_000).toISOString()).toBe(
    new Date(plan.schedule.finish ?? '').toISOString(),
  );
  expect(outcome.cost.total).toBe(plan.costs.base);
}

describe('waits', () => {
  it('[LV80] a result is there after the wait, and what follows does not begin before', async () => {
    const network = networkOutput.parse(await buildNetwork(inARow({ wait_hours: 24 }, {})));
    const [first, second] = tasksOf(network);
    expect(first).toMatchObject({
      ...{ finish_date: '2026-03-02', wait_hours: 24, result_date: '2026-03-05' },
    });
    expect(second).toMatchObject({ start_date: '2026-03-06' });
    expect(second).not.toHaveProperty('result_date');
    expect(tasksOf(network)).toHaveLength(2);
  });

  it('[LV80] a wait after the last work moves the end of the phase and of the plan', async () => {
    const network = networkOutput.parse(await buildNetwork(inARow({}, { wait_hours: 40 })));
    const [, last, end] = tasksOf(network);
    expect(last).toMatchObject({ finish_date: '2026-03-03', result_date: '2026-03-10' });
    expect(end).toMatchObject({
      ...{ task_id: 'task_1_3', milestone: true, title: 'the permit is there' },
      finish_date: '2026-03-10',
    });
    expect(network.finish_date).toBe('2026-03-10');
    expect(network.phases[0]).toMatchObject({ name: 'All', finish_date: '2026-03-10' });
    expect(network.repairs).toEqual([]);
    expect(dateFindings(network as unknown as Plan)).toEqual([]);
    await isTheSameAgain(network);
  });

  it('[LV80] who only begins beside a task does not stand for its wait', async () => {
    const beside = { task: '1.1', type: 'start_to_start' as const, lag_hours: 0 };
    const network = await buildNetwork(inARow({ wait_hours: 80 }, { after: [beside] }));
    expect(tasksOf(network)).toHaveLength(3);
    expect(network.finish_date).toBe(tasksOf(network)[0]?.result_date);
  });

  it('[LV80] critics see how long one waits and until when', async () => {
    const digest = networkDigest(await buildNetwork(inARow({}, { wait_hours: 40 })));
    const lines = digest.phases.flatMap(({ tasks }) => tasks);
    expect(lines[1]).toContain('then waits 40 h, result 2026-03-10');
    expect(lines[2]).toContain('milestone');
  });

  it('[LV83] a delay that a risk brings costs what the risk says, and nobody’s hours', async () => {
    const given = inARow({ risks: ['R1'] });
    const { costs, risks } = await buildNetwork(given);
    const [risk] = risks;
    expect(risk).toMatchObject({ delay_costs: 'nothing', cost: { base: 50 } });
    const calm = { ...given, basis: { ...given.basis, risks: [] } };
    const without = await buildNetwork(calm);
    const { low = 0, base = 0, high = 0 } = risk?.cost ?? {};
    const mean = ((low + 4 * base + high) / 6) * (risk?.probability ?? 0);
    expect(costs.base - without.costs.base).toBeCloseTo(mean, 1);
  });
});

const weekend = (date: string): boolean => [0, 6].includes(new Date(date).getUTCDay());

/** One after the other, by whoever: a full week, a few hours, round the clock; with days off. */
const chains = fc.record({
  steps: fc.array(
    fc.record({
      role: fc.constantFrom('Owner', 'Desk agent', 'Helper', 'Lawyer'),
      hours: fc.integer({ min: 1, max: 30 }),
      wait_hours: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(0.03, 0.15, 7.96, 16)),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  off: fc.uniqueArray(fc.integer({ min: 3, max: 28 }), { maxLength: 5 }),
  held: fc.option(fc.constantFrom('2026-05-30', '2026-05-31')),
});

describe('a result and what follows it', () => {
  it('[SC180] nothing begins before the result it needs, nor later than the next working day', async () => {
    await fc.assert(
      fc.asyncProperty(chains, async ({ steps, off, held }) => {
        const dates = off.map((day) => `2026-03-${String(day).padStart(2, '0')}`);
        const week = { Owner: null, 'Desk agent': null, Helper: 16, Lawyer: 5 } as const;
        const [owner] = sampleTeam.roles;
        const roles = Object.entries(week).map(([name, hours_per_week]) => ({
          ...(sampleTeam.roles.find((role) => role.name === name) ?? owner),
          ...{ name, hours_per_week },
        })) as typeof sampleTeam.roles;
        const tasks = steps.map(({ role, hours, wait_hours }) => ({
          ...{ role, wait_hours, estimate: exactly(hours) },
        }));
        const given = inARow(...tasks, { role: 'Helper', fixed_start: held });
        const network = await buildNetwork({
          ...given,
          team: {
            ...sampleTeam,
            roles,
            days_off: dates.map((date) => ({ date, what: 'a feast' })),
          },
        });
        const own = tasksOf(network).filter(({ milestone }) => !milestone);
        const rests = (date: string): boolean => weekend(date) || dates.includes(date);
        const next = (date: string): string => {
          const day = addCalendarDays(date, 1);
          return rests(day) ? next(day) : day;
        };
        own.slice(0, -1).forEach(({ result_date = '' }, at) => {
          const { start_date = '', fixed_start } = own[at + 1] ?? {};
          expect(rests(result_date)).toBe(false);
          expect(start_date >= result_date).toBe(true);
          expect(Boolean(fixed_start) || start_date <= next(result_date)).toBe(true);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('[SC180] a wait is over on an office day though the follower works on a day of rest', async () => {
    const held = { fixed_start: '2026-03-07' };
    const network = await buildNetwork(inARow({ wait_hours: 36 }, held));
    const [first, second] = tasksOf(network);
    expect(first).toMatchObject({ result_date: '2026-03-09' });
    expect((second?.start_date ?? '') >= '2026-03-09').toBe(true);
  });
});

describe('several people', () => {
  const pair = sampleTeam.roles.map((role) => ({ ...role, count: 2 }));

  it('[LV81] several of a role share the hours of a task and cost all of them', async () => {
    const given = inARow({ estimate: exactly(16), people: 2 });
    const two = networkOutput.parse(
      await buildNetwork({ ...given, team: { ...sampleTeam, roles: pair } }),
    );
    expect(tasksOf(two)[0]).toMatchObject({
      ...{ estimate: exactly(8), estimated_hours: 8, finish_date: '2026-03-02' },
      uses: [{ role: 'Owner', units: 2 }],
    });
    const one = await buildNetwork(inARow({ estimate: exactly(16) }));
    expect(tasksOf(one)[0]).toMatchObject({ finish_date: '2026-03-03' });
    expect(two.costs.base).toBe(one.costs.base);
    await isTheSameAgain(two);
  });

  it('[LV81] no more work on it than there are', async () => {
    const network = await buildNetwork(inARow({ estimate: exactly(16), people: 5 }));
    expect(tasksOf(network)[0]).toMatchObject({ estimate: exactly(16) });
    expect(network.repairs).toEqual([]);
  });
});

describe('risk tiers', () => {
  it('[LV82] what spends is at least T2, whatever was said', async () => {
    const spends = { risk_tier: 'T1' as const, costs: [sampleCost(10)] };
    const network = await buildNetwork(inARow(spends, { risk_tier: 'T1' }, { risk_tier: 'T3' }));
    expect(tasksOf(network).map(({ risk_tier }) => risk_tier)).toEqual(['T2', 'T1', 'T3']);
  });
});
