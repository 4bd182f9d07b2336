// What is so small that it is done rather than tested: no contract, a few hours or little money.
import { toUsd } from '../../currencies.ts';
import { type Ground, hoursOf } from './ground.ts';

const FEW_HOURS = 8;
const LITTLE = { usd: 200, hours: 40 } as const;

export function isErrand({ tasks, network }: Ground): boolean {
  if (tasks.some(({ risk_tier }) => risk_tier === 'T3')) return false;
  const hours = tasks.reduce((sum, task) => sum + hoursOf(task), 0);
  const { base, currency } = network.costs;
  return hours < FEW_HOURS || (hours < LITTLE.hours && toUsd(base, currency) < LITTLE.usd);
}
