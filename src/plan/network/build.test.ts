import { describe, expect, it } from 'vitest';
import {
  afterTask,
  sampleCost,
  sampleNetwork,
  sampleTask,
  sampleTeam,
} from '../../../test/support/network.ts';
import { noEvidence } from '../../contract/plan-basis.ts';
import { readPlan } from '../../schedule/read/plan.ts';
import { networkOutput } from '../outputs/network.ts';
import type { TaskDetail } from '../outputs/work.ts';
import { runSchedule } from '../run-schedule.ts';
import { buildNetwork } from './build.ts';
import type { NetworkInput } from './network-input.ts';

const withDirection = (more: Partial<NetworkInput['direction']>): NetworkInput => {
  const given = sampleNetwork();
  return { ...given, direction: { ...given.direction, ...more } };
};
const until = (date: string) => ({ deadline: { date, source: 'D1' } });
const within = (amount: number, currency = 'EUR') => ({
  budget: { amount, currency, source: 'D2' },
});

/** Nothing is delivered but at the end; one after the other, with something to overlap in between. */
function inStages(
  binding: Partial<Pick<TaskDetail, 'risk_tier' | 'reversibility'>>,
  direction: Partial<NetworkInput['direction']>,
  delivers: string[] = [],
): NetworkInput {
  const given = withDirection(direction);
  const ids = ['1.1', '1.2', '1.3', '1.4'];
  const tasks = ids.map((id, at) =>
    sampleTask(id, {
      ...(at === 0 ? {} : { after: [afterTask(ids[at - 1] ?? '')] }),
      ...(id === '1.2' ? binding : {}),
    }),
  );
  const outlined = ids.map((id) => ({
    ...{ id, title: `Step ${id}`, yields: 'a result', after: [] },
    delivers: id === '1.4' ? ['V1', 'V2'] : delivers,
  }));
  const outline = {
    phases: [{ id: '1', name: 'All', done_when: 'it is done', tasks: outlined }],
  };
  const roles = sampleTeam.roles.map((role) => ({ ...role, count: 2 }));
  const team = { ...sampleTeam, roles };
  return { ...given, outline, team, details: { phases: [{ id: '1', tasks }] } };
}

/** Scheduled once more, as anybody can. */
async function again(network: Awaited<ReturnType<typeof buildNetwork>>) {
  const { deadline, ...rest } = network;
  const reading = readPlan({ ...rest, ...(deadline === null ? {} : { deadline }) });
  const { project, risks, stated, budget, confidence, effort } = reading;
  const simulation = { seed: 1, runs: 1000 };
  const job = { project, risks, stated, budget, confidence, simulation };
  return (await runSchedule({ ...job, effort: effort ?? { seed: 9, schedules: 1 } })).outcome;
}

