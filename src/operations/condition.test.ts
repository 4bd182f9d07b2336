import { describe, expect, it } from 'vitest';
import { waitReasons } from '../engine/event-types.ts';
import type { Rows } from '../store/tables.ts';
import { blockerOf, conditionOf, isBlocked, stuckSteps } from './condition.ts';

const row = (over: Partial<Rows['steps']> = {}): Rows['steps'] => ({
  run: 'exec_00000001',
  step: 'task_1',
  tenant: 'tenant_x',
  position: 1,
  parent: '',
  performer: 'agent',
  purpose: 'work',
  action: 'send_email',
  tier: 1,
  state: 'READY',
  wait_for: '',
  wait_until: 0,
  attempt: 0,
  attempts_max: 3,
  holder: '',
  spec: '',
  output: '',
  error: '',
  changed_at: 0,
  urgency: 5,
  turn_at: 0,
  failures: 0,
  slot: '',
  wait_key: '',
  choice: '',
  undoes: '',
  person_due: 0,
  ...over,
});

const waiting = (reason: string, over: Partial<Rows['steps']> = {}) =>
  row({ state: 'WAITING', wait_for: reason, ...over });

/** Of the first attempt of task_1. */
const check = (over: Partial<Rows['steps']> = {}) =>
  row({ step: 'task_1_c1look', parent: 'task_1', purpose: 'check', ...over });

const running = { status: 'RUNNING', held_at: 0 };
const nobody = (): boolean => false;
const anybody = (): boolean => true;
const noTexts = { error: null, question: null };

describe('the condition', () => {
  it.each([
    ['somebody works', [row({ state: 'LEASED' })], nobody, 'PROGRESSING'],
    ['a check runs', [row({ state: 'DONE' }), check({ state: 'LEASED' })], nobody, 'PROGRESSING'],
    ['a check can be taken', [row({ state: 'DONE' }), check()], anybody, 'PROGRESSING'],
    ['nobody can check', [row({ state: 'DONE' }), check()], nobody, 'BLOCKED'],
    ['a claim waits for nothing that moves', [row({ state: 'DONE' })], anybody, 'BLOCKED'],
    ['an approval is open', [waiting('approval')], anybody, 'BLOCKED'],
    ['a step waits for time', [waiting('time')], nobody, 'PROGRESSING'],
    ['somebody can take what is ready', [row()], anybody, 'PROGRESSING'],
    ['nobody can take what is ready', [row()], nobody, 'BLOCKED'],
    ['a question is open', [waiting('answer')], anybody, 'BLOCKED'],
    ['something failed', [row({ state: 'FAILED' })], anybody, 'BLOCKED'],
  ] as const)('[OP9] while %s', (_, steps, canTake, condition) => {
    expect(conditionOf(running, steps, canTake)).toBe(condition);
  });

  it('[OP9] of a held run is PAUSED whatever its steps do', () => {
    const held = { status: 'RUNNING', held_at: 1 };
    expect(conditionOf(held, [row({ state: 'LEASED' })], anybody)).toBe('PAUSED');
  });

  it.each(['COMPLETED', 'FAILED', 'CANCELLED'])('[OP9] of a %s run is none', (status) => {
    expect(conditionOf({ status, held_at: 0 }, [row()], anybody)).toBeNull();
  });
});

