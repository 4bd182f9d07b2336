// Where the owner of a plan allows it, rules stand in for a mind that has failed for good: after all
// models of the profile and all attempts of the step. It is told beside the files of the stage, so that
// nobody takes what a rule says for the thought of a model.
import { isPlanwrightError } from '../base/errors.ts';
import { unstopped } from '../base/sentences.ts';
import type { Plan } from '../contract/plan.ts';
import { readArtifact } from '../engine/artifacts.ts';
import type { Artifact } from '../engine/engine-api.ts';
import { isPermanent } from '../engine/recovery.ts';
import { StepFailure } from '../engine/step-failure.ts';
import { isRefusal } from '../models/ask-error.ts';
import type { Reader } from '../store/store.ts';
import { answerByRule, hasRule } from './brains/offline/offline-mind.ts';
import { clip } from './brains/offline/text.ts';
import { attemptsMax } from './generation.ts';
import type { MindAnswer } from './mind.ts';
import type { StageWork } from './stage-work.ts';
import type { ThoughtWork } from './thought.ts';

export type StandIn = NonNullable<Plan['stand_ins']>[number];

const suffix = '.stand-in.json';
const MAX_WHY = 300;

/** Nobody gave up on it: the money is spent, or it is not wanted any more. */
const notFailed = new Set(['budget', 'cancelled']);

/** Whether the engine would not try it again. */
function isOver(error: StepFailure, attempt: number): boolean {
  if (notFailed.has(error.class)) return false;
  return isPermanent(error.class) || attempt >= attemptsMax;
}

/** A question that no model has room for fails before anybody is asked. */
export const asFailure = (error: unknown): unknown =>
  isPlanwrightError(error) && error.code === 'limit_exceeded'
    ? new StepFailure('policy', error.message, {}, error)
    : error;

/** A model that declines a goal is heeded: rules see less harm than it does. */
export const mayStandIn = (
  { settings, stage }: ThoughtWork,
  error: unknown,
  attempt: number,
): error is StepFailure =>
  settings.fallback === 'offline' &&
  error instanceof StepFailure &&
  !isRefusal(error.cause) &&
  isOver(error, attempt) &&
  hasRule(stage.name);

/** What the rules say instead; the failure of the mind stands where they cannot either. */
export function standInFor(work: ThoughtWork, error: StepFailure): MindAnswer {
  const why = clip(error.message, MAX_WHY);
  const { usage } = error;
  try {
    return { value: answerByRule(work), standIn: why, ...(usage ? { usage } : {}) };
  } catch (own) {
    const told = own instanceof Error ? own.message : String(own);
    const message = `${unstopped(error.message)}. No rule could stand in: ${told}`;
    throw new StepFailure(error.class, message, usage, error.cause);
  }
}

const pathOf = ({ stage, spec }: StageWork): string =>
  `stages/${stage.name}${spec.part ? `.${spec.part.key}` : ''}${suffix}`;

/** Nothing where a mind answered, unless a rule had stood in when this was made before. */
export async function standInFiles(
  reader: Pick<Reader, 'artifact'>,
  work: StageWork,
  why: string | undefined,
): Promise<Artifact[]> {
  const { plan, stage, spec, settings } = work;
  const path = pathOf(work);
  if (settings.fallback === undefined) return [];
  if (why === undefined && !(await reader.artifact(plan.tenant, plan.id, path))) return [];
  const part = spec.part?.title;
  const told = { stage: stage.name, ...(part === undefined ? {} : { part }), why: why ?? '' };
  const bytes = Buffer.from(`${JSON.stringify(told, null, 2)}\n`);
  return [{ owner: plan.id, path, contentType: 'application/json', bytes }];
}

/** Of a plan, or of one of its stages. */
export async function standInsOf(
  reader: Reader,
  { plan: { tenant, id }, settings }: StageWork,
  stage?: string,
): Promise<StandIn[]> {
  if (settings.fallback === undefined) return [];
  const paths = (await reader.artifacts(tenant, id))
    .map(({ path }) => path)
    .filter((path) => path.startsWith('stages/') && path.endsWith(suffix))
    .toSorted();
  const files = await Promise.all(paths.map((path) => readArtifact(reader, tenant, id, path)));
  return files
    .flatMap((file) => (file ? [JSON.parse(Buffer.from(file.bytes).toString()) as StandIn] : []))
    .filter((one) => one.why !== '' && (stage === undefined || one.stage === stage));
}

const nameOf = ({ stage, part }: StandIn): string =>
  part === undefined ? stage : `${stage} (${part})`;

const MOST_NAMED = 6;
const MAX_NOTICE = 600;
const MAX_PARTIAL = 50;

/** The plan says it first, and says what of it is partial. */
export function withStandIns(plan: Plan, all: readonly StandIn[]): Plan {
  if (all.length === 0) return plan;
  const names = [...new Set(all.map(({ stage }) => stage))];
  const more = names.length - MOST_NAMED;
  const told = `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const notice = `Fixed rules stood in where the model failed: ${told}.`;
  const partial = clip(`Answered by rules, since the model failed: ${names.join(', ')}`, MAX_WHY);
  const { quality_summary: quality } = plan;
  return {
    ...plan,
    notice: clip(`${notice} ${plan.notice}`, MAX_NOTICE),
    stand_ins: [...all],
    quality_summary: {
      ...quality,
      complete: false,
      partial: [partial, ...quality.partial].slice(0, MAX_PARTIAL),
    },
  };
}

/** The files of a stage say who answered it. */
export function labelled(artifacts: readonly Artifact[], all: readonly StandIn[]): Artifact[] {
  if (all.length === 0) return [...artifacts];
  const note = all.map((one) => `Rules stood in for ${nameOf(one)}: ${one.why}`);
  return artifacts.map((file) => {
    const text = Buffer.from(file.bytes).toString();
    if (file.path.endsWith('.md')) {
      const lines = note.map((line) => `> ${plainLine(line)}`).join('\n>\n');
      return { ...file, bytes: Buffer.from(`${lines}\n\n${text}`) };
    }
    const value = JSON.parse(text) as Record<string, unknown>;
    return {
      ...file,
      bytes: Buffer.from(`${JSON.stringify({ ...value, stand_ins: all }, null, 2)}\n`),
    };
  });
}

/** The words of a provider are no Markdown. */
const plainLine = (text: string): string => text.replace(/\s+/gu, ' ').replace(/[<>[\]`*_]/gu, '');
