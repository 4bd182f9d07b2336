// What a change would come to, on the pure machine and the pure forecast.
import { describe, expect, it } from 'vitest';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { ChangeDiff } from '../contract/execution-change.ts';
import { askAlways } from '../contract/execution-policy.ts';
import type { PatchRequest } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { encodeSnapshot } from '../engine/snapshot.ts';
import { statedCosts, stepDiff, tryPatch } from './change-diff.ts';
import { type ChangeWish, draftChange } from './change-patch.ts';
import { whyAsk } from './change-policy.ts';
import type { StepSpec } from './step-spec.ts';

const spec = (title: string): StepSpec => ({
  ...{ title, description: '', role: '', params: {}, acceptance_criteria: [] },
  ...{ task_title: '', planned_start: '', planned_finish: '' },
});

const story = (): RunDriver =>
  new RunDriver([
    group('phase_1', ['task_1', 'task_2', 'task_3']),
    leaf('task_1', [], { parent: 'phase_1' }),
    leaf('task_2', ['task_1'], { parent: 'phase_1', cost: { money: 2_000_000 } }),
    leaf('task_3', ['task_2'], { parent: 'phase_1' }),
  ]);

const request = (more: Partial<PatchRequest>): PatchRequest => ({
  ...{ run: 'exec_driver1', by: 'agent_a', cause: 'edit', baseRev: 1, added: [] },
  ...more,
});

const withSpec = (def: GraphStep) => ({ def, spec: spec(def.id) });
const titleOf = (id: string): string => `Title of ${id}`;

describe('a patch that is only tried', () => {
  it('[CG1] is decided by the machine and leaves the state as it was', () => {
    const { state, nowMs } = story();
    const before = encodeSnapshot(state);
    const added = [withSpec(leaf('task_4', ['task_3'], { parent: 'phase_1', cost: { money: 5 } }))];
    const events = tryPatch(state, request({ added, cancelled: [] }), nowMs);
    expect(encodeSnapshot(state)).toEqual(before);
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([[state.seq + 1, 'graph.patched']]);
    expect(stepDiff(state, events, titleOf, new Map())).toEqual({
      added: [{ step_id: 'task_4', title: 'Title of task_4' }],
      changed: [{ step_id: 'phase_1', title: 'Title of phase_1', fields: ['needs'] }],
      cancelled: [],
      taken_back: [],
    });
    expect(statedCosts(state, events)).toEqual({ before: 2, after: 2.000005 });
  });

  it('[CG1] tells which fields and words change, and what is not paid any more', () => {
    const { state, nowMs } = story();
    const wait = { for: 'time', until: nowMs + 1 } as const;
    const changed = [withSpec(leaf('task_3', [], { parent: 'phase_1', wait }))];
    const patch = request({ changed, cancelled: ['task_2'] });
    const events = tryPatch(state, patch, nowMs);
    const words = new Map([['task_3', { before: spec('Old'), after: spec('New') }]]);
    const diff = stepDiff(state, events, titleOf, words);
    const fields = diff.changed.find(({ step_id }) => step_id === 'task_3')?.fields;
    expect(fields).toEqual(['needs', 'title', 'wait']);
    expect(diff.cancelled.map(({ step_id }) => step_id)).toEqual(['task_2']);
    expect(statedCosts(state, events)).toEqual({ before: 2, after: 0 });
  });

  it('[CG3] of a part that moved on is refused as the engine would', () => {
    const driver = story();
    const changed = [leaf('task_3', ['task_2'], { parent: 'phase_1', priority: 1 })];
    driver.patch({ changed, baseRev: 1 });
    const tried = () => tryPatch(driver.state, request({ changed: changed.map(withSpec) }), 0);
    expect(tried).toThrow(expect.objectContaining({ code: 'stale_patch' }));
  });
});

