// One step of a making of a plan, with everything that it needs: read from the store by whoever
// performs it, in this process or for a caller that thinks.
import { PlanwrightError } from '../base/errors.ts';
import { contentJson } from '../engine/content.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { stagesFor } from './catalog.ts';
import { partStepId, type StageSpec, stageStepId } from './generation.ts';
import { type Known, remembered, rememberedJson } from './run-memory.ts';
import { type Settings, settingsSchema } from './settings.ts';
import type { AnyStage, Intake, StageInput } from './stage.ts';

export interface StageWork {
  readonly plan: Rows['plans'];
  readonly settings: Settings;
  readonly stages: readonly AnyStage[];
  readonly stage: AnyStage;
  readonly spec: StageSpec;
  readonly input: StageInput;
  /** The stages that it needs, in the order of all. */
  readonly needs: readonly AnyStage[];
  readonly rows: ReadonlyMap<string, Rows['steps']>;
}

async function readContent(reader: Reader, id: string, what: string): Promise<unknown> {
  const row = id === '' ? null : await reader.content(id);
  if (row) return contentJson(row);
  throw new PlanwrightError('content_unavailable', `${what} is not there.`);
}

const firstSpecOf = (rows: readonly Rows['steps'][]): string =>
  rows.reduce((one, row) => (row.position < one.position ? row : one), rows[0] as Rows['steps'])
    ?.spec ?? '';

/** What the whole run was asked for: the contract of its first step says it. */
export async function readSettings(
  reader: Reader,
  rows: readonly Rows['steps'][],
): Promise<Settings> {
  const spec = (await readContent(reader, firstSpecOf(rows), 'What this plan was asked for')) as {
    settings?: unknown;
    startDate?: string;
  };
  return settingsSchema.parse(spec.settings ?? { ...old, startDate: spec.startDate });
}

/** Plans from before there were brains to choose from. */
const old = { brain: 'offline', profile: '', detail: 'standard', seed: 0 } as const;

async function readOutputs(
  reader: Reader,
  rows: ReadonlyMap<string, Rows['steps']>,
  needs: readonly string[],
  known: Known | undefined,
): Promise<Record<string, unknown>> {
  const entries = needs.map(async (name) => {
    const id = rows.get(stageStepId(name))?.output ?? '';
    const read = () => readContent(reader, id, `The output of ${name}`);
    return [name, await rememberedJson(known, id, read)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** What the parts of a stage yielded, in the order of the graph. */
export async function readParts(
  reader: Reader,
  { stage, rows }: StageWork,
): Promise<{ key: string; value: unknown }[]> {
  const prefix = partStepId(stage.name, '');
  const found = [...rows.values()]
    .filter(({ step, state }) => step.startsWith(prefix) && state === 'VERIFIED')
    .sort((one, other) => one.position - other.position);
  return Promise.all(
    found.map(async ({ step, output }) => ({
      key: step.slice(prefix.length),
      value: await readContent(reader, output, `The output of ${step}`),
    })),
  );
}

const intakeOf = (plan: Rows['plans'], settings: Settings): Intake => ({
  planId: plan.id,
  goal: plan.goal,
  startDate: settings.startDate,
  detail: settings.detail,
  brain: settings.brain,
  ...(settings.budget ? { budget: settings.budget } : {}),
});

/** With a memory, what other steps of the run have read is not read again. */
export async function readStageWork(
  reader: Reader,
  tenant: string,
  place: { readonly run: string; readonly plan: string; readonly spec: string },
  known?: Known,
): Promise<StageWork> {
  const plan = await reader.plan(tenant, place.plan);
  if (!plan) throw new PlanwrightError('PLAN_NOT_FOUND', 'The plan of this step is gone.');
  const steps = await reader.steps(place.run);
  const rows = new Map(steps.map((row) => [row.step, row]));
  const { settings, stages } = await remembered(known, firstSpecOf(steps), async () => {
    const asked = await readSettings(reader, steps);
    return { settings: asked, stages: stagesFor(asked) };
  });
  const spec = (await readContent(reader, place.spec, 'The contract of this step')) as StageSpec;
  const stage = stages.find(({ name }) => name === spec.stage);
  if (!stage) throw new PlanwrightError('event_unknown', `No stage is called ${spec.stage}.`);
  const outputs = await readOutputs(reader, rows, stage.needs, known);
  const needs = stages.filter(({ name }) => stage.needs.includes(name));
  const input = { intake: intakeOf(plan, settings), outputs };
  return { plan, settings, stages, stage, spec, input, needs, rows };
}
