// Makes a plan by rules in one go, without engine or store: for tests and benches.
import type { Plan } from '../../../contract/plan.ts';
import { stagesFor } from '../../catalog.ts';
import { offlineSettings } from '../../settings.ts';
import {
  type AnyStage,
  type AnyThought,
  type Intake,
  intakeSchema,
  isThought,
  type Part,
  type StageHalt,
  type StageInput,
} from '../../stage.ts';
import type { ThoughtWork } from '../../thought.ts';
import { answerByRule } from './offline-mind.ts';

export interface OfflineRun {
  readonly outputs: Record<string, unknown>;
  /** Why it stopped, where the goal may not become a plan. */
  readonly halt: StageHalt | null;
}

export interface OfflinePlan {
  readonly outputs: Record<string, unknown>;
  readonly plan: Plan;
  readonly report: string;
}

type Answer = (work: ThoughtWork) => unknown;

function workOf(stage: AnyThought, input: StageInput, part: Part | null): ThoughtWork {
  const settings = {
    ...offlineSettings(input.intake.startDate),
    detail: input.intake.detail ?? 'standard',
  };
  const spec = { title: stage.title, stage: stage.name, version: '1', ...(part ? { part } : {}) };
  return {
    stage,
    spec,
    input,
    settings,
    stages: [],
    needs: [],
    run: '',
    plan: {},
  } as unknown as ThoughtWork;
}

function thought(stage: AnyThought, input: StageInput, answer: Answer): unknown {
  const { parts } = stage;
  if (!parts) return answer(workOf(stage, input, null));
  const list = parts.known?.(input.intake.detail ?? 'standard') ?? parts.found?.(input) ?? [];
  const values = list.map((part) => ({ key: part.key, value: answer(workOf(stage, input, part)) }));
  return parts.merge(values, input);
}

export async function runOffline(
  rawIntake: Intake,
  { stages, answer = answerByRule }: { stages?: readonly AnyStage[]; answer?: Answer } = {},
): Promise<OfflineRun> {
  const intake = intakeSchema.parse({ ...rawIntake, brain: 'offline' });
  const settings = { ...offlineSettings(intake.startDate), detail: intake.detail ?? 'standard' };
  const outputs: Record<string, unknown> = {};
  for (const stage of stages ?? stagesFor(settings)) {
    const input = {
      intake,
      outputs: Object.fromEntries(stage.needs.map((name) => [name, outputs[name]])),
    };
    const found = isThought(stage)
      ? await thought(stage, input, answer)
      : await stage.offline(input);
    outputs[stage.name] = stage.output.parse(found);
    const halt = stage.halts?.(outputs[stage.name]) ?? null;
    if (halt) return { outputs, halt };
  }
  return { outputs, halt: null };
}

/** The whole plan; a goal that may not become one is the mistake of whoever asks here. */
export async function planOffline(intake: Intake): Promise<OfflinePlan> {
  const { outputs, halt } = await runOffline(intake);
  if (halt) throw new Error(`halted: ${halt.reason}`);
  const { markdown } = outputs.report as { markdown: string };
  return { outputs, plan: outputs.plan as Plan, report: markdown };
}
