// All stages of a plan, in an order in which every need comes first.
import { type AnyStage, type AnyThought, isThought } from '../stage.ts';
import { adherenceStage } from './adherence.ts';
import { answersStage } from './answers.ts';
import { assumptionsStage } from './assumptions.ts';
import { attackStage } from './attack.ts';
import { charterStage } from './charter.ts';
import { choiceStage } from './choice.ts';
import { detailsStage } from './details.ts';
import { directionStage } from './direction.ts';
import { directivesStage } from './directives.ts';
import { expertsStage } from './experts.ts';
import { factsStage } from './facts.ts';
import { judgeStage } from './judge.ts';
import { leverTriageStage } from './lever-triage.ts';
import { leversStage } from './levers.ts';
import { mend1Stage } from './mend-1.ts';
import { mend2Stage } from './mend-2.ts';
import { networkStage } from './network.ts';
import { outlineStage } from './outline.ts';
import { panelStage } from './panel.ts';
import { papersStage } from './papers.ts';
import { placesStage } from './places.ts';
import { planStage } from './plan.ts';
import { premiseStage } from './premise.ts';
import { premisesStage } from './premises.ts';
import { premortemStage } from './premortem.ts';
import { purposeStage } from './purpose.ts';
import { rebuttalStage } from './rebuttal.ts';
import { redlineStage } from './redline.ts';
import { refine1Stage } from './refine-1.ts';
import { refine2Stage } from './refine-2.ts';
import { relatedStage } from './related.ts';
import { reportStage } from './report.ts';
import { rescue1Stage } from './rescue-1.ts';
import { rescue2Stage } from './rescue-2.ts';
import { resourcesStage } from './resources.ts';
import { reviewStage } from './review.ts';
import { risksStage } from './risks.ts';
import { scenariosStage } from './scenarios.ts';
import { screenStage } from './screen.ts';
import { summaryStage } from './summary.ts';
import { swotStage } from './swot.ts';
import { teamStage } from './team.ts';

export const planStages: readonly AnyStage[] = [
  ...[factsStage, screenStage, reviewStage, directivesStage, purposeStage, redlineStage],
  ...[premiseStage, leversStage, placesStage, resourcesStage, leverTriageStage, scenariosStage],
  ...[choiceStage, directionStage, assumptionsStage, risksStage, mend1Stage, mend2Stage],
  ...[charterStage, outlineStage, teamStage, relatedStage, swotStage, papersStage, panelStage],
  ...[detailsStage, networkStage, rescue1Stage, rescue2Stage, expertsStage, premortemStage],
  ...[premisesStage, attackStage, rebuttalStage, judgeStage, refine1Stage, refine2Stage],
  ...[summaryStage, answersStage, adherenceStage, planStage, reportStage],
];

export const thoughts: readonly AnyThought[] = planStages.filter(isThought);

export { planStage, reportStage };
