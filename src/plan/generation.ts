// Making a plan is a run like any other: each stage is a step that the engine performs itself.
import { PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import { contentJson } from '../engine/content.ts';
import type { Artifact, ClaimedStep, NewStep } from '../engine/engine-api.ts';
import type { StepHandler, StepResult } from '../engine/inline-worker.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Intake, StageInput } from './stage.ts';
import { type AnyStage, assembleStage, reportStage, stages } from './stages/index.ts';

const stepPrefix = 'stage_';
const stageTimeoutMs = 10 * 60_000;

export const stageStepId = (name: string): string => stepPrefix + name.replaceAll('-', '_');

export interface StageSpec {
  readonly title: string;
  readonly stage: string;
  readonly version: number;
  readonly startDate: string;
}

export function generationSteps(startDate: string): NewStep[] {
  return stages.map((stage) => ({
    def: {
      id: stageStepId(stage.name),
      needs: stage.needs.map(stageStepId),
      performer: 'engine',
      purpose: 'work',
      action: `stage.${stage.name}`,
      // Each crash of the server in the middle of a stage counts as one.
      attempts_max: 5,
      timeout_ms: stageTimeoutMs,
      tier: 1,
    },
    spec: { title: stage.name, stage: stage.name, version: stage.version, startDate },
  }));
}

async function readSpec(reader: Reader, step: ClaimedStep): Promise<StageSpec> {
  const row = await reader.content(step.spec);
  if (!row)
    throw new PlanwrightError('content_unavailable', 'The contract of this step is erased.');
  return contentJson(row) as StageSpec;
}

async function readOutputs(
  reader: Reader,
  step: ClaimedStep,
  needs: readonly string[],
): Promise<Record<string, unknown>> {
  const rows = new Map((await reader.steps(step.run)).map((row) => [row.step, row]));
  const entries = needs.map(async (name) => {
    const content = await reader.content(rows.get(stageStepId(name))?.output ?? '');
    if (!content) throw new PlanwrightError('content_unavailable', `Output of ${name} is missing.`);
    return [name, contentJson(content)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const text = (owner: string, path: string, contentType: string, body: string): Artifact => ({
  owner,
  path,
  contentType,
  bytes: Buffer.from(body),
});

function resultOf(stage: AnyStage, output: unknown, plan: Rows['plans']): StepResult {
  if (stage.name === assembleStage.name) {
    const made = output as Plan;
    const body = `${JSON.stringify(made, null, 2)}\n`;
    return {
      output,
      artifacts: [text(plan.id, 'plan.json', 'application/json', body)],
      rows: [{ table: 'plans', put: { ...plan, title: made.title } }],
    };
  }
  if (stage.name === reportStage.name) {
    const { markdown } = output as { markdown: string };
    const file = text(plan.id, 'report.md', 'text/markdown; charset=utf-8', markdown);
    return { output: { path: file.path }, artifacts: [file] };
  }
  return { output };
}

async function runStage(stage: AnyStage, input: StageInput): Promise<unknown> {
  const output: unknown = stage.output.parse(await stage.offline(input));
  const halt = stage.halts?.(output) ?? null;
  if (!halt) return output;
  const advice = halt.whatToAdd.length > 0 ? ` ${halt.whatToAdd.join(' ')}` : '';
  throw new PlanwrightError(halt.code, `${halt.reason}${advice}`);
}

export function createStageHandler(reader: Reader): StepHandler {
  return async (step, tenant) => {
    const plan = await reader.plan(tenant, step.plan);
    if (!plan) throw new PlanwrightError('PLAN_NOT_FOUND', 'The plan of this step is gone.');
    const spec = await readSpec(reader, step);
    const stage = stages.find((candidate) => candidate.name === spec.stage);
    if (!stage) throw new PlanwrightError('event_unknown', `No stage is called ${spec.stage}.`);
    const intake: Intake = { planId: plan.id, goal: plan.goal, startDate: spec.startDate };
    const outputs = await readOutputs(reader, step, stage.needs);
    return resultOf(stage, await runStage(stage, { intake, outputs }), plan);
  };
}
