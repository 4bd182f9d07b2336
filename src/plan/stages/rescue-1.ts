// The first attempt at a missed deadline or budget.
import { networkStage } from './network.ts';
import { rescueStage } from './rescuing.ts';

export const rescue1Stage = rescueStage({
  round: 1,
  title: 'Deadline and budget',
  from: networkStage,
});
