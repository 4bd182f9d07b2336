// Runs all stages in one go, without engine or store: for tests.
import type { Plan } from '../contract/plan.ts';
import { type Intake, intakeSchema, type StageHalt } from './stage.ts';
import { assembleStage, draftStages, reportStage } from './stages/index.ts';

export type OfflineResult =
  | {
      readonly kind: 'planned';
      readonly outputs: Record<string, unknown>;
      readonly plan: Plan;
      readonly reportMarkdown: string;
    }
  | {
      readonly kind: 'halted';
      readonly outputs: Record<string, unknown>;
      readonly halt: StageHalt;
    };

export async function runStages(rawIntake: Intake): Promise<OfflineResult> {
  const intake = intakeSchema.parse(rawIntake);
  const outputs: Record<string, unknown> = {};
  for (const stage of draftStages) {
    const needed = Object.fromEntries(stage.needs.map((name) => [name, outputs[name]]));
    const out: unknown = stage.output.parse(await stage.offline({ intake, outputs: needed }));
    outputs[stage.name] = out;
    const halt = stage.halts?.(out) ?? null;
    if (halt) return { kind: 'halted', outputs, halt };
  }
  const plan = outputs[assembleStage.name] as Plan;
  const report = outputs[reportStage.name] as { markdown: string };
  return { kind: 'planned', outputs, plan, reportMarkdown: report.markdown };
}
