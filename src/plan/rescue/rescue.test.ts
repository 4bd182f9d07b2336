import { describe, expect, it } from 'vitest';
import {
  afterTask,
  networkStageInput,
  sampleCost,
  sampleNetwork,
  sampleTask,
} from '../../../test/support/network.ts';
import { buildNetwork } from '../network/build.ts';
import type { NetworkInput } from '../network/network-input.ts';
import { type NetworkOutput, networkOutput } from '../outputs/network.ts';
import { filled } from '../prompt.ts';
import type { PlanState } from '../refining/plan-state.ts';
import { revisedAt } from '../refining/sections.ts';
import { rescue1Stage } from '../stages/rescue-1.ts';
import { rescue2Stage } from '../stages/rescue-2.ts';
import { applyChanges } from './apply.ts';
import { type RescueChange, unitsOf } from './rescue-answer.ts';
import { shortfall } from './shortfall.ts';

const change = (more: Partial<RescueChange>): RescueChange => ({
  ...{
    kind: 'faster',
    task: '2.2',
    people: null,
    estimate: null,
    wait_hours: null,
    after: null,
    costs: null,
  },
  ...{
    role: null,
    title: null,
    description: null,
    acceptance: null,
    lever: '',
    option: '',
    why: 'it can be done',
    gives_up: 'some care',
  },
  ...more,
});

const tight = (date: string, budget: number | null = null): NetworkInput => {
  const given = sampleNetwork();
  return {
    ...given,
    direction: {
      ...given.direction,
      deadline: { date, source: 'D1' },
      budget: budget === null ? null : { amount: budget, currency: 'EUR', source: 'D2' },
    },
  };
};

const { found, problems, merge } = rescue1Stage.parts ?? {};
const part = { key: 'rescue', title: '', words: {} };

const unclosed = (given: NetworkInput) => buildNetwork(given, { closesGap: false });

async function rescued(given: NetworkInput, changes: RescueChange[]) {
  const network = await unclosed(given);
  const input = networkStageInput(given, network);
  const after = (await merge?.([{ key: 'rescue', value: { changes } }], input)) as NetworkOutput;
  return { network, after, input };
}

