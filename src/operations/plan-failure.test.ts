import { describe, expect, it } from 'vitest';
import { sampleRows } from '../../test/contract/sample-rows.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { modelErrorClasses, type PlanErrorClass, planErrorClasses } from '../contract/failures.ts';
import type { FailureNote } from '../engine/step-failure.ts';
import { causeOf, StepFailure } from '../engine/step-failure.ts';
import { AskError } from '../models/ask-error.ts';
import type { TryNote } from '../models/question.ts';
import type { Rows } from '../store/tables.ts';
import { failureOf, failureRow, nextAfterFailure } from './plan-failure.ts';

const tried = (modelKey: string, errorClass: TryNote['errorClass'], errorId: string): TryNote => ({
  ...{ modelKey, errorClass, errorId, kind: 'first', message: 'It failed.' },
});

const asked = (...failures: TryNote[]): AskError =>
  new AskError('levers', 'stage_levers', failures, failures.at(-1) as TryNote);

const failedStep = (change: Partial<Rows['steps']> = {}): Rows['steps'] => ({
  ...sampleRows.steps,
  ...{
    step: 'stage_levers',
    state: 'FAILED',
    purpose: 'work',
    performer: 'model',
    error: 'gen_1.e',
  },
  ...change,
});

const readerOf = (note: unknown) => ({
  content: (id: string) =>
    Promise.resolve({
      ...{ id, tenant: 't', owner: 'gen_1', salt: new Uint8Array() },
      bytes: Buffer.from(JSON.stringify(note)),
    }),
});

const of = async (thrown: unknown, step: Partial<Rows['steps']> = {}) => {
  const message = thrown instanceof Error ? thrown.message : '';
  const note: FailureNote = { message, class: 'logic', ...causeOf(thrown) };
  return failureOf(readerOf(note), [failedStep(step)], 'model');
};

describe('why a plan failed', () => {
  it.each([
    ['transient', true],
    ['rate_limit', true],
    ['network', true],
    ['timeout', true],
    ['schema', true],
    ['auth', false],
    ['quota', false],
    ['not_found', false],
    ['refusal', false],
    ['context_overflow', false],
  ] as const)('[DG7] a model with %s: recoverable %s', async (errorClass, recoverable) => {
    const error = asked(tried('first', errorClass, 'err_7'));
    const found = await of(new StepFailure('policy', error.message, {}, error));
    expect(found).toMatchObject({ error_class: errorClass, recoverable, error_id: 'err_7' });
    expect(found?.failure_reason).toBe('generation_error');
  });

  it.each([
    ['goal_unusable', 'goal', 'generation_error', false],
    ['goal_refused', 'goal', 'generation_error', false],
    ['config_invalid', 'config', 'generation_error', false],
    ['step_timeout', 'step_timeout', 'inactivity_timeout', true],
    ['storage_full', 'storage', 'worker_error', true],
    ['event_unknown', 'version', 'version_mismatch', false],
    ['INTERNAL_ERROR', 'internal', 'internal_error', false],
    ['not_found', 'internal', 'internal_error', false],
  ] as const)('[DG7] the code %s: %s', async (code, error_class, failure_reason, recoverable) => {
    const found = await of(new PlanwrightError(code, 'It failed.'));
    expect(found).toMatchObject({ error_class, failure_reason, recoverable, error_id: 'gen_1.e' });
  });

  it('[DG7] a bug is an internal error, a worker that was lost one of workers', async () => {
    expect(await of(new TypeError('x is undefined'))).toMatchObject({
      ...{ error_class: 'internal', failure_reason: 'internal_error', recoverable: false },
    });
    expect(await of(null, { run: 'gen_1', error: '', attempt: 3 })).toMatchObject({
      ...{ error_class: 'worker_lost', failure_reason: 'worker_error', recoverable: true },
      error_id: 'gen_1.stage_levers.3',
    });
    expect(await of(new StepFailure('data', 'No.'), { performer: 'agent' })).toMatchObject({
      ...{ error_class: 'agent', failure_reason: 'generation_error', recoverable: true },
    });
  });

  it('[DG7] one model that may answer later is enough, whatever is wrong with the others', async () => {
    const both = asked(tried('first', 'rate_limit', 'err_1'), tried('second', 'auth', 'err_2'));
    expect(both.errorClass).toBe('rate_limit');
    const found = await of(new StepFailure('rate_limit', both.message, {}, both));
    expect(found).toMatchObject({
      error_class: 'rate_limit',
      error_id: 'err_1',
      recoverable: true,
    });
    const none = asked(tried('first', 'quota', 'err_1'), tried('second', 'auth', 'err_2'));
    expect(none.facts).toMatchObject({ error_class: 'auth', error_id: 'err_2' });
  });

  it('[DG7] what came from elsewhere may hold anything', async () => {
    const notes = [null, 'text', 7, [], { message: 3, code: '__proto__', errorClass: 'toString' }];
    for (const note of notes) {
      const found = await failureOf(readerOf(note), [failedStep()], 'model');
      expect(found).toMatchObject({ error_class: 'unknown', error_id: 'gen_1.e' });
    }
  });

  it('[DG20] names plan_resume wherever finished stages can be kept', () => {
    const named = (errorClass: PlanErrorClass): string | undefined =>
      /plan_(?:resume|retry) with plan_id plan_x|plan_create/.exec(
        nextAfterFailure('plan_x', errorClass),
      )?.[0];
    const classesWith = (operation: string) =>
      planErrorClasses.filter((errorClass) => named(errorClass)?.startsWith(operation));
    expect(planErrorClasses.length).toBeGreaterThan(modelErrorClasses.length);
    expect(classesWith('plan_retry')).toEqual(['version', 'internal']);
    expect(classesWith('plan_create')).toEqual(['refusal', 'goal', 'recording']);
    expect(classesWith('plan_resume').length).toBe(planErrorClasses.length - 5);
    const recoverable = planErrorClasses.filter((name) => failureRow(name).recoverable);
    expect(classesWith('plan_resume')).toEqual(expect.arrayContaining(recoverable));
  });
});

describe('what is kept of a failure', () => {
  it('[DG8] is the id of the call that failed', () => {
    const error = asked(tried('first', 'schema', 'err_1'), tried('first', 'schema', 'err_2'));
    expect(isPlanwrightError(error)).toBe(true);
    expect(causeOf(new StepFailure('data', error.message, {}, error))).toEqual({
      ...{ code: 'model_failed', errorClass: 'schema', errorId: 'err_2' },
    });
  });
});
