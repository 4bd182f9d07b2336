// The second and last return.
import { outputOf } from '../stage.ts';
import { mend1Stage } from './mend-1.ts';
import { mendStage } from './mending.ts';

export const mend2Stage = mendStage({
  round: 2,
  title: 'Assumptions and risks, checked again',
  from: [mend1Stage.name],
  before: (input) => outputOf(input, mend1Stage),
});
