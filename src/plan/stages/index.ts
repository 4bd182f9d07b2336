// All stages: those found by code, which every plan has, and those that a mind thinks about, each in
// an order in which every need comes first.
import type { AnyThought, Stage } from '../stage.ts';
import { assembleStage } from './assemble.ts';
import { assumptionsStage } from './assumptions.ts';
import { choiceStage } from './choice.ts';
import { chooseStage } from './choose.ts';
import { directivesStage } from './directives.ts';
import { factsStage } from './facts.ts';
import { leverTriageStage } from './lever-triage.ts';
import { leversStage } from './levers.ts';
import { placesStage } from './places.ts';
import { premiseStage } from './premise.ts';
import { purposeStage } from './purpose.ts';
import { redlineStage } from './redline.ts';
import { reportStage } from './report.ts';
import { resourcesStage } from './resources.ts';
import { reviewStage } from './review.ts';
import { risksStage } from './risks.ts';
import { scenariosStage } from './scenarios.ts';
import { scheduleStage } from './schedule.ts';
import { screenStage } from './screen.ts';
import { tasksStage } from './tasks.ts';

// biome-ignore lint/suspicious/noExplicitAny: each stage has its own output type; it is validated
export const stages: readonly Stage<any>[] = [
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

export const thoughts: readonly AnyThought[] = [
  reviewStage,
  directivesStage,
  purposeStage,
  redlineStage,
  premiseStage,
  leversStage,
  placesStage,
  resourcesStage,
  leverTriageStage,
  scenariosStage,
  choiceStage,
];

export { assembleStage, reportStage, screenStage };
