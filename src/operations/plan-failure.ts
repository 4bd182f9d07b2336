// Why a plan failed: a class that a program can go by, whether plan_resume can help, and what to do.
import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../base/errors.ts';
import {
  type FailureReason,
  type ModelErrorClass,
  modelErrorClasses,
  type PlanErrorClass,
} from '../contract/failures.ts';
import type { PlanStatus } from '../contract/plans.ts';
import { contentJson } from '../engine/content.ts';
import { failureClasses } from '../engine/event-types.ts';
import { failureId } from '../engine/step-failure.ts';
import { excerptOf } from '../events/public-event.ts';
import { mayPass } from '../models/policy.ts';
import type { Brain } from '../plan/settings.ts';
import type { ContentRow, Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';

type PlanFailure = NonNullable<PlanStatus['error']>;
type FailedStep = Pick<Rows['steps'], 'step' | 'error' | 'performer' | 'purpose'>;

/** What a code says by itself; the codes that are left out are faults of Planwright. */
const byCode: Partial<Record<ErrorCode, PlanErrorClass>> = {
  goal_unusable: 'goal',
  goal_refused: 'goal',
  config_invalid: 'config',
  MODEL_PROFILES_UNAVAILABLE: 'config',
  limit_exceeded: 'context_overflow',
  over_budget: 'budget',
  generation_failed: 'recording',
  step_timeout: 'step_timeout',
  storage_full: 'storage',
  storage_busy: 'storage',
  storage_failed: 'storage',
  outcome_unknown: 'storage',
  stopping: 'worker_lost',
  event_unknown: 'version',
  schema_mismatch: 'version',
};

const isModelClass = (name: string | undefined): name is ModelErrorClass =>
  (modelErrorClasses as readonly (string | undefined)[]).includes(name);

/** It may have come with a plan from elsewhere, so its fields may be anything. */
const noteSchema = z.object({
  message: z.string().catch(''),
  class: z.enum(failureClasses).optional().catch(undefined),
  code: z.enum(errorCodes).optional().catch(undefined),
  errorClass: z.string().optional().catch(undefined),
  errorId: z.string().max(100).optional().catch(undefined),
});
type Note = z.output<typeof noteSchema>;

/** What is kept of a failed attempt. */
export const noteOf = (row: ContentRow | null | undefined): Note | null =>
  row ? (noteSchema.safeParse(contentJson(row)).data ?? null) : null;

/** Of a note without a code: what the worker said, or an earlier build kept. */
function byWorker(note: Note, { performer }: FailedStep, brain: Brain): PlanErrorClass {
  if (performer === 'agent') return 'agent';
  if (note.class === 'budget') return 'budget';
  return brain === 'recorded' ? 'recording' : 'unknown';
}

export function errorClassOf(note: Note | null, step: FailedStep, brain: Brain): PlanErrorClass {
  // A lease that ran out leaves nothing; a group fails with its part.
  if (step.error === '') return step.purpose === 'group' ? 'unknown' : 'worker_lost';
  if (note === null) return 'unknown';
  if (isModelClass(note.errorClass)) return note.errorClass;
  if (note.code !== undefined) return byCode[note.code] ?? 'internal';
  return byWorker(note, step, brain);
}

interface Row {
  readonly reason: FailureReason;
  readonly recoverable: boolean;
  /** What to do; the last sentence names an operation. */
  readonly next: string;
}

const kept = 'finished stages are kept.';
const resume = `Call plan_resume with plan_id ID; ${kept}`;
const thenResume = `then call plan_resume with plan_id ID; ${kept}`;
const correctGoal = 'Correct the goal as the message says, and call plan_create.';
const correctModels = `Correct the models as the message says (planwright doctor checks them), ${thenResume}`;

const generation = (recoverable: boolean, next: string): Row => ({
  ...{ reason: 'generation_error', recoverable, next },
});

const ofModel: Readonly<Record<ModelErrorClass, string>> = {
  transient: `The provider may be available again later. ${resume}`,
  rate_limit: `The provider accepts calls again later. ${resume}`,
  network: `Check the connection to the provider. ${resume}`,
  timeout: `The provider may be faster later. ${resume}`,
  schema: `Another try may bring a better reply. ${resume}`,
  unacceptable: `Another try may bring a better reply. ${resume}`,
  too_large: `Another try may bring a shorter reply. ${resume}`,
  quota: `Add credit at the provider, or add another model to the profile, ${thenResume}`,
  auth: `Correct the key in the environment of Planwright and restart it (planwright doctor checks keys), ${thenResume}`,
  not_found: correctModels,
  bad_request: correctModels,
  truncated: `Add a model that writes longer replies to the profile, ${thenResume}`,
  context_overflow: `Add a model with a larger context to the profile, ${thenResume} Or call plan_create with a shorter goal.`,
  refusal: 'Word the goal differently, or choose another model_profile, and call plan_create.',
  cancelled: resume,
};

const otherCauses: Readonly<Record<Exclude<PlanErrorClass, ModelErrorClass>, Row>> = {
  goal: generation(false, correctGoal),
  config: generation(false, correctModels),
  budget: generation(false, `A person raises the budget with plan_fund, ${thenResume}`),
  agent: generation(true, `An agent gave up on a stage. ${resume}`),
  recording: generation(
    false,
    'Call plan_create with the goal and settings of the recording, or with another brain.',
  ),
  unknown: generation(true, `Read the message of the error. ${resume}`),
  worker_lost: { reason: 'worker_error', recoverable: true, next: resume },
  storage: {
    ...{ reason: 'worker_error', recoverable: true },
    next: `Look at /ready of the server. ${resume}`,
  },
  step_timeout: { reason: 'inactivity_timeout', recoverable: true, next: resume },
  // What is finished cannot be read, or leads to the same fault: only a new start helps.
  version: {
    ...{ reason: 'version_mismatch', recoverable: false },
    next: 'Another version of Planwright began this plan. Call plan_retry with plan_id ID to start over.',
  },
  internal: {
    ...{ reason: 'internal_error', recoverable: false },
    next: 'Search the log for error_id and report it. Call plan_retry with plan_id ID to start over with new replies.',
  },
};

export const failureRow = (errorClass: PlanErrorClass): Row =>
  isModelClass(errorClass)
    ? generation(mayPass(errorClass), ofModel[errorClass])
    : otherCauses[errorClass];

export const nextAfterFailure = (planId: string, errorClass: PlanErrorClass): string =>
  failureRow(errorClass).next.replaceAll('plan_id ID', `plan_id ${planId}`);

export async function failureOf(
  reader: Pick<Reader, 'content'>,
  steps: readonly Rows['steps'][],
  brain: Brain,
): Promise<PlanFailure | undefined> {
  const all = steps.filter((step) => step.state === 'FAILED');
  // A group fails with its part, has no reason of its own, and may stand before it.
  const failed =
    all.find((step) => step.error !== '') ?? all.find((step) => step.purpose !== 'group') ?? all[0];
  if (!failed) return undefined;
  const row = failed.error === '' ? null : await reader.content(failed.error);
  const note = noteOf(row);
  const errorClass = errorClassOf(note, failed, brain);
  const { reason, recoverable } = failureRow(errorClass);
  return {
    failure_reason: reason,
    error_class: errorClass,
    failed_step: failed.step,
    message: excerptOf(failed.error, row) ?? noReason(errorClass),
    recoverable,
    error_id: note?.errorId ?? failureId(failed.run, failed),
  };
}

const noReason = (errorClass: PlanErrorClass): string =>
  errorClass === 'worker_lost'
    ? 'The worker of this step stopped without an answer on every attempt.'
    : 'No reason was recorded.';
