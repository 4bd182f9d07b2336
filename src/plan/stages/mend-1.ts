// Assumptions and risks after the early gates: what failed goes back to a mind with the findings.
import { outputOf, type StageInput } from '../stage.ts';
import { assumptionsStage } from './assumptions.ts';
import { type Before, mendStage } from './mending.ts';
import { risksStage } from './risks.ts';

const firstDraft = (input: StageInput): Before => ({
  ...outputOf(input, assumptionsStage),
  ...outputOf(input, risksStage),
  returns: [],
});

export const mend1Stage = mendStage({
  round: 1,
  title: 'Assumptions and risks, checked',
  from: [assumptionsStage.name, risksStage.name],
  before: firstDraft,
});
