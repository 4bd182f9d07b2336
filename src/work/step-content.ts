// What a step in this process reads: its contract, what was found of the attempt before, the answer
// it got, what was approved, and what the steps before it gave.
import { PlanwrightError } from '../base/errors.ts';
import { contentJson } from '../engine/content.ts';
import type { ClaimedStep } from '../engine/engine-api.ts';
import type { Reader } from '../store/store.ts';
import { ownContract } from './alternate-params.ts';
import type { CheckSpec, StepSpec } from './step-spec.ts';

export async function readSpec(reader: Reader, step: ClaimedStep): Promise<StepSpec> {
  const row = await reader.content(step.spec);
  if (!row) {
    throw new PlanwrightError('content_unavailable', 'The contract of this step is erased.');
  }
  return ownContract(contentJson(row) as StepSpec, step.step);
}

/** Null where there is none. */
export async function readContent(reader: Reader, id: string): Promise<unknown> {
  const row = id === '' ? null : await reader.content(id);
  return row ? contentJson(row) : null;
}

/** The words of a person. */
export async function readAnswer(reader: Reader, step: ClaimedStep): Promise<string | null> {
  const answer = (await readContent(reader, step.answer)) as { message?: unknown } | null;
  return typeof answer?.message === 'string' ? answer.message : null;
}

/** What the steps before it gave, by step. */
export async function readInputs(
  reader: Reader,
  step: ClaimedStep,
): Promise<Record<string, unknown>> {
  if (step.needs.length === 0) return {};
  const outputs = new Map((await reader.steps(step.run)).map((row) => [row.step, row.output]));
  const inputs: Record<string, unknown> = {};
  for (const need of step.needs) {
    inputs[need] = await readContent(reader, outputs.get(need) ?? '');
  }
  return inputs;
}

export interface CheckPart {
  readonly key: string;
  /** Of the judged step, whose claim this is about. */
  readonly attempt: number;
  readonly spec: CheckSpec;
}

/** The id of a check is the one of the step, the attempt and its key. */
export function checkPartOf(spec: StepSpec, { judges, step }: ClaimedStep): CheckPart {
  const [, attempt = '', key = ''] =
    /^_c(\d+)([a-z][a-z0-9]*)$/.exec(step.slice(judges.length)) ?? [];
  const part = Object.hasOwn(spec.checks ?? {}, key) ? spec.checks?.[key] : undefined;
  if (part) return { key, attempt: Number(attempt), spec: part };
  throw new PlanwrightError('INVALID_ARGUMENTS', 'The contract does not say what to check.');
}
