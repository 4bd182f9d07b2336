import { describe, expect, it } from 'vitest';
import { contentRef, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { CommandOf } from './commands.ts';
import type { GraphStep } from './event-types.ts';
import { checkGraph } from './graph.ts';

const lastsMs = 60_000;

const risky = (id: string, needs: string[] = [], change: Partial<GraphStep> = {}): GraphStep =>
  leaf(id, needs, { tier: 2, approval: { lasts_ms: lastsMs }, ...change });

const askedOf = (run: RunDriver, step = 'task_1'): string =>
  run.state.steps.get(step)?.wait?.key ?? '';

const word = (
  run: RunDriver,
  change: Partial<CommandOf<'approve'>> = {},
): CommandOf<'approve'> => ({
  type: 'approve',
  step: 'task_1',
  digest: askedOf(run),
  by: 'person_a',
  isApproved: true,
  ...change,
});

const lease = { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 1_000 } as const;
const waitsForApproval = { state: 'WAITING', wait: { for: 'approval' } };

describe('a step that a person has to approve', () => {
  it('[AV1] is not handed out before, and is after', () => {
    const run = new RunDriver([leaf('task_0'), risky('task_1', ['task_0'])]);
    expect(run.stateOf('task_1')).toBe('PENDING');
    run.complete('task_0');
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
    expect(run.refused(lease).code).toBe('not_allowed_now');
    const [given] = run.do(word(run));
    expect(given).toMatchObject({ type: 'approval.given', data: { by: 'person_a' } });
    run.complete('task_1');
    const leased = run.events.findLast((event) => event.type === 'step.leased');
    expect(leased?.data).toMatchObject({
      approved: given?.data && 'digest' in given.data ? given.data.digest : '',
    });
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[AV2] an approval is of exactly what was shown: changed, it has to be asked for again', () => {
    const run = new RunDriver([risky('task_1')]);
    const shown = word(run);
    run.patch({ changed: [risky('task_1', [], { action: 'send_mail' })] });
    expect(askedOf(run)).not.toBe(shown.digest);
    expect(run.refused(shown).code).toBe('stale_approval');
    run.do(word(run));
    run.patch({ changed: [risky('task_1')], specs: { task_1: contentRef('ct_other') } });
    expect(run.state.steps.get('task_1')).toMatchObject({ ...waitsForApproval, approval: null });
  });

  it('[AV2] every part of what is to be done is in its digest', () => {
    const digests = [
      new RunDriver([risky('task_1')]),
      new RunDriver([risky('task_1')], 'exec_other1'),
      new RunDriver([risky('task_1', [], { action: 'send_mail' })]),
      new RunDriver([risky('task_1', [], { performer: 'tool' })]),
      new RunDriver([risky('task_1', [], { tier: 1 })]),
    ].map((run) => askedOf(run));
    expect(new Set(digests).size).toBe(digests.length);
    expect(askedOf(new RunDriver([risky('task_1')]))).toBe(digests[0]);
  });

  it('[AV3] is approved by somebody else than whoever had it', () => {
    const run = new RunDriver([risky('task_1')]);
    run.do(word(run));
    run.do({ type: 'propose', ...run.lease('task_1', 'person_a'), proposal: contentRef('ct_p') });
    expect(run.refused(word(run)).code).toBe('forbidden');
    run.do(word(run, { by: 'person_b' }));
    expect(run.stateOf('task_1')).toBe('READY');
  });

  it('[AV4] an approval ends with its time, unused or not', () => {
    const run = new RunDriver([risky('task_1')]);
    run.do(word(run));
    run.nowMs += lastsMs - 1;
    expect(run.refused({ type: 'wake', step: 'task_1' }).code).toBe('conflict');
    run.nowMs += 1;
    run.do({ type: 'wake', step: 'task_1' });
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
    run.do(word(run));
    run.nowMs += lastsMs;
    // Somebody came before the timer.
    expect(run.refused(lease).message).toContain('not approved any more');
    // Nobody came, and it waited for somebody.
    run.do({ type: 'park', step: 'task_1', for: 'capability' });
    run.do({ type: 'wake', step: 'task_1' });
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
  });

  it('[AV4] is good for another attempt of the same, while it lasts', () => {
    const run = new RunDriver([risky('task_1')]);
    run.do(word(run));
    run.fail('task_1');
    expect(run.stateOf('task_1')).toBe('READY');
    run.complete('task_1');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[AV4] that has run out is asked for again before a further attempt too', () => {
    const run = new RunDriver([risky('task_1', [], { attempts_max: 3 })]);
    run.do(word(run));
    run.fail('task_1', 'transient');
    run.nowMs += lastsMs + 1;
    run.do({ type: 'wake', step: 'task_1' });
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
    expect(run.refused(lease).code).toBe('not_allowed_now');
  });

  it('[AV5] said twice counts once', () => {
    const run = new RunDriver([risky('task_1')]);
    const twice = word(run);
    run.do(twice);
    expect(run.do(twice)).toEqual([]);
    run.complete('task_1');
    expect(run.do(twice)).toEqual([]);
    run.nowMs += lastsMs;
    expect(run.refused(twice).code).toBe('not_allowed_now');
  });

  it('[AV6] refused it is failed with the reason, and asks again when it is tried again', () => {
    const run = new RunDriver([risky('task_1'), leaf('task_2')]);
    run.do(word(run, { isApproved: false, reason: contentRef('ct_no') }));
    expect(run.state.steps.get('task_1')).toMatchObject({
      state: 'FAILED',
      error: contentRef('ct_no'),
    });
    run.do({ type: 'retry', step: 'task_1', by: 'person_a' });
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
  });

  it('[AV1] that waits for something else first is asked for after that', () => {
    const wait = { for: 'event', key: 'rain' } as const;
    const run = new RunDriver([risky('task_1', [], { wait })]);
    run.do({ type: 'resolve', for: 'event', key: 'rain', by: 'person_a' });
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
    // Nothing but the word of a person lets it go on.
    run.do({ type: 'resolve', for: 'approval', step: 'task_1', by: 'agent_a' });
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
  });
});

describe('a proposal', () => {
  it('[AV7] parks the step until exactly that is approved, and goes to whoever takes it then', () => {
    const run = new RunDriver([leaf('task_1', [], { tier: 2 })]);
    const proposal = contentRef('ct_mail');
    run.do({ type: 'propose', ...run.lease('task_1'), proposal });
    expect(run.state.steps.get('task_1')).toMatchObject({ ...waitsForApproval, failures: 0 });
    run.do(word(run));
    run.lease('task_1', 'agent_b');
    expect(run.state.steps.get('task_1')).toMatchObject({ proposal, failures: 0 });
  });

  it('[AV7] of something else needs another approval', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.do({ type: 'propose', ...run.lease('task_1'), proposal: contentRef('ct_a') });
    run.do(word(run));
    const other = { ...contentRef('ct_b'), digest: 'cd'.repeat(32) };
    run.do({ type: 'propose', ...run.lease('task_1'), proposal: other });
    expect(run.state.steps.get('task_1')).toMatchObject(waitsForApproval);
    expect(run.state.steps.get('task_1')?.approval?.digest).not.toBe(askedOf(run));
  });

  it('[AV7] needs the lease, and a run that goes on', () => {
    const run = new RunDriver([leaf('task_1')]);
    const held = run.lease('task_1');
    const propose = { type: 'propose', ...held, proposal: contentRef('ct_a') } as const;
    expect(run.refused({ ...propose, attempt: 2 }).code).toBe('lease_lost');
    run.do({ type: 'cancel', by: 'person_a', compensate: true, drainMs: 5_000 });
    expect(run.refused(propose).code).toBe('not_allowed_now');
  });
});

describe('what is said of approvals in a graph', () => {
  it.each([
    ['a time that is none', risky('task_1', [], { approval: { lasts_ms: 0 } })],
    ['another way to wait for one', leaf('task_1', [], { wait: { for: 'approval' } })],
    [
      'one for what nobody does',
      risky('task_1', ['task_2'], { purpose: 'checkpoint', performer: 'engine' }),
    ],
  ])('[EN9] refuses %s', (_, step) => {
    expect(checkGraph([step, leaf('task_2')])?.code).toBe('INVALID_ARGUMENTS');
  });
});
