// What a finished stage leaves: its output, the files that people and agents read, the plan's title.
import { PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import type { Artifact } from '../engine/engine-api.ts';
import type { StepResult } from '../engine/inline-worker.ts';
import { thoughtMarkdown } from './report/thought-sections.ts';
import { type AnyStage, isThought } from './stage.ts';
import type { StageWork } from './stage-work.ts';
import { assembleStage, reportStage } from './stages/index.ts';

const text = (owner: string, path: string, contentType: string, body: string): Artifact => ({
  owner,
  path,
  contentType,
  bytes: Buffer.from(body),
});

const markdown = 'text/markdown; charset=utf-8';
const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Readable one by one, while the plan is being made. */
function stageFiles(stage: AnyStage, output: unknown, owner: string): Artifact[] {
  if (!isThought(stage)) return [];
  const path = `stages/${stage.name}`;
  const json = text(owner, `${path}.json`, 'application/json', jsonText(output));
  const words = thoughtMarkdown(stage, output, '#');
  return words === null ? [json] : [json, text(owner, `${path}.md`, markdown, words)];
}

/** Throws where the plan must not go on. */
export function checkHalt(stage: AnyStage, output: unknown): void {
  const halt = stage.halts?.(output) ?? null;
  if (!halt) return;
  const advice = halt.whatToAdd.length > 0 ? ` ${halt.whatToAdd.join(' ')}` : '';
  throw new PlanwrightError(halt.code, `${halt.reason}${advice}`);
}

/** Of a whole stage; a part leaves its output alone. */
export function stageResult({ stage, plan, spec }: StageWork, output: unknown): StepResult {
  if (spec.does === 'part') return { output };
  checkHalt(stage, output);
  if (stage.name === assembleStage.name) {
    const made = output as Plan;
    return {
      output,
      artifacts: [text(plan.id, 'plan.json', 'application/json', jsonText(made))],
      rows: [{ table: 'plans', put: { ...plan, title: made.title } }],
    };
  }
  if (stage.name === reportStage.name) {
    const file = text(plan.id, 'report.md', markdown, (output as { markdown: string }).markdown);
    return { output: { path: file.path }, artifacts: [file] };
  }
  const artifacts = stageFiles(stage, output, plan.id);
  return artifacts.length > 0 ? { output, artifacts } : { output };
}
