// What the scheduler can reckon with: dates end in 2198 and money at some ten trillion. A plan beyond
// that is brought within reach, and it is said.
import type { NetworkInput } from './network-input.ts';
import { FULL_WEEK_HOURS } from './part-time.ts';

/** About a century of full weeks, if everything came one after the other. */
const MOST_HOURS = 200_000;
/** Above it an amount is no longer exact in cents. */
const MOST_MONEY = 5e12;
const HOURS_PER_DAY = 8;

const tasksOf = ({ details }: NetworkInput) => details.phases.flatMap(({ tasks }) => tasks);

const longest = (...hours: number[]): number => Math.max(0, ...hours);

function hoursInAll(input: NetworkInput): number {
  const delays = new Map(
    input.basis.risks.map(({ id, delay_days: days }) => [
      id,
      days === null ? 0 : longest(days.low, days.likely, days.high) * HOURS_PER_DAY,
    ]),
  );
  return tasksOf(input).reduce((sum, { estimate, wait_hours, after, risks }) => {
    const own = longest(estimate.low, estimate.likely, estimate.high);
    const lags = longest(...after.map(({ lag_hours }) => Math.abs(lag_hours)));
    const struck = risks.reduce((all, id) => all + (delays.get(id) ?? 0), 0);
    return sum + own + wait_hours + lags + struck;
  }, 0);
}

function moneyInAll(input: NetworkInput): number {
  const rates = new Map(input.team.roles.map(({ name, rate_per_hour }) => [name, rate_per_hour]));
  const tasks = tasksOf(input).reduce((sum, { role, estimate, costs }) => {
    const hours = longest(estimate.low, estimate.likely, estimate.high);
    const bought = costs.reduce((all, { low, base, high }) => all + longest(low, base, high), 0);
    return sum + hours * (rates.get(role) ?? 0) + bought;
  }, 0);
  return input.basis.risks.reduce(
    (sum, { cost }) => sum + (cost === null ? 0 : longest(cost.low, cost.base, cost.high)),
    tasks,
  );
}

/** The shorter the week of those who have least time, the fewer. */
function mostHours({ team }: NetworkInput): number {
  const weeks = team.roles.map(({ hours_per_week: week }) => week ?? FULL_WEEK_HOURS);
  return Math.round((MOST_HOURS * Math.min(FULL_WEEK_HOURS, ...weeks)) / FULL_WEEK_HOURS);
}

export interface Bounds {
  /** What all hours are multiplied by. */
  readonly hoursFactor: number;
  /** Whether money can be reckoned with. */
  readonly hasMoney: boolean;
  readonly says: readonly string[];
}

export function boundsOf(input: NetworkInput): Bounds {
  const hours = hoursInAll(input);
  const most = mostHours(input);
  const hoursFactor = hours > most ? most / hours : 1;
  const hasMoney =
    moneyInAll(input) <= MOST_MONEY && (input.direction.budget?.amount ?? 0) <= MOST_MONEY;
  return {
    hoursFactor,
    hasMoney,
    says: [
      ...(hoursFactor < 1
        ? [
            `Estimates, waits and delays came to ${Math.round(hours)} working hours, more than dates are reckoned for; all were shortened alike to ${most}.`,
          ]
        : []),
      ...(hasMoney
        ? []
        : ['Amounts are too large to be reckoned to the cent; costs are left out.']),
    ],
  };
}
