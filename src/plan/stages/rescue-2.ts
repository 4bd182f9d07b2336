// The second and last attempt at a missed deadline or budget.
import { rescue1Stage } from './rescue-1.ts';
import { rescueStage } from './rescuing.ts';

export const rescue2Stage = rescueStage({
  round: 2,
  title: 'Deadline and budget, again',
  from: rescue1Stage,
});
