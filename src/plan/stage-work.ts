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
  readonly run: string;
}

async function readContent(reader: Reader, id: string, what: string): Promise<unknown> {
  const row = id === '' ? null : await reader.content(id);
  if (row) return contentJson(row);
  throw new PlanwrightError('content_unavailable', `${what} is not there.`);
}

/** What the whole run was asked for: the contract of its first step says it. */
export async function readSettings(
  reader: Reader,
  rows: readonly Rows['steps'][],
): Promise<Settings> {
  const first = rows.reduce(
    (one, row) => (row.position < one.position ? row : one),
    rows[0] as Rows['steps'],
  );
  const spec = (await readContent(reader, first?.spec ?? '', 'What this plan was asked for')) as {
    settings?: unknown;
    startDate?: string;
  };
  return settingsSchema.parse(spec.settings ?? { ...old, startDate: spec.startDate });
}

/** Plans from before there were brains to choose from. */
const old = { brain: 'offline', profile: '', detail: 'standard', seed: 0 } as const;

async function readOutputs(
  reader: Reader,
  run: string,
  needs: readonly string[],
  known: Known | undefined,
): Promise<Record<string, unknown>> {
  const ids = await reader.outputsOf(run, needs.map(stageStepId));
  const entries = needs.map(async (name) => {
    const id = ids.get(stageStepId(name)) ?? '';
    const read = () => readContent(reader, id, `The output of ${name}`);
    return [name, await rememberedJson(known, id, read)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** What the parts of a stage yielded, in the order of the graph. */
export async function readParts(
  reader: Reader,
  { stage, run }: StageWork,
): Promise<{ key: string; value: unknown }[]> {
  const prefix = partStepId(stage.name, '');
  const found = (await reader.steps(run))
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
  ...(settings.confirmed ? { confirmed: true } : {}),
});

interface Asked {
  readonly settings: Settings;
  readonly stages: readonly AnyStage[];
}

/** Found once for all steps of a run: what it was asked for does not change while it goes on. */
const readAsked = (reader: Reader, run: string, known: Known | undefined): Promise<Asked> =>
  remembered(known, 'asked', async () => {
    const settings = await readSettings(reader, await reader.steps(run));
    return { settings, stages: stagesFor(settings) };
  });

/** Making a plan was begun by an earlier version, and had other stages then. */
const goneStage = (stage: string, plan: string): PlanwrightError =>
  new PlanwrightError(
    'event_unknown',
    `Plans have no stage ${stage} any more: this one was begun by an earlier version. planwright resume ${plan} makes it anew and keeps what still fits.`,
  );

/** With a memory, what other steps of the run have read is not read again. */
export async function readStageWork(
  reader: Reader,
  tenant: string,
  place: { readonly run: string; readonly plan: string; readonly spec: string },
  known?: Known,
): Promise<StageWork> {
  const plan = await reader.plan(tenant, place.plan);
  if (!plan) throw new PlanwrightError('PLAN_NOT_FOUND', 'The plan of this step is gone.');
  const { settings, stages } = await readAsked(reader, place.run, known);
  const spec = (await readContent(reader, place.spec, 'The contract of this step')) as StageSpec;
  const stage = stages.find(({ name }) => name === spec.stage);
  if (!stage) throw goneStage(spec.stage, plan.id);
  const outputs = await readOutputs(reader, place.run, stage.needs, known);
  const needs = stages.filter(({ name }) => stage.needs.includes(name));
  const input = { intake: intakeOf(plan, settings), outputs };
  return { plan, settings, stages, stage, spec, input, needs, run: place.run };
}
