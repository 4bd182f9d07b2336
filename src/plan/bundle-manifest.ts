// planwright.json in the zip of a plan: what the plan was asked for and what its stages have found so
// far. Whoever takes in the zip elsewhere goes on from there; nothing that was paid for is asked again.
import { z } from 'zod';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { stagesFor } from './catalog.ts';
import { type Finished, finishedOf, type Rerun, rerunFrom } from './rerun.ts';
import { type Settings, settingsSchema } from './settings.ts';
import { readSettings } from './stage-work.ts';
import { isTaking } from './taking-step.ts';

export const manifestName = 'planwright.json';
const format = 'planwright-plan';

const amount = z.int().min(0).max(1e15).exactOptional();

/** Strict: a limit that is not understood here must not get lost. */
const budgetSchema = z.strictObject({
  ...{ money: amount, tokens: amount, calls: amount },
  ...{ wall_ms: amount, depth: amount, stall_attempts: amount, stall_ms: amount },
});

const manifestSchema = z.object({
  format: z.literal(format),
  version: z.literal(1),
  plan_id: z.string().max(80),
  title: z.string().max(200),
  goal: z.string().min(1).max(50_000),
  /** Whether the plan was finished when it was packed. */
  finished: z.boolean(),
  settings: settingsSchema,
  /** What was left of its limits when it was packed; older files do not have it. */
  budget: budgetSchema.exactOptional(),
  /** It was paid from a purse that others share, which stays where it is. */
  shares_purse: z.boolean().exactOptional(),
  stages: z
    .array(z.object({ name: z.string().max(40), version: z.string().max(60), output: z.unknown() }))
    .max(200),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** How what is still to be made of a plan is paid. */
export type Funds = Pick<Manifest, 'budget' | 'shares_purse'>;

/** Null for a plan that was itself taken in: its plan.json is all there is of it. */
export async function manifestOf(
  reader: Reader,
  plan: Rows['plans'],
  funds: Funds,
): Promise<Manifest | null> {
  const rows = await reader.steps(plan.run);
  if (rows.length === 0 || rows.some(isTaking)) return null;
  const settings = await readSettings(reader, rows);
  const stages = stagesFor(settings);
  const finished = await finishedOf(reader, rows, stages);
  const run = await reader.run(plan.run);
  return {
    ...{ format, version: 1, plan_id: plan.id, title: plan.title.slice(0, 200), goal: plan.goal },
    finished: run?.status === 'COMPLETED',
    settings,
    ...funds,
    stages: finished.map(({ stage, version, output }) => ({ name: stage.name, version, output })),
  };
}

/** Null where the text is no such manifest. */
export function readManifest(value: unknown): Manifest | null {
  const parsed = manifestSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** What belongs to the place where it was made stays there. */
function ownSettings({ settings }: Manifest): Settings {
  const { again: _again, parentPlan: _parent, recording: _recording, ...own } = settings;
  return own;
}

/** Outputs that do not fit their stage as it is here are made again, with all that needs them. */
export function resumeOf(manifest: Manifest): Rerun {
  const settings = ownSettings(manifest);
  const byName = new Map(stagesFor(settings).map((stage) => [stage.name, stage]));
  const finished = manifest.stages.flatMap(({ name, version, output }): Finished[] => {
    const stage = byName.get(name);
    const parsed = stage?.output.safeParse(output);
    return stage && parsed?.success ? [{ stage, version, output: parsed.data }] : [];
  });
  return rerunFrom(finished, settings, {});
}
