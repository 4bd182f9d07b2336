import { describe, expect, it } from 'vitest';
import { contentRef, leaf, RunDriver } from '../../test/support/run-driver.ts';
import { type WaitReason, waitReasons } from './event-types.ts';

const startMs = 1_700_000_000_000;
const waiting = (run: RunDriver, step: string) => run.state.steps.get(step)?.wait;

describe('a step that waits', () => {
  it('[EN25] for a time has it on the record, and is ready then and not before', () => {
    const run = new RunDriver([
      leaf('task_1', [], { wait: { for: 'time', until: startMs + 500 } }),
    ]);
    expect(run.stateOf('task_1')).toBe('WAITING');
    expect(waiting(run, 'task_1')).toEqual({ for: 'time', until: startMs + 500, key: '' });
    run.nowMs = startMs + 499;
    expect(run.refused({ type: 'wake', step: 'task_1' }).code).toBe('conflict');
    run.nowMs = startMs + 500;
    run.do({ type: 'wake', step: 'task_1' });
    expect(run.stateOf('task_1')).toBe('READY');
  });

  it('[EN25] for a time that has passed does not wait', () => {
    const run = new RunDriver([leaf('task_1', [], { wait: { for: 'time', until: startMs } })]);
    expect(run.stateOf('task_1')).toBe('READY');
  });

  it('[EN25] for a span waits from when its needs are there', () => {
    const run = new RunDriver([
      leaf('task_1'),
      leaf('task_2', ['task_1'], { wait: { for: 'time', delay_ms: 1_000 } }),
    ]);
    run.nowMs += 60_000;
    const events = run.complete('task_1');
    expect(events[0]?.data).toMatchObject({
      ready: [],
      waiting: [{ step: 'task_2', for: 'time', until: run.nowMs + 1_000, key: '' }],
    });
    expect(run.state.status).toBe('RUNNING');
  });

  it('[EN25] for an event goes on with its key, and all with that key at once', () => {
    const wait = { for: 'event', key: 'mail:42' } as const;
    const run = new RunDriver([
      leaf('task_1', [], { wait }),
      leaf('task_2', [], { wait }),
      leaf('task_3', [], { wait: { for: 'event', key: 'mail:43' } }),
    ]);
    const answer = contentRef('ct_mail');
    const signal = { type: 'resolve', for: 'event', by: 'person_a', answer } as const;
    expect(run.refused({ ...signal, key: 'mail:4' }).code).toBe('not_allowed_now');
    run.do({ ...signal, key: 'mail:42' });
    expect(run.states()).toEqual({ task_1: 'READY', task_2: 'READY', task_3: 'WAITING' });
    expect(run.state.steps.get('task_1')?.answer?.id).toBe('ct_mail');
    expect(run.refused({ ...signal, key: 'mail:42' }).code).toBe('not_allowed_now');
  });

  it.each(waitReasons.filter((reason) => reason !== 'time' && reason !== 'approval'))(
    '[EN25] for %s keeps the run going, and only that lets it go on',
    (reason) => {
      const run = new RunDriver([leaf('task_1', [], { wait: { for: reason, key: 'k1' } })]);
      expect(run.state).toMatchObject({ status: 'QUEUED', active: 1 });
      const by = 'person_a';
      const others = waitReasons.filter((other) => other !== reason);
      const resolve = (why: WaitReason) =>
        ({ type: 'resolve', for: why, step: 'task_1', by }) as const;
      for (const other of others) expect(run.refused(resolve(other)).code).toBe('not_allowed_now');
      expect(run.refused({ type: 'wake', step: 'task_1' }).code).toBe('not_allowed_now');
      run.do(resolve(reason));
      expect(run.stateOf('task_1')).toBe('READY');
    },
  );

  it.each(['event', 'answer', 'gate'] as const)('[EN25] for %s is not handed out', (reason) => {
    const run = new RunDriver([leaf('task_1', [], { wait: { for: reason } })]);
    const lease = { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 1 } as const;
    expect(run.refused(lease).code).toBe('not_allowed_now');
  });
});

describe('a question', () => {
  it('[EN25] parks its step without counting as a failure, and the answer opens it again', () => {
    const run = new RunDriver([leaf('task_1', [], { attempts_max: 1 })]);
    for (let round = 1; round <= 3; round += 1) {
      const held = run.lease('task_1');
      const [ended] = run.do({ type: 'ask', ...held, question: contentRef(`ct_q${round}`) });
      expect(ended?.data).toMatchObject({ as: 'parked', to: 'WAITING', for: 'answer' });
      const step = run.state.steps.get('task_1');
      expect(step).toMatchObject({ state: 'WAITING', failures: 0, attempt: round, lease: null });
      expect(run.refused({ type: 'complete', ...held, output: contentRef('ct_x') }).code).toBe(
        'lease_lost',
      );
      const answer = contentRef(`ct_a${round}`);
      run.do({ type: 'resolve', for: 'answer', step: 'task_1', by: 'person_a', answer });
      expect(step).toMatchObject({ state: 'READY', answer: { id: `ct_a${round}` } });
    }
    run.complete('task_1');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN25] of somebody who does not hold the step is refused', () => {
    const run = new RunDriver([leaf('task_1')]);
    const held = run.lease('task_1');
    const ask = { type: 'ask', ...held, question: contentRef('ct_q') } as const;
    expect(run.refused({ ...ask, holder: 'agent_b' }).code).toBe('lease_lost');
    expect(run.refused({ ...ask, attempt: 2 }).code).toBe('lease_lost');
  });

  it('[EN25] in a run that is ending is refused, and its step stays with its holder', () => {
    const run = new RunDriver([leaf('task_1')]);
    const held = run.lease('task_1');
    run.do({ type: 'cancel', by: 'person_a', compensate: true, drainMs: 1_000 });
    expect(run.refused({ type: 'ask', ...held, question: contentRef('ct_q') }).code).toBe(
      'not_allowed_now',
    );
    expect(run.stateOf('task_1')).toBe('LEASED');
  });

  it('[EN25] nobody asked is not answered', () => {
    const run = new RunDriver([leaf('task_1')]);
    const answer = { type: 'resolve', for: 'answer', step: 'task_1', by: 'person_a' } as const;
    expect(run.refused(answer).code).toBe('not_allowed_now');
    expect(run.refused({ ...answer, step: 'task_7' }).code).toBe('not_allowed_now');
  });
});

describe('a step that nobody can do', () => {
  it('[EN39] waits for a capability, and whoever takes it wakes it', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.do({ type: 'park', step: 'task_1', for: 'capability' });
    expect(waiting(run, 'task_1')).toEqual({ for: 'capability', until: 0, key: '' });
    expect(run.refused({ type: 'park', step: 'task_1', for: 'capability' }).code).toBe(
      'not_allowed_now',
    );
    run.lease('task_1', 'agent_new');
    const types = run.events.slice(-3).map((event) => event.type);
    expect(types).toEqual(['run.started', 'step.woken', 'step.leased']);
    expect(run.state.steps.get('task_1')).toMatchObject({
      state: 'LEASED',
      attempt: 1,
      wait: null,
    });
  });

  it('[EN39] is not parked while somebody has it, or after the run', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.lease('task_1');
    expect(run.refused({ type: 'park', step: 'task_1', for: 'capability' }).code).toBe(
      'not_allowed_now',
    );
    run.do({ type: 'kill', by: 'person_a' });
    expect(run.refused({ type: 'park', step: 'task_1', for: 'capability' }).code).toBe(
      'not_allowed_now',
    );
  });
});
