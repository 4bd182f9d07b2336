// What of a plan has to be made again when a stage changed, was asked for anew, or was edited by
// somebody: that stage and all that depends on it. Everything else is kept as it is.
import { PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import { contentJson } from '../engine/content.ts';
import type { SettledStep } from '../engine/engine-api.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { stagesFor, versionOf } from './catalog.ts';
import { type Earlier, type StageSpec, stageStepId } from './generation.ts';
import type { Settings } from './settings.ts';
import type { AnyStage } from './stage.ts';

/** Those stages and all that need them, in the order of the stages. */
export function coneOf(stages: readonly AnyStage[], first: ReadonlySet<string>): string[] {
  const cone = new Set(first);
  for (const { name, needs } of stages) if (needs.some((need) => cone.has(need))) cone.add(name);
  return stages.map(({ name }) => name).filter((name) => cone.has(name));
}

/** A finished stage of an earlier run. */
export interface Finished {
  readonly stage: AnyStage;
  readonly version: string;
  readonly output: unknown;
}

async function jsonOf(reader: Reader, id: string): Promise<unknown> {
  const row = id === '' ? null : await reader.content(id);
  return row ? contentJson(row) : undefined;
}

export async function finishedOf(
  reader: Reader,
  rows: readonly Rows['steps'][],
  stages: readonly AnyStage[],
): Promise<Finished[]> {
  const byId = new Map(rows.map((row) => [row.step, row]));
  const found = stages.map(async (stage): Promise<Finished[]> => {
    const row = byId.get(stageStepId(stage.name));
    if (row?.state !== 'VERIFIED') return [];
    const spec = (await jsonOf(reader, row.spec)) as StageSpec | undefined;
    const output = await jsonOf(reader, row.output);
    if (spec === undefined || output === undefined) return [];
    return [{ stage, version: String(spec.version), output }];
  });
  return (await Promise.all(found)).flat();
}

export interface RerunRequest {
  /** Stages that are thought about anew. */
  readonly stages?: readonly string[];
  /** All that depends on them is thought about anew too, whether or not its material changed. */
  readonly cascade?: boolean;
  readonly given?: ReadonlyMap<string, unknown>;
}

export interface Rerun extends Earlier {
  readonly settings: Settings;
  readonly settled: readonly SettledStep[];
  /** Stages whose rule or prompt is another one by now. */
  readonly changed: readonly string[];
  /** Everything that runs again. */
  readonly again: readonly string[];
}

function checkAsked(
  stages: readonly AnyStage[],
  { stages: asked = [], given }: RerunRequest,
): void {
  const byName = new Map(stages.map((stage) => [stage.name, stage]));
  for (const name of [...asked, ...(given?.keys() ?? [])]) {
    if (byName.has(name)) continue;
    const known = stages.map((stage) => stage.name).join(', ');
    throw new PlanwrightError('INVALID_ARGUMENTS', `This plan has no stage ${name}: ${known}.`);
  }
  for (const [name, value] of given ?? []) {
    const schema = byName.get(name)?.output;
    const parsed = schema?.safeParse(value);
    if (!schema || parsed?.success !== false) continue;
    const problems = inputProblems(schema, parsed.error, { input: value, prefix: 'output' });
    throw new PlanwrightError('INVALID_ARGUMENTS', `${problems.join('; ')}.`, { problems });
  }
}

const counted = (fresh: Settings['fresh'], names: readonly string[]): Settings['fresh'] => ({
  ...fresh,
  ...Object.fromEntries(names.map((name) => [name, (fresh[name] ?? 0) + 1])),
});

function causeOf({ stages = [], given }: RerunRequest): NonNullable<Settings['again']>['by'] {
  if (given && given.size > 0) return 'revise';
  return stages.length > 0 ? 'invalidate' : 'resume';
}

export async function planRerun(
  reader: Reader,
  run: string,
  settings: Settings,
  request: RerunRequest,
): Promise<Rerun> {
  const stages = stagesFor(settings);
  checkAsked(stages, request);
  const finished = await finishedOf(reader, await reader.steps(run), stages);
  return rerunFrom(finished, settings, request);
}

/** Outputs are kept with what they were made from; a kept one needs only kept ones. */
export function rerunFrom(
  finished: readonly Finished[],
  settings: Settings,
  request: RerunRequest,
): Rerun {
  const stages = stagesFor(settings);
  const { stages: asked = [], given = new Map<string, unknown>() } = request;
  const byName = new Map(finished.map((one) => [one.stage.name, one]));
  const changed = finished
    .filter(({ stage, version }) => version !== versionOf(stage) && !given.has(stage.name))
    .map(({ stage }) => stage.name);
  const missing = stages.map(({ name }) => name).filter((name) => !byName.has(name));
  const cone = coneOf(stages, new Set([...changed, ...asked, ...given.keys(), ...missing]));
  const again = cone.filter((name) => !given.has(name));
  const kept = new Set([...byName.keys()].filter((name) => !cone.includes(name)));
  const fresh = request.cascade ? coneOf(stages, new Set(asked)) : asked;
  return {
    settings: {
      ...settings,
      fresh: counted(settings.fresh, fresh),
      again: { by: causeOf(request), reruns: again, keeps: [...kept] },
    },
    kept,
    given,
    settled: finished
      .filter(({ stage }) => kept.has(stage.name))
      .map(({ stage, output }) => ({ step: stageStepId(stage.name), output })),
    changed,
    again,
  };
}
