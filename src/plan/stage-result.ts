// What a finished stage leaves: its output, the files that people and agents read, the plan's title.
import { PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import type { Artifact } from '../engine/engine-api.ts';
import type { StepResult } from '../engine/inline-worker.ts';
import { ownSections } from './document/own-sections.ts';
import { jsonText, planFiles } from './document/plan-files.ts';
import { figuresIn, withFigures } from './figures.ts';
import { renderHtml } from './report/html/index.ts';
import { thoughtMarkdown } from './report/thought-sections.ts';
import { type AnyStage, isThought, type StageInput } from './stage.ts';
import type { StageWork } from './stage-work.ts';
import { planStage, planStages, reportStage } from './stages/index.ts';
import type { ReportOutput } from './stages/report.ts';

const text = (owner: string, path: string, contentType: string, body: string): Artifact => ({
  owner,
  path,
  contentType,
  bytes: Buffer.from(body),
});

const json = 'application/json';
const markdown = 'text/markdown; charset=utf-8';
const html = 'text/html; charset=utf-8';

/** Closing texts have places for figures; a reader sees the figures. */
function shown(output: unknown, input: StageInput): unknown {
  const figures = figuresIn(input);
  return figures ? withFigures(output, figures) : output;
}

/** Beyond this a file is for programs, and spaces would only make it longer to write. */
const readableChars = 40_000;

function stageJson(output: unknown): string {
  const compact = JSON.stringify(output);
  return compact.length > readableChars ? `${compact}\n` : jsonText(output);
}

/** Readable one by one, while the plan is being made. */
function stageFiles(stage: AnyStage, output: unknown, { plan, input }: StageWork): Artifact[] {
  if (!isThought(stage)) return [];
  const path = `stages/${stage.name}`;
  const file = text(plan.id, `${path}.json`, json, stageJson(output));
  const words = thoughtMarkdown(stage, shown(output, input), '#');
  return words === null ? [file] : [file, text(plan.id, `${path}.md`, markdown, words)];
}

/** Throws where the plan must not go on. */
export function checkHalt(stage: AnyStage, output: unknown): void {
  const halt = stage.halts?.(output) ?? null;
  if (!halt) return;
  const advice = halt.whatToAdd.length > 0 ? ` ${halt.whatToAdd.join(' ')}` : '';
  throw new PlanwrightError(halt.code, `${halt.reason}${advice}`);
}

function planResult({ plan, stages, input }: StageWork, made: Plan): StepResult {
  const own = ownSections(stages, planStages, input.outputs);
  const output: Plan = own.length > 0 ? { ...made, own_sections: own } : made;
  return {
    output,
    artifacts: [text(plan.id, 'plan.json', json, jsonText(output))],
    rows: [{ table: 'plans', put: { ...plan, title: made.title } }],
  };
}

/** The reports, and every other file that is made from the plan. */
function reportResult({ plan, input }: StageWork, report: ReportOutput): StepResult {
  const made = input.outputs[planStage.name] as Plan;
  const artifacts = [
    text(plan.id, 'report.md', markdown, report.markdown),
    text(plan.id, 'report.html', html, renderHtml(made)),
    ...planFiles(made).map(({ path, contentType, body }) => text(plan.id, path, contentType, body)),
  ];
  return { output: { paths: artifacts.map(({ path }) => path) }, artifacts };
}

/** Of a whole stage; a part leaves its output alone. */
export function stageResult(work: StageWork, output: unknown): StepResult {
  const { stage, spec } = work;
  if (spec.does === 'part') return { output };
  checkHalt(stage, output);
  if (stage.name === planStage.name) return planResult(work, output as Plan);
  if (stage.name === reportStage.name) return reportResult(work, output as ReportOutput);
  const artifacts = stageFiles(stage, output, work);
  return artifacts.length > 0 ? { output, artifacts } : { output };
}