describe('the one graph', () => {
  it('[LV20] ids, links, roles, risks and costs are those of plan.json', async () => {
    const network = networkOutput.parse(await buildNetwork(sampleNetwork()));
    const tasks = network.phases.flatMap((phase) => phase.tasks);
    expect(tasks.map(({ task_id }) => task_id)).toEqual(
      ['1_1', '1_2', '2_1', '2_2'].map((id) => `task_${id}`),
    );
    expect(tasks[1]).toMatchObject({
      title: 'Buy an oven',
      performer: 'human',
      prerequisites: ['task_1_1'],
      estimated_hours: 17.3,
      risk_ids: ['risk_1'],
      assumption_ids: ['assumption_1'],
      delivers: ['V1'],
      subtasks: [{ subtask_id: 'task_1_2_a', params: { pages: '2' } }],
    });
    expect(tasks[0]).toMatchObject({ performer: 'agent', assignee_role: 'Desk agent' });
    expect(network.risks[0]).toMatchObject({
      risk_id: 'risk_1',
      tasks: ['task_1_2'],
      delay: { low: 8, likely: 16, high: 40 },
      cost: { base: 50, currency: 'EUR' },
    });
    expect(network.roles[1]).toMatchObject({ name: 'Desk agent', capacity: 2, asks: 'Owner' });
    expect(network.cost_lines).toMatchObject([
      { cost_id: 'cost_1_2_a', task: 'task_1_2', base: 500, status: 'estimated' },
    ]);
    expect(network).toMatchObject({ repairs: [], misses: [], changes: [], deadline: null });
  });

  it('[LV20] what waits for a task waits for its answer too', async () => {
    const { dependencies } = await buildNetwork(sampleNetwork());
    const link = dependencies.find(({ from, to }) => from === 'task_1_2' && to === 'task_2_2');
    expect(link).toMatchObject({ type: 'finish_to_start', lag: 24 });
  });

  it('[LV21] the total is hours by rates, lines and the mean of the risks, as in the schedule', async () => {
    const { costs, schedule } = await buildNetwork(sampleNetwork());
    // Three tasks of the owner, 17.3 hours each (in steps of six minutes), at 20; the oven; 0.3 of 50
    // and of what the delay costs.
    expect(costs.base).toBe(schedule.cost?.total);
    expect(costs.base).toBeGreaterThan(3 * 17.3 * 20 + 500);
    expect(costs).toMatchObject({ currency: 'EUR', budget: null, verdict: 'no_budget_given' });
  });

  it('[LV21] a budget in another currency is not compared, and it is said', async () => {
    const { costs, misses } = await buildNetwork(withDirection(within(100, 'USD')));
    expect(costs).toMatchObject({ verdict: 'not_checked', budget: null });
    expect(costs.note).toContain('USD 100');
    expect(misses).toEqual([]);
  });

  it('[LV22] links that name nothing or go round are mended, and it is said', async () => {
    const given = sampleNetwork();
    const [first, second] = given.details.phases;
    const [one, two] = first?.tasks ?? [];
    if (!one || !two || !second) throw new Error('the sample has two phases');
    const ring = { ...one, after: [afterTask('1.2'), afterTask('9.9')], role: 'Nobody' };
    const details = { phases: [{ id: '1', tasks: [ring, two, two] }, second] };
    const network = await buildNetwork({ ...given, details });
    expect(network.repairs.join('\n')).toMatch(/task_9_9/);
    expect(network.repairs.join('\n')).toMatch(/task_1_2 was there twice/);
    expect(network.repairs.join('\n')).toMatch(/“Nobody”.*added/);
    expect(network.roles.map(({ name }) => name)).toContain('Nobody');
    expect(network.dependencies).toHaveLength(4);
  });

  it('[LV22] roles that nobody needs are left out, and every risk is watched by a role', async () => {
    const given = sampleNetwork();
    const [owner, agent] = given.team.roles;
    const [risk] = given.basis.risks;
    if (!owner || !agent || !risk) throw new Error('the sample has two roles and a risk');
    const bank = { ...owner, name: 'Bank' };
    const idle = { ...owner, name: 'Spare hand', asks: 'Bank' };
    const asked = { ...owner, asks: 'Bank' };
    const network = await buildNetwork({
      ...given,
      team: { roles: [asked, agent, bank, idle] },
      basis: {
        ...given.basis,
        risks: [
          { ...risk, owner: 'Head of ovens' },
          { ...risk, id: 'R2', owner: 'desk AGENT' },
          { ...risk, id: 'R3', owner: 'Head of money' },
          { ...risk, id: 'R4', owner: 'Our desk agent' },
          { ...risk, id: 'R5', owner: 'Desk' },
        ],
      },
    });
    expect(network.roles.map(({ name }) => name)).toEqual(['Owner', 'Desk agent', 'Bank']);
    expect(network.repairs).toEqual([
      'The role “Spare hand” has no task and nobody asks it; it was left out.',
    ]);
    expect(network.risks.map((one) => one.owner)).toEqual([
      ...['Owner', 'Desk agent', 'Bank', 'Desk agent', 'Desk agent'],
    ]);
  });

  it('[LV23] the scheduler overlaps and cuts only where something is missed', async () => {
    const plain = await buildNetwork(withDirection(until('2026-12-31')));
    expect(plain.changes).toEqual([]);
    const late = await buildNetwork(inStages({}, until('2026-03-11')));
    expect(late.changes.length).toBeGreaterThan(0);
    expect(late.changes.every(({ round, effect }) => round === 0 && effect !== '')).toBe(true);
    expect(late.changes.map(({ kind }) => kind)).toContain('overlap');
    expect(late.roles.map(({ capacity }) => capacity)).toEqual([2, 2]);
    expect(networkOutput.parse(late)).toEqual(late);
  });

  it('[LV36] nothing overlaps into the end, a deliverable or a binding act, nor before one is over', async () => {
    const overlapped = async (input: NetworkInput) =>
      (await buildNetwork(input)).changes.map(({ what }) => what.slice(0, 16));
    const due = until('2026-03-11');
    const plain = await overlapped(inStages({}, due));
    expect(plain.length).toBeGreaterThan(0);
    expect(plain.every((what) => !what.includes('1.4'))).toBe(true);
    expect(await overlapped(inStages({}, due, ['V1']))).toEqual([]);
    for (const binding of [
      { risk_tier: 'T3' as const },
      { reversibility: 'irreversible' as const },
    ]) {
      expect(await overlapped(inStages(binding, due))).toEqual([]);
    }
  });

  it('[LV36] an overlap brings a risk that somebody watches', async () => {
    const { risks } = await buildNetwork(inStages({}, until('2026-03-11')));
    const added = risks.filter(({ risk_id }) => risk_id.startsWith('risk_added'));
    expect(added.length).toBeGreaterThan(0);
    expect(added[0]).toMatchObject({
      owner: 'Owner',
      title: expect.stringMatching(/^Done again: Step/),
    });
    expect(added.every(({ trigger, cause, effect }) => trigger && cause && effect)).toBe(true);
  });

  it('[LV36] a change of the scheduler without which nothing is lost is left out', async () => {
    const input = inStages({}, until('2026-03-11'));
    const { changes, dependencies, risks } = await buildNetwork(input);
    const open = await buildNetwork(input, { closesGap: false });
    const overlaps = dependencies.filter(({ lag }) => lag < 0);
    expect(changes).toHaveLength(overlaps.length);
    expect(risks).toHaveLength(open.risks.length + overlaps.length);
    for (const { effect } of changes) expect(effect).toMatch(/→/);
  });

  it('[LV36] what shortens the plan but not its end at the asked odds is not changed', async () => {
    const input = inStages({}, until('2026-03-17'));
    const [phase] = input.details.phases;
    const [risk] = input.basis.risks;
    if (!phase || !risk) throw new Error('there is a phase and a risk');
    // Beside the chain: it is short as planned, and decides the end where the risk strikes.
    const beside = sampleTask('1.5', { risks: ['R1'] });
    const tasks = phase.tasks.map((task) =>
      task.id === '1.4' ? { ...task, after: [...task.after, afterTask('1.5')] } : task,
    );
    const days = { low: 20, likely: 20, high: 20 };
    const network = await buildNetwork({
      ...input,
      basis: { ...input.basis, risks: [{ ...risk, probability: 0.5, delay_days: days }] },
      details: { phases: [{ ...phase, tasks: [...tasks, beside] }] },
    });
    expect(network.misses).toHaveLength(1);
    expect(network.changes).toEqual([]);
    expect(network.dependencies.every(({ lag }) => lag >= 0)).toBe(true);
  });

  it('[LV23] what is optional is cut where the money is short', async () => {
    const dear = await buildNetwork(withDirection(within(1700)));
    expect(dear.changes).toMatchObject([{ kind: 'cut', what: 'Leave out “Paint the sign”.' }]);
    expect(dear.phases.flatMap(({ tasks }) => tasks)).toHaveLength(3);
    expect(dear.misses).toEqual([]);
  });

  it('[LV24] what is missed is told with the wanted, the got and the odds', async () => {
    const network = await buildNetwork(
      { ...withDirection({ ...until('2026-03-04'), ...within(600) }) },
      { closesGap: false },
    );
    expect(network.misses.map(({ of }) => of)).toEqual(['deadline', 'budget']);
    const [deadline, budget] = network.misses;
    expect(deadline).toMatchObject({ wanted: '2026-03-04', asked_odds: 0.8, odds: 0 });
    expect(deadline?.got).toBe(network.schedule.simulation?.finish_at_confidence.slice(0, 10));
    expect(budget).toMatchObject({ wanted: 'EUR 600' });
    expect(network.costs.verdict).toBe('over_budget');
  });

  it('[LV25] scheduling it again gives the same dates, odds and costs', async () => {
    for (const input of [
      sampleNetwork(),
      withDirection({ ...until('2026-03-12'), ...within(1500) }),
    ]) {
      const network = await buildNetwork(input);
      const outcome = await again(network);
      const { schedule } = network;
      expect(outcome.cost.total).toBe(network.costs.base);
      expect(outcome.tasks.map(({ start }) => start)).toEqual(
        schedule.tasks?.map(({ start }) => Date.parse(start) / 60_000),
      );
      expect(outcome.simulation?.deadlineOdds ?? null).toBe(schedule.simulation?.odds.deadline);
    }
  });

  it('[LV21] who gives but some hours a week takes longer, and waits no longer for others', async () => {
    const given = sampleNetwork();
    const roles = given.team.roles.map((role) => ({ ...role, hours_per_week: 10 }));
    const full = await buildNetwork(given);
    const part = networkOutput.parse(await buildNetwork({ ...given, team: { roles } }));
    expect(part.calendars).toMatchObject([{ calendar_id: 'daily_120_minutes' }]);
    expect(part.roles.map(({ calendar }) => calendar)).toEqual(['daily_120_minutes', undefined]);
    expect(part.finish_date > full.finish_date).toBe(true);
    expect(part.costs.base).toBe(full.costs.base);
    const link = part.dependencies.find(({ from, to }) => from === 'task_1_2' && to === 'task_2_2');
    expect(link).toMatchObject({ lag: 24, lag_in: 'office' });
    const outcome = await again(part);
    expect(outcome.tasks.map(({ start }) => start)).toEqual(
      part.schedule.tasks?.map(({ start }) => Date.parse(start) / 60_000),
    );
  });

  it('[LV26] lengths and amounts beyond what can be reckoned with are brought within, and told', async () => {
    const given = sampleNetwork();
    const huge = sampleTask('1.1', {
      estimate: { low: 1e6, likely: 1e6, high: 1e6 },
      costs: [sampleCost(4e14)],
    });
    const network = await buildNetwork({
      ...given,
      team: sampleTeam,
      details: { phases: [{ id: '1', tasks: [huge] }] },
    });
    expect(network.repairs).toHaveLength(2);
    expect(network.finish_date < '2198').toBe(true);
    expect(network.costs).toMatchObject({ base: 4e14, verdict: 'not_checked' });
  });

  it('[LV35] a risk that names several tasks strikes one of them', async () => {
    const given = sampleNetwork();
    const [risk] = given.basis.risks;
    if (!risk) throw new Error('the sample has a risk');
    const days = { low: 10, likely: 10, high: 10 };
    const sure = { ...risk, probability: 1, delay_days: days, cost: null };
    const everywhere = given.details.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => ({ ...task, risks: ['R1'] })),
    }));
    const calm = await buildNetwork({ ...given, basis: { ...given.basis, risks: [] } });
    const network = await buildNetwork({
      ...given,
      basis: { ...given.basis, risks: [sure] },
      details: { phases: everywhere },
    });
    expect(network.risks[0]).toMatchObject({ strikes: 'one', tasks: { length: 4 } });
    const p80 = ({ schedule }: typeof calm) => Date.parse(schedule.simulation?.finish.p80 ?? '');
    const late = (p80(network) - p80(calm)) / 86_400_000;
    expect(late).toBeGreaterThan(9);
    expect(late).toBeLessThan(20);
    expect(network.costs.base).toBe(calm.costs.base);
  });

  it('[LV88] a day of delay is a day, however few hours of it somebody works', async () => {
    const lateBy = async (hours_per_week: number | null): Promise<number> => {
      const given = sampleNetwork();
      const [risk] = given.basis.risks;
      if (!risk) throw new Error('the sample has a risk');
      const days = { low: 10, likely: 10, high: 10 };
      const team = {
        ...given.team,
        roles: given.team.roles.map((role) => ({ ...role, hours_per_week })),
      };
      const built = (risks: NetworkInput['basis']['risks']) =>
        buildNetwork({ ...given, team, basis: { ...given.basis, risks } });
      const sure = { ...risk, probability: 1, delay_days: days, cost: null };
      const [calm, struck] = [await built([]), await built([sure])];
      const p50 = ({ schedule }: typeof calm) => Date.parse(schedule.simulation?.finish.p50 ?? '');
      return (p50(struck) - p50(calm)) / 86_400_000;
    };
    const [full, part] = [await lateBy(null), await lateBy(5)];
    expect(full).toBeGreaterThan(5);
    expect(Math.abs(full - part)).toBeLessThan(4);
  });

  it('[LV35] an assumption about the whole says so, and one without evidence says that', async () => {
    const given = sampleNetwork();
    const [one] = given.basis.assumptions;
    if (!one) throw new Error('the sample has an assumption');
    const all = { ...one, id: 'A2', total: 'cost' as const, evidence: 'an offer' };
    const basis = { ...given.basis, assumptions: [one, all] };
    const { assumptions } = await buildNetwork({ ...given, basis });
    expect(assumptions[0]).toMatchObject({ source: noEvidence });
    expect(assumptions[0]).not.toHaveProperty('total');
    expect(assumptions[1]).toMatchObject({ source: 'an offer', total: 'cost' });
  });

  const withTask = (id: string, more: Partial<TaskDetail>): NetworkInput => {
    const given = sampleNetwork();
    const phases = given.details.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => (task.id === id ? { ...task, ...more } : task)),
    }));
    return { ...given, details: { phases } };
  };
  const taskIn = ({ phases }: Awaited<ReturnType<typeof buildNetwork>>, id: string) =>
    phases.flatMap(({ tasks }) => tasks).find(({ task_id }) => task_id === id);

  it('[LV37] what is held on a day begins on it, be it a Saturday, and nothing begins before its day', async () => {
    // A Saturday.
    const held = networkOutput.parse(
      await buildNetwork(withTask('2.2', { fixed_start: '2026-04-18' })),
    );
    const opening = taskIn(held, 'task_2_2');
    expect(opening).toMatchObject({ fixed_start: '2026-04-18', start_date: '2026-04-18' });
    expect(held.calendars?.map(({ calendar_id }) => calendar_id)).toEqual([
      'office_and_2026-04-18',
    ]);
    const later = await buildNetwork(withTask('2.1', { not_before: '2026-04-14' }));
    expect(taskIn(later, 'task_2_1')).toMatchObject({ start_date: '2026-04-14' });
    expect(later.calendars).toBeUndefined();
    expect((await again(held)).tasks.map(({ start }) => start)).toEqual(
      held.schedule.tasks?.map(({ start }) => Date.parse(start) / 60_000),
    );
  });

  it('[LV37] a day that is none, or none of the plan, is left out and told', async () => {
    for (const date of ['2026-02-30', '2026-02-01', '2999-01-01']) {
      const network = await buildNetwork(withTask('2.2', { fixed_start: date, not_before: date }));
      expect(network.repairs.join()).toContain(`Task 2.2 names ${date}`);
      expect(taskIn(network, 'task_2_2')).not.toHaveProperty('fixed_start');
    }
  });

  it('[LV38] nobody works on days off, and hours are those of the place', async () => {
    const given = sampleNetwork();
    const days_off = ['2026-03-03', '2026-03-04', '2026-03-04', '2026-02-30'].map((date) => ({
      ...{ date, what: 'a feast' },
    }));
    const [owner, ...others] = sampleTeam.roles;
    if (!owner) throw new Error('the sample has roles');
    for (const week of [null, 20]) {
      const roles = [{ ...owner, hours_per_week: week }, ...others];
      const team = { ...sampleTeam, roles, days_off, time_zone: 'Europe/Berlin' };
      const network = networkOutput.parse(await buildNetwork({ ...given, team }));
      expect(network.time_zone).toBe('Europe/Berlin');
      const office = network.calendars?.find(({ calendar_id }) => calendar_id === 'office');
      expect(office?.exceptions?.map(({ date }) => date)).toEqual(['2026-03-03', '2026-03-04']);
      const tasks = network.schedule.tasks ?? [];
      const byOwner = tasks.filter(({ id }) => ['task_1_2', 'task_2_1'].includes(id));
      for (const { start } of byOwner) {
        expect(start).toMatch(/\+0[12]:00$/);
        expect(start.slice(0, 10)).not.toMatch(/2026-03-0[34]/);
      }
      expect((await again(network)).tasks.map(({ start }) => start)).toEqual(
        tasks.map(({ start }) => Date.parse(start) / 60_000),
      );
    }
    const nowhere = { ...sampleTeam, time_zone: 'Mars/Base' };
    expect(await buildNetwork({ ...given, team: nowhere })).not.toHaveProperty('time_zone');
  });
});
