import { describe, expect, it } from 'vitest';
import { wordEvent } from './event-wording.ts';
import { actorsOf, type FeedFilter, feedRows } from './feed.ts';
import { ended, leased, sampleEvent, verified } from './sample.ts';

const all: FeedFilter = { kind: 'all', actor: '', steps: null };

const events = [
  sampleEvent(1, 'run.started', { run_state: 'RUNNING' }),
  leased(2, 'task_a', 'Ada'),
  leased(3, 'task_b', 'Bo'),
  ended(4, 'task_a', 'captcha'),
  leased(5, 'task_a', 'Bo', 2),
  verified(6, 'task_b', 'done'),
];
const keys = (filter: Partial<FeedFilter> = {}) =>
  feedRows(events, { ...all, ...filter }).map((row) => row.key);

describe('the activity feed', () => {
  it('[UI7] has one row per attempt, newest first', () => {
    expect(keys()).toEqual(['task_b 1', 'task_a 2', 'task_a 1', 'seq 1']);
  });

  it('[UI7] an attempt belongs to whoever took it, also at its end', () => {
    const [row] = feedRows(events, all);
    expect(row?.actor?.name).toBe('Bo');
    expect(row?.newest.type).toBe('step.verified');
    expect(row?.events.map((event) => event.seq)).toEqual([6, 3]);
  });

  it('[UI7] filters by kind, actor and task', () => {
    expect(keys({ kind: 'results' })).toEqual(['task_b 1']);
    expect(keys({ kind: 'problems' })).toEqual(['task_a 1']);
    expect(keys({ kind: 'notes' })).toEqual([]);
    expect(keys({ actor: 'agent_ada' })).toEqual(['task_a 1']);
    expect(keys({ steps: new Set(['task_a']) })).toEqual(['task_a 2', 'task_a 1']);
  });

  it('keeps the identity of rows that did not change', () => {
    const before = feedRows(events, all);
    const after = feedRows([...events, verified(7, 'task_a', 'ok', 2)], all, before);
    expect(after.map((row) => before.includes(row))).toEqual([false, true, true, true]);
  });

  it('lists everyone once, by name', () => {
    expect(actorsOf(events).map((actor) => actor.name)).toEqual(['Ada', 'Bo']);
  });
});

describe('wordEvent', () => {
  it('tells a retry from a final failure', () => {
    const final = {
      ...ended(1, 'task_a', 'x'),
      changes: [{ step_id: 'task_a', state: 'ERROR' as const }],
    };
    expect(wordEvent(ended(1, 'task_a', 'x')).tone).toBe('blocked');
    expect(wordEvent(final).tone).toBe('failed');
  });

  it('names how the run ended', () => {
    const end = sampleEvent(9, 'run.ended', { run_state: 'COMPLETED' });
    expect(wordEvent(end)).toMatchObject({ passive: 'Execution completed', tone: 'done' });
  });

  it('has words for a type it does not know', () => {
    expect(wordEvent(sampleEvent(1, 'budget.warned')).passive).toBe('Budget warned');
  });
});