describe('a round of rescue', () => {
  it('[LV27] nobody is asked where nothing is missed, or where the allowance is used up', async () => {
    const given = sampleNetwork();
    const kept = await buildNetwork(given);
    expect(found?.(networkStageInput(given, kept))).toEqual([]);
    expect(await merge?.([], networkStageInput(given, kept))).toBe(kept);
    const late = await unclosed(tight('2026-03-04'));
    const brief = networkStageInput(tight('2026-03-04'), late, 'brief');
    expect(found?.(brief)).toHaveLength(1);
    expect(rescue2Stage.parts?.found?.(brief)).toEqual([]);
    const over = await unclosed(tight('2026-02-01'));
    expect(over.misses).toHaveLength(1);
    expect(found?.(networkStageInput(given, over))).toEqual([]);
  });

  it('[LV27] it sees what is missed, what is critical, what costs most and how levers could be set', async () => {
    const given = tight('2026-03-04', 100);
    const [asked] = found?.(networkStageInput(given, await unclosed(given))) ?? [];
    const plan = JSON.parse(asked?.data?.plan ?? '');
    expect(plan.missed.map(({ of }: { of: string }) => of)).toEqual(['deadline', 'budget']);
    expect(plan.critical_path).toContain('2.2');
    expect(plan.costs_most[0]).toMatch(/^1\.2: \d+$/);
    expect(asked?.data?.levers).toContain('rented');
    for (const stage of [rescue1Stage, rescue2Stage]) {
      const text = filled(stage, { currency: 'EUR' }, asked?.data);
      expect(text).not.toContain('{{');
    }
  });

  it('[LV28] a change that helps is taken, told with dates and money, and the graph is made anew', async () => {
    const given = tight('2026-03-11');
    const short = { low: 1, likely: 2, high: 3 };
    const { network, after } = await rescued(given, [
      change({ task: '1.2', wait_hours: 0, estimate: short }),
      change({ task: '2.2', estimate: short, gives_up: 'half of the bread' }),
    ]);
    expect(network.misses).toHaveLength(1);
    expect(networkOutput.parse(after)).toEqual(after);
    expect(after.misses).toEqual([]);
    expect(shortfall(after)).toBeLessThan(shortfall(network));
    const taken = after.changes.filter(({ round }) => round === 1);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken[0]?.what).toMatch(/^1\.2 Buy an oven: /);
    expect(taken[0]?.effect).toMatch(/^At 80 %: end 2026-\d\d-\d\d → 2026-\d\d-\d\d/);
    const task = after.phases[0]?.tasks.find(({ task_id }) => task_id === 'task_1_2');
    expect(task?.estimate).toEqual(short);
  });

  it('[LV28] what makes nothing better is left out and told; a second round goes on from there', async () => {
    const given = tight('2026-03-11');
    const useless = change({ kind: 'cheaper', task: '2.1', costs: [] });
    const worse = change({ task: '2.2', estimate: { low: 80, likely: 90, high: 99 } });
    const { network, after } = await rescued(given, [useless, worse]);
    expect(after.finish_date).toBe(network.finish_date);
    expect(after.changes).toEqual(network.changes);
    expect(after.not_taken).toHaveLength(2);
    expect(after.not_taken?.[0]).toMatch(/^Round 1: 2\.1 Paint the sign: .*not taken/);
    const input = networkStageInput(given, after);
    const value = { changes: [change({ task: '1.2', wait_hours: 0 })] };
    const last = (await rescue2Stage.parts?.merge(
      [{ key: 'rescue', value }],
      input,
    )) as NetworkOutput;
    expect(last.not_taken).toHaveLength(2);
    expect(last.changes.some(({ round }) => round === 2)).toBe(true);
  });

  it('[LV28] of many changes that make nothing better the words are cut, so that they can be kept', async () => {
    const title = 'Another name for the same work, '.repeat(4).slice(0, 120);
    const many = Array.from({ length: 12 }, () => change({ kind: 'scenario', title, people: 1 }));
    const { after } = await rescued(tight('2026-03-11'), many);
    expect(after.not_taken).toHaveLength(1);
    expect(networkOutput.parse(after)).toEqual(after);
    expect(after.not_taken?.[0]).toMatch(/not taken, since nothing gets better by it\.$/);
  });

  it('[LV28] two changes that help only together are both taken', async () => {
    const given = tight('2026-03-06');
    const flat = sampleNetwork();
    const [first, second] = flat.details.phases;
    if (!first || !second) throw new Error('the sample has two phases');
    // Two chains of the same length: shortening one alone gains nothing.
    const long = { low: 40, likely: 40, high: 40 };
    const short = { low: 8, likely: 8, high: 8 };
    const team = {
      roles: flat.team.roles.map((role) => ({ ...role, count: 3, kind: 'person' as const })),
    };
    const tasks = second.tasks.map((task) => ({ ...task, estimate: long, after: [] }));
    const both = { ...given, team, details: { phases: [{ id: '2', tasks }] } };
    const { after } = await rescued(both, [
      change({ task: '2.1', estimate: short }),
      change({ task: '2.2', estimate: short }),
    ]);
    expect(after.misses).toEqual([]);
  });

  it('[LV29] a turn of a lever is one change with all that follows from it', async () => {
    const given = tight('2026-12-31', 1200);
    const lever = { kind: 'scenario' as const, lever: 'Oven', option: 'used' };
    const { after } = await rescued(given, [
      change({ ...lever, task: '1.2', costs: [sampleCost(100)] }),
      change({ ...lever, task: '2.2', estimate: { low: 8, likely: 10, high: 12 } }),
    ]);
    const taken = after.changes.filter(({ round }) => round === 1);
    expect(taken).toMatchObject([{ kind: 'scenario' }]);
    expect(taken[0]?.what).toMatch(/^Oven: now “used”\. 1\.2 .*EUR 500 → EUR 100; 2\.2 /);
    expect(taken[0]?.effect).toMatch(/cost EUR [\d,]+ → EUR [\d,]+/);
  });

  it('[LV39] a change rewrites the words of its task, so that they agree with its figures', async () => {
    const words = {
      title: 'Rent an oven',
      description: 'One is rented for a year from the next town.',
      acceptance: ['The rented oven bakes 40 loaves.'],
    };
    const { after } = await rescued(tight('2026-12-31', 1200), [
      change({ kind: 'cheaper', task: '1.2', costs: [sampleCost(50)], ...words }),
    ]);
    const task = after.phases[0]?.tasks.find(({ task_id }) => task_id === 'task_1_2');
    const { acceptance, ...rest } = words;
    expect(task).toMatchObject({ ...rest, acceptance_criteria: acceptance });
    expect(after.changes.find(({ round }) => round === 1)?.what).toMatch(
      /^1\.2 Buy an oven: now “Rent an oven”; EUR 500 → EUR 50/,
    );
    // A revision of the phase that says nothing of the title keeps it.
    const { details } = after;
    const state = { ...({} as PlanState), details };
    const { title: _title, ...answer } = details.phases[0]?.tasks[1] ?? sampleTask('1.2');
    const again = revisedAt({ section: 'phase', item: '1' }, state, { tasks: [answer] });
    expect(again.details).toEqual(details);
  });

  it('[LV39] where a lever was turned, the change says which and how', async () => {
    const lever = { kind: 'scenario' as const, lever: 'Oven', option: 'used' };
    const { after } = await rescued(tight('2026-12-31', 1200), [
      change({ ...lever, task: '1.2', costs: [sampleCost(50)] }),
    ]);
    expect(after.changes.find(({ round }) => round === 1)).toMatchObject({
      set: { lever: 'Oven', option: 'used' },
    });
  });

  it('[LV38] lateness is reckoned by the clocks of the place', async () => {
    const network = await unclosed(tight('2026-03-11'));
    const endsAt = (finish_at_confidence: string): NetworkOutput => {
      const { schedule } = network;
      if (!schedule.simulation) throw new Error('a network has odds');
      const simulation = { ...schedule.simulation, finish_at_confidence };
      return { ...network, schedule: { ...schedule, simulation } };
    };
    expect(shortfall(endsAt('2026-03-11T17:00-08:00'))).toBe(0);
    expect(shortfall(endsAt('2026-03-12T09:00+13:00'))).toBeGreaterThan(0);
  });

  it('[LV29] what waited for a task that is cut waits for what that one waited for', () => {
    const { details } = sampleNetwork();
    const cut = applyChanges(details, [change({ kind: 'cut', task: '1.2' })]);
    const last = cut.phases[1]?.tasks[1];
    expect(last?.after).toEqual([afterTask('2.1'), afterTask('1.1')]);
    const most = ['1.1', '1.2', '2.1', '2.2'].map((task) => change({ kind: 'cut', task }));
    expect(applyChanges(details, most).phases).toHaveLength(1);
  });

  it('[LV30] changes that name nothing, change nothing or contradict themselves go back', async () => {
    const given = tight('2026-03-04');
    const input = networkStageInput(given, await unclosed(given));
    const said = (...changes: RescueChange[]) => problems?.({ changes }, part, input) ?? [];
    expect(said(change({ task: '9.9' }))[0]).toContain('no such task');
    expect(said(change({}))[0]).toContain('"estimate", "wait_hours" or "role"');
    expect(said(change({ kind: 'cut' }))[0]).toContain('V2 is finished by it');
    expect(said(change({ role: 'Ghost' }))[0]).toContain('no role “Ghost”');
    expect(said(change({ estimate: { low: 3, likely: 2, high: 1 } }))[0]).toContain('low ≤ likely');
    expect(said(change({ kind: 'overlap', after: [afterTask('2.2')] }))[0]).toContain(
      'wait for 2.2',
    );
    expect(
      said(change({ kind: 'scenario', lever: 'Oven', option: 'new', wait_hours: 0 }))[0],
    ).toContain('set so already');
    expect(said(change({ kind: 'overlap', task: '1.1', after: [afterTask('2.2')] }))[0]).toContain(
      'waits for',
    );
    const twice = said(
      change({ kind: 'cut', task: '2.1' }),
      change({ task: '2.1', wait_hours: 0 }),
    );
    expect(twice[0]).toContain('both cut and changed');
    expect(said(change({ task: '2.2', wait_hours: 0 }))).toEqual([]);
  });

  it('[LV90] changed links are one change: none goes without the one that stands in for it', () => {
    const links = change({ kind: 'overlap', after: [] });
    const other = change({ kind: 'overlap', task: '2.1', after: [afterTask('1.1')] });
    const alone = change({ wait_hours: 0 });
    expect(unitsOf([links, alone, other])).toEqual([[links, other], [alone]]);
  });

  it('[LV90] nothing begins before what binds by contract or law is over', async () => {
    const given = tight('2026-03-04');
    const phases = given.details.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => ({ ...task, risk_tier: 'T3' as const })),
    }));
    const bound = { ...given, details: { phases } };
    const input = networkStageInput(bound, await unclosed(bound));
    const task = phases.flatMap(({ tasks }) => tasks).find(({ after }) => after.length > 0);
    if (!task) throw new Error('a task of the sample waits for another');
    const said = (after: RescueChange['after']) =>
      problems?.({ changes: [change({ kind: 'overlap', task: task.id, after })] }, part, input);
    expect(said([])?.[0]).toContain('binds by contract or law');
    const overlapped = task.after.map((link) => ({ ...link, type: 'start_to_start' as const }));
    expect(said(overlapped)?.[0]).toContain('keep finish_to_start');
    expect(said(task.after)).toEqual([]);
  });
});
