// Performs the steps of a making of a plan in this process: by code, or by asking a mind.
import { isPlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
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
import { planStage, reportStage } from './stages/index.ts';
import {
  asFailure,
  labelled,
  mayStandIn,
  type StandIn,
  standInFiles,
  standInFor,
  standInsOf,
  withStandIns,
} from './stand-in.ts';
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

/** A need that was passed on as it is has been checked already, when it was made. */
const isPassedOn = ({ stage, needs, input }: ThoughtWork, output: unknown): boolean =>
  needs.some((need) => need.output === stage.output && input.outputs[need.name] === output);

async function mergeResult(reader: Reader, work: ThoughtWork): Promise<StepResult> {
  const { stage, input } = work;
  const merged: unknown = await stage.parts?.merge(await readParts(reader, work), input);
  const output = isPassedOn(work, merged) ? merged : stage.output.parse(merged);
  const result = stageResult(work, output);
  return withLabels(result, await standInsOf(reader, work, stage.name));
}

function shrunk(work: ThoughtWork, fits: (prompt: string) => boolean): StagePrompt | null {
  try {
    return promptOf(work, fits);
  } catch (error) {
    if (isPlanwrightError(error) && error.code === 'limit_exceeded') return null;
    throw error;
  }
}

function questionOf(work: ThoughtWork, step: ClaimedStep, tenant: string): MindQuestion {
  let asked: StagePrompt | null = null;
  return {
    work,
    place: { tenant, plan: work.plan.id, run: step.run, step: step.step, attempt: step.attempt },
    // Made when somebody reads it: rules do not.
    get asked() {
      asked ??= promptOf(work);
      return asked;
    },
    shrink: (fits) => shrunk(work, fits),
  };
}

const withLabels = (result: StepResult, all: readonly StandIn[]): StepResult =>
  result.artifacts ? { ...result, artifacts: labelled(result.artifacts, all) } : result;

async function computed(reader: Reader, work: StageWork, stage: AnyStage): Promise<StepResult> {
  const found: unknown = await (stage as Stage<unknown>).offline(work.input);
  const output =
    stage.name === planStage.name
      ? withStandIns(found as Plan, await standInsOf(reader, work))
      : found;
  const result = stageResult(work, stage.output.parse(output));
  if (stage.name !== reportStage.name || work.settings.brain === 'offline') return result;
  const account = await usageArtifacts(reader, work.plan);
  return { ...result, artifacts: [...(result.artifacts ?? []), ...account] };
}

async function thoughtResult(
  reader: Reader,
  work: ThoughtWork,
  { value, shortened = [], usage, rows = [], standIn }: MindAnswer,
): Promise<StepResult> {
  const own = standIn === undefined ? [] : [{ stage: work.stage.name, why: standIn }];
  const result = withLabels(stageResult(work, value), own);
  const told = [
    ...(await shorteningFiles(reader, work, shortened)),
    ...(await standInFiles(reader, work, standIn)),
  ];
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
    const answer = await mind
      .think(questionOf(work, step, tenant), signal)
      .catch((error: unknown) => {
        const failure = asFailure(error);
        if (signal.aborted || !mayStandIn(work, failure, step.attempt)) throw error;
        return standInFor(work, failure);
      });
    return thoughtResult(reader, work, answer);
  };
}
