// The fields of a task in plan.json that a change has touched.
import type { Actual, Task, ThreePoint, Use, Way } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import { isoDateTimeIn } from '../time/local-time.ts';
import { hoursOf } from './hours.ts';
import { isSame, type Json, listOf, withoutGone } from './json.ts';

export interface TaskChange {
  readonly was: Task;
  readonly now: Task;
  readonly currency: string | null;
  /** The roles are described anew, so hours that followed from the performer must be said. */
  readonly saysHours: boolean;
}

export function changedTask(raw: Json, change: TaskChange): Json {
  const { was, now } = change;
  const hours = change.saysHours ? hoursSaid(raw, now) : {};
  const named = { ...raw, ...hours, task_id: now.id };
  if (isSame(was, { ...now, id: was.id })) return named;
  return withoutGone({
    ...named,
    ...datesAfter(was, now),
    ...actualAfter(raw.actual, was.actual, now.actual),
    ...waysAfter(named, change),
  });
}

function hoursSaid(raw: Json, { ways }: Task): Json {
  if (raw.ways === undefined) {
    return ways[0]?.calendar === undefined ? {} : { calendar: ways[0].calendar };
  }
  const said = listOf(raw.ways).map((given) => {
    const { calendar } = ways.find(({ id }) => id === given.way_id) ?? {};
    return calendar === undefined ? given : { ...given, calendar };
  });
  return { ways: said };
}

/** A change takes dates away or moves them, but never makes one up. */
function datesAfter(was: Task, now: Task): Json {
  const after = (key: 'notBefore' | 'fixedStart' | 'deadline', name: string): Json => {
    const date = now[key];
    if (was[key] === date) return {};
    return { [name]: date === undefined ? undefined : isoDateTimeIn('UTC', date) };
  };
  return {
    ...after('notBefore', 'not_before'),
    ...after('fixedStart', 'fixed_start'),
    ...after('deadline', 'deadline'),
  };
}

function actualAfter(raw: unknown, was: Actual = {}, now: Actual = {}): Json {
  const gone = (Object.keys(actualNames) as (keyof Actual)[])
    .filter((key) => was[key] !== undefined && now[key] === undefined)
    .map((key) => [actualNames[key], undefined] as const);
  return gone.length === 0
    ? {}
    : { actual: withoutGone({ ...(raw as Json), ...Object.fromEntries(gone) }) };
}

const actualNames: Readonly<Record<keyof Actual, string>> = {
  started: 'started',
  finished: 'finished',
  progress: 'progress',
  remainingMinutes: 'remaining_hours',
  cost: 'cost',
  way: 'way',
};

function waysAfter(raw: Json, { was, now, currency }: TaskChange): Json {
  if (isSame(was.ways, now.ways)) return {};
  if (raw.ways === undefined && now.ways.length === 1) {
    const [before, after] = [was.ways[0], now.ways[0]];
    if (before === undefined || after === undefined) return {};
    const { way_id: _, ...fields } = wayFields(before, after, currency);
    const hours = raw.estimated_hours === undefined ? {} : meanHours(after.estimate);
    const cost =
      fields.cost === undefined
        ? {}
        : { cost: { ...(raw.cost as Json), ...(fields.cost as Json) } };
    return { ...fields, ...cost, ...(fields.estimate === undefined ? {} : hours) };
  }
  const known = listOf(raw.ways);
  const ways = now.ways.map((after, index) => {
    const at =
      was.ways.length === now.ways.length ? index : was.ways.findIndex(({ id }) => id === after.id);
    const before = was.ways[at];
    if (before === undefined) return {};
    return withoutGone({ ...known[at], ...wayFields(before, after, currency) });
  });
  return { ways };
}

function wayFields(was: Way, now: Way, currency: string | null): Json {
  return {
    way_id: now.id,
    ...(isSame(was.estimate, now.estimate) ? {} : { estimate: pointsOf(now.estimate) }),
    ...(isSame(was.uses, now.uses) ? {} : { uses: now.uses.map(useOf) }),
    ...(was.calendar === now.calendar ? {} : { calendar: now.calendar }),
    ...(isSame(was.fixedCost, now.fixedCost) || now.fixedCost === undefined
      ? {}
      : { cost: costFields(now.fixedCost, currency) }),
  };
}

const useOf = (use: Use): Json => {
  const { units } = use;
  return 'role' in use ? { role: use.role, units } : { skill: use.skill, units };
};

const pointsOf = ({ low, likely, high }: ThreePoint): Json => ({
  low: hoursOf(low),
  likely: hoursOf(likely),
  high: hoursOf(high),
});

const meanHours = (estimate: ThreePoint): Json => ({
  estimated_hours: Math.round(pertMean(estimate) / 6) / 10,
});

/** In the currency of the plan. */
export const costFields = ({ low, likely, high }: ThreePoint, currency: string | null): Json => ({
  low,
  base: likely,
  high,
  ...(currency === null ? {} : { currency }),
});
