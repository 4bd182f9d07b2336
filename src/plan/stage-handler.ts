// Performs the steps of a making of a plan in this process: by code, or by asking a mind.
import { isPlanwrightError } from '../base/errors.ts';
import type { ClaimedStep, WorkPatch } from '../engine/engine-api.ts';
import type { StepHandler, StepResult } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import { partSteps } from './generation.ts';
import type { MindAnswer, MindQuestion, Minds } from './mind.ts';
import type { StagePrompt } from './prompt.ts';
import { RunMemory } from './run-memory.ts';
import { shorteningFiles } from './shortening.ts';
import type { AnyStage, Stage } from './stage.ts';
import { stageResult } from './stage-result.ts';
import { readParts, readStageWork, type StageWork } from './stage-work.ts';
import { reportStage } from './stages/index.ts';
import { isThoughtWork, promptOf, type ThoughtWork } from './thought.ts';
import { usageArtifacts } from './usage-files.ts';

async function splitResult(
  { stage, input, settings }: ThoughtWork,
  minds: Minds,
): Promise<StepResult> {
  const list = stage.parts?.found?.(input) ?? [];
  const { brain, profile } = settings;
  const mind = brain === 'model' ? await minds(brain) : null;
  const added = partSteps(settings, stage, list, await mind?.costs?.(profile));
  const patch: WorkPatch = { cause: 'fan_out', added };
  const output = { parts: list.map(({ key }) => key) };
  return added.length > 0 ? { output, patch } : { output };
}

async function mergeResult(reader: Reader, work: ThoughtWork): Promise<StepResult> {
  const { stage, input } = work;
  const parts = await readParts(reader, work);
  return stageResult(work, stage.output.parse(await stage.parts?.merge(parts, input)));
}

function shrunk(work: ThoughtWork, fits: (prompt: string) => boolean): StagePrompt | null {
  try {
    return promptOf(work, fits);
  } catch (error) {
    if (isPlanwrightError(error) && error.code === 'limit_exceeded') return null;
    throw error;
  }
}

const questionOf = (work: ThoughtWork, step: ClaimedStep, tenant: string): MindQuestion => ({
  work,
  place: { tenant, plan: work.plan.id, run: step.run, step: step.step, attempt: step.attempt },
  asked: promptOf(work),
  shrink: (fits) => shrunk(work, fits),
});

async function computed(reader: Reader, work: StageWork, stage: AnyStage): Promise<StepResult> {
  const output: unknown = await (stage as Stage<unknown>).offline(work.input);
  const result = stageResult(work, stage.output.parse(output));
  if (stage.name !== reportStage.name || work.settings.brain === 'offline') return result;
  const account = await usageArtifacts(reader, work.plan);
  return { ...result, artifacts: [...(result.artifacts ?? []), ...account] };
}

async function thoughtResult(
  reader: Reader,
  work: ThoughtWork,
  { value, shortened = [], usage, rows = [] }: MindAnswer,
): Promise<StepResult> {
  const result = stageResult(work, value);
  const told = await shorteningFiles(reader, work, shortened);
  return {
    ...result,
    ...(told.length > 0 ? { artifacts: [...(result.artifacts ?? []), ...told] } : {}),
    ...(usage ? { usage } : {}),
    ...(rows.length > 0 ? { rows: [...(result.rows ?? []), ...rows] } : {}),
  };
}

export function createStageHandler(reader: Reader, minds: Minds): StepHandler {
  const memory = new RunMemory();
  return async (step, tenant, signal) => {
    const work = await readStageWork(reader, tenant, step, memory.of(step.run));
    // It comes last.
    if (work.stage.name === reportStage.name) memory.forget(step.run);
    if (work.spec.does === 'given')
      return stageResult(work, work.stage.output.parse(work.spec.given));
    if (!isThoughtWork(work)) return computed(reader, work, work.stage);
    if (work.spec.does === 'split') return splitResult(work, minds);
    if (work.spec.does === 'merge') return mergeResult(reader, work);
    const mind = await minds(work.settings.brain);
    const answer = await mind.think(questionOf(work, step, tenant), signal);
    return thoughtResult(reader, work, answer);
  };
}
