// How far a plan is from its deadline and its budget at the asked odds: two plans can be compared by it.
import { money } from '../brains/offline/money.ts';
import type { NetworkOutput } from '../outputs/network.ts';

const DAY_MS = 86_400_000;

/** A time as the clocks of the plan show it, as deadlines are meant. */
const clockTime = (time: string): number => Date.parse(`${time.slice(0, 16)}Z`);

const MONDAY = Date.parse('1970-01-05');
const WORKING_DAYS = 5;
/** A little, so that of two ends on a weekend the sooner one is better. */
const WEIGHT_OF_REST = 0.01;

/** A weekend in between is nobody's delay: time goes on in working days, and hardly on days of rest. */
function workingDays(ms: number): number {
  const days = (ms - MONDAY) / DAY_MS;
  const weeks = Math.floor(days / 7);
  const day = days - 7 * weeks;
  const rest = Math.max(0, day - WORKING_DAYS) * WEIGHT_OF_REST;
  const week = WORKING_DAYS + 2 * WEIGHT_OF_REST;
  return weeks * week + Math.min(WORKING_DAYS, day) + rest;
}

/** The end at the asked odds, in milliseconds. */
function endOf({ schedule }: NetworkOutput): number {
  const end = schedule.simulation?.finish_at_confidence ?? schedule.finish;
  return end === undefined ? Date.parse(schedule.finish_date) + DAY_MS : clockTime(end);
}

/** The cost at the asked odds. */
const costOf = ({ costs, schedule }: NetworkOutput): number =>
  costs.base + (schedule.simulation?.contingency ?? 0);

/** 0 when both hold; being late by the whole length of the plan counts 1, and so does twice the budget. */
export function shortfall(network: NetworkOutput): number {
  const { deadline, costs, start_date } = network;
  const start = workingDays(Date.parse(start_date));
  const due =
    deadline === null ? Number.POSITIVE_INFINITY : workingDays(Date.parse(deadline) + DAY_MS);
  const late = Math.max(0, workingDays(endOf(network)) - due) / Math.max(1, due - start);
  const over =
    costs.budget === null
      ? 0
      : Math.max(0, costOf(network) - costs.budget) / Math.max(1, costs.budget);
  return (Number.isFinite(late) ? late : 0) + over;
}

const dayOf = (network: NetworkOutput): string =>
  new Date(endOf(network) - 1).toISOString().slice(0, 10);

const moneyOf = (network: NetworkOutput): string => money(costOf(network), network.costs.currency);

/** What one plan has over another, in dates and money at the asked odds. */
export function effectText(before: NetworkOutput, after: NetworkOutput): string {
  const [end, then] = [dayOf(before), dayOf(after)];
  const [cost, costThen] = [moneyOf(before), moneyOf(after)];
  const parts = [
    ...(end === then ? [] : [`end ${end} → ${then}`]),
    ...(cost === costThen ? [] : [`cost ${cost} → ${costThen}`]),
  ];
  return parts.length === 0
    ? 'No day and no amount changes by itself.'
    : `At 80 %: ${parts.join('; ')}.`;
}
