// The plan that the critics judge, from the outputs of the stages that made it.
import { type JudgedPlan, type Nameable, nameable } from '../findings.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { charterStage } from './charter.ts';
import { mend2Stage } from './mend-2.ts';
import { rescue2Stage } from './rescue-2.ts';
import { teamStage } from './team.ts';

export const judgedStages = ['direction', 'mend-2', 'charter', 'team', 'rescue-2'] as const;

export const judgedPlan = (input: StageInput): JudgedPlan => ({
  basis: outputOf(input, mend2Stage),
  charter: outputOf(input, charterStage),
  team: outputOf(input, teamStage),
  network: outputOf(input, rescue2Stage),
});

export const nameableIn = (input: StageInput): Nameable => nameable(judgedPlan(input));