describe('what is blocked', () => {
  const blocking = waitReasons.filter((reason) => reason !== 'time');

  it.each(blocking)('[OP9] a wait for %s says why, who and how', (reason) => {
    const step = waiting(reason, { wait_key: 'permit' });
    expect(isBlocked(step, anybody)).toBe(true);
    const { waits_for, ...words } = blockerOf(step, noTexts);
    expect(waits_for).toBe(reason);
    for (const text of Object.values(words)) expect(text).toMatch(/^\S.*[^ ]$/);
    expect(words.how).not.toBe('Look into it.');
  });

  it.each(['event', 'budget', 'gate', 'outsider'])(
    '[OP9] a wait for %s names its key',
    (reason) => {
      expect(blockerOf(waiting(reason, { wait_key: 'permit' }), noTexts).reason).toContain(
        'permit',
      );
    },
  );

  it('[OP9] a question is shown as it was asked, for a person to answer', () => {
    const blocker = blockerOf(waiting('answer'), { error: null, question: 'Which color?' });
    expect(blocker).toMatchObject({ reason: 'Which color?', who_can_unblock: 'a person' });
    expect(blocker.how).toContain('execution_control answer');
  });

  it('[OP9] a missing capability is named', () => {
    const blocker = blockerOf(waiting('capability'), noTexts);
    expect(blocker.who_can_unblock).toBe('an agent that can send_email');
  });

  it('[OP9] an undo that did not work out says what it undoes', () => {
    const step = waiting('answer', { undoes: 'task_7' });
    const blocker = blockerOf(step, { error: 'Refused.', question: null });
    expect(blocker.reason).toBe('The undo of task_7 did not work out: Refused.');
    expect(blocker.how).toContain('retry_step');
  });

  it('[OP9] what failed says how often and why', () => {
    const step = row({ state: 'FAILED', attempt: 3 });
    const blocker = blockerOf(step, { error: 'No stamps.', question: null });
    expect(blocker.reason).toBe('Failed after 3 attempts: No stamps.');
  });

  it('[OP9] what is ready blocks only where nobody is there for it', () => {
    expect(isBlocked(row(), anybody)).toBe(false);
    expect(isBlocked(row(), nobody)).toBe(true);
    expect(isBlocked(waiting('time'), nobody)).toBe(false);
    expect(isBlocked(row({ purpose: 'group', state: 'FAILED' }), nobody)).toBe(false);
  });
});

describe('approvals and checks', () => {
  const claim = row({ step: 'task_1', state: 'DONE', attempt: 1 });
  const failed = { error: 'No network.', question: null };

  it('[FC2] a wait for an approval points to what is to be approved, and to who may', () => {
    const blocker = blockerOf(waiting('approval', { wait_key: 'ab12' }), noTexts);
    expect(blocker.reason).toContain('see approvals');
    expect(blocker.who_can_unblock).toContain('scope approve');
    expect(blocker.how).toContain('execution_control approve or reject');
  });

  it('[FC5] what was not approved says so rather than that it failed', () => {
    const blocker = blockerOf(row({ state: 'FAILED' }), { error: 'Too dear.', question: null });
    expect(blocker.reason).toBe('It was not approved: Too dear.');
    expect(blocker.how).toContain('retry_step asks again');
  });

  it('[FC9] a check that failed and its claim are both stuck, each with its way out', () => {
    const broken = check({ state: 'FAILED', attempt: 3 });
    expect(stuckSteps([claim, broken], anybody)).toEqual([claim, broken]);
    expect(blockerOf(claim, noTexts)).toMatchObject({ waits_for: 'check' });
    expect(blockerOf(claim, noTexts).how).toContain('accept_with_shortfall for task_1');
    expect(blockerOf(broken, failed).reason).toBe(
      'The check could not be done after 3 attempts: No network.',
    );
  });

  it('[FC9] a claim whose checks go on is not stuck, nor are failed checks of earlier attempts', () => {
    expect(stuckSteps([claim, check()], anybody)).toEqual([]);
    const second = { ...claim, attempt: 2 };
    const earlier = check({ state: 'FAILED' });
    expect(stuckSteps([second, earlier], anybody)).toEqual([]);
    expect(stuckSteps([row({ step: 'task_1' }), earlier], anybody)).toEqual([]);
    const tenth = check({ state: 'FAILED', step: 'task_1_c10look' });
    expect(stuckSteps([claim, tenth], anybody)).toEqual([]);
  });

  it.each([
    ['human', 'a person who did not do the work'],
    ['agent', 'an agent that did not do the work'],
  ])('[FC9] a check for %s that nobody takes names who can', (performer, who) => {
    const blocker = blockerOf(check({ performer }), noTexts);
    expect(blocker.who_can_unblock).toBe(who);
    expect(blocker.how).toContain('accept or reject');
  });
});