describe('what a request comes to on the graph', () => {
  const wish = (more: Partial<ChangeWish> = {}): ChangeWish => ({
    ...{ kind: 'delay', affects: ['phase_1'], untilOf: () => 5_000, reason: 'Late' },
    ...{ letFinish: false, key: '7', canDo: () => true },
    ...more,
  });
  const draft = (driver: RunDriver, more: Partial<ChangeWish> = {}) =>
    draftChange(driver.state, wish(more), (step) => Promise.resolve(spec(step.def.id)));
  const idsOf = (steps: readonly { def: GraphStep }[]) => steps.map(({ def }) => def.id);

  it('[CG5] changes only the first of what is affected and open', async () => {
    const driver = story();
    expect(idsOf((await draft(driver)).patch.changed)).toEqual(['task_1']);
    driver.complete('task_1');
    const { patch, left } = await draft(driver);
    expect(idsOf(patch.changed)).toEqual(['task_2']);
    expect(patch.changed[0]?.def.wait).toEqual({ for: 'time', until: 5_000 });
    expect(left).toEqual([{ step_id: 'task_1', why: 'It is VERIFIED.' }]);
  });

  it('[CG5] leaves a later date and a wait for something else as they are', async () => {
    const later = { for: 'time', until: 9_000 } as const;
    const driver = new RunDriver([
      leaf('task_1', [], { wait: later }),
      leaf('task_2', [], { wait: { for: 'event', key: 'oven' } }),
    ]);
    const { patch, left } = await draft(driver, { affects: ['task_1', 'task_2'] });
    expect(patch.changed.map(({ def }) => def.wait)).toEqual([later]);
    expect(left).toEqual([{ step_id: 'task_2', why: 'It waits for event already.' }]);
  });

  it('[CG6] gives back what a lost agent has, to wait where nobody else can do it', async () => {
    const driver = story();
    driver.lease('task_1', 'agent_lost');
    const lost = { kind: 'lost_agent', affects: ['agent_lost'] } as const;
    const there = await draft(driver, lost);
    expect(there.patch.changed.map(({ def }) => def.wait)).toEqual([undefined]);
    const alone = await draft(driver, { ...lost, canDo: () => false });
    expect(alone.patch.changed.map(({ def }) => def.wait)).toEqual([{ for: 'capability' }]);
    await expect(draft(driver, { ...lost, affects: ['agent_b'] })).rejects.toThrow('no step');
  });

  it('[CG7] puts a person before what hangs on a drifted assumption', async () => {
    const { patch } = await draft(story(), { kind: 'drift' });
    expect(patch.added.map(({ def }) => [def.id, def.performer])).toEqual([['review_7', 'human']]);
    expect(patch.changed.map(({ def }) => [def.id, def.needs])).toEqual([['task_1', ['review_7']]]);
  });
});

describe('whether a person is asked', () => {
  const dates = (days: number, misses: boolean | null = null) => ({
    finish: { before: '2035-01-01T00:00:00.000Z', after: '2035-01-01T00:00:00.000Z', days },
    ...{ milestones: [], tasks: [], tasks_moved: 0, misses_deadline: misses },
  });
  const diff = (more: Partial<ChangeDiff> = {}, after = 100): ChangeDiff => ({
    ...{ added: [], changed: [], cancelled: [], taken_back: [], left_alone: [] },
    dates: dates(0),
    money: { currency: 'EUR', before: 100, after, steps_usd: { before: 0, after: 0 } },
    reason: 'Why',
    ...more,
  });
  const limits = { ...askAlways, changes: { max_days: 2, max_money: 10 } };
  const facts = { isWeaker: false, isForeign: false, usdRate: null };
  const stated = (after: number) =>
    diff({ money: { ...diff().money, steps_usd: { before: 0, after } } });

  it('[CG4] at the limit nobody is, one above somebody is', () => {
    expect(whyAsk(limits, diff({ dates: dates(2) }, 110), facts)).toBeNull();
    expect(whyAsk(limits, diff({ dates: dates(2.01) }), facts)).toContain('2.01 days');
    expect(whyAsk(limits, diff({}, 110.01), facts)).toContain('10.01 more');
    expect(whyAsk(limits, diff({ dates: dates(-9) }, 0), facts)).toBeNull();
  });

  it('[CG4] what nobody knows is asked', () => {
    expect(whyAsk(limits, diff({ dates: null }), facts)).toContain('no forecast');
    const unknown = { ...diff().money, before: null, after: null };
    expect(whyAsk(limits, diff({ money: unknown }), facts)).toContain('what it costs');
    expect(whyAsk(limits, stated(1), facts)).toContain('what it costs');
    expect(whyAsk(limits, stated(4), { ...facts, usdRate: 2 })).toBeNull();
    expect(whyAsk(limits, stated(6), { ...facts, usdRate: 2 })).toContain('12 more');
    const free = { currency: null, before: null, after: null, steps_usd: { before: 0, after: 0 } };
    expect(whyAsk(limits, diff({ money: free }), facts)).toBeNull();
  });

  it('[CG4] without a policy, for less care, for foreign steps and for a missed deadline', () => {
    expect(whyAsk(askAlways, diff(), facts)).not.toBeNull();
    expect(whyAsk({ ...askAlways, changes: 'ask' }, diff(), facts)).not.toBeNull();
    expect(whyAsk(limits, diff(), { ...facts, isWeaker: true })).not.toBeNull();
    expect(whyAsk(limits, diff(), { ...facts, isForeign: true })).not.toBeNull();
    expect(whyAsk(limits, diff({ dates: dates(1, true) }), facts)).not.toBeNull();
    expect(whyAsk(limits, diff({ dates: dates(0, true) }), facts)).toBeNull();
  });
});
