// All stages of the offline pipeline, in an order in which every need comes first.
import type { Stage } from '../stage.ts';
import { assembleStage } from './assemble.ts';
import { assumptionsStage } from './assumptions.ts';
import { chooseStage } from './choose.ts';
import { factsStage } from './facts.ts';
import { reportStage } from './report.ts';
import { risksStage } from './risks.ts';
import { scheduleStage } from './schedule.ts';
import { screenStage } from './screen.ts';
import { tasksStage } from './tasks.ts';

// biome-ignore lint/suspicious/noExplicitAny: each stage has its own output type; the engine validates it
export type AnyStage = Stage<any>;

export const stages: readonly AnyStage[] = [
  factsStage,
  screenStage,
  chooseStage,
  assumptionsStage,
  tasksStage,
  scheduleStage,
  risksStage,
  assembleStage,
  reportStage,
];

export { assembleStage, reportStage, screenStage };
