// What the shape of a plan forbids, in plain words, and the one part of it that a repair can mend:
// a number that is out of range becomes the nearest that is allowed.
import type { z } from 'zod';
import { type SchedulablePlan, schedulablePlanSchema } from '../../contract/plan-schedulable.ts';
import { type Place, placeText } from './place.ts';

type Issue = z.core.$ZodIssue;

const MAX_CHANGES = 10_000;

export const placeOf = ({ path }: Issue): Place =>
  path.map((key) => (typeof key === 'number' ? key : String(key)));

/** The nearest number that is allowed there; undefined where the mistake is another one. */
export function nearest(issue: Issue): number | undefined {
  if (issue.code === 'too_small' && isNumber(issue) && issue.inclusive === true) {
    return Number(issue.minimum);
  }
  if (issue.code === 'too_big' && isNumber(issue) && issue.inclusive === true) {
    return Number(issue.maximum);
  }
  return undefined;
}

const isNumber = ({ origin }: { readonly origin: string }): boolean =>
  origin === 'number' || origin === 'int';

/** `raw` is what was read, so that the words can say what is there. */
export function issueText(issue: Issue, raw: unknown): string {
  const value = valueAt(raw, placeOf(issue));
  if (value === undefined && issue.code === 'invalid_type') {
    return `it is missing; it must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`;
  }
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return issue.message;
  const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
  const count = sizeOf(value);
  if (count !== null) {
    const bound = issue.code === 'too_small' ? 'at least' : 'at most';
    const need = issue.code === 'too_small' ? 'needed' : 'allowed';
    return `it has ${count}; ${bound} ${limit} ${limit === 1 ? 'is' : 'are'} ${need}`;
  }
  if (typeof value !== 'number') return issue.message;
  const bound = issue.inclusive === true ? { too_small: 'at least', too_big: 'at most' } : strict;
  const size = issue.code === 'too_small' ? 'small' : 'large';
  return `${value} is too ${size}; it must be ${bound[issue.code]} ${limit}`;
}

const strict = { too_small: 'more than', too_big: 'less than' } as const;

function sizeOf(value: unknown): string | null {
  if (typeof value === 'string') return `${value.length} letters`;
  return Array.isArray(value) ? `${value.length} entries` : null;
}

function valueAt(raw: unknown, place: Place): unknown {
  return place.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)?.[key], raw);
}

export interface WithinRange {
  readonly plan: unknown;
  /** The same, checked; absent where its shape is wrong or a number was mended. */
  readonly checked?: SchedulablePlan;
  /** One sentence each. */
  readonly changes: readonly string[];
}

/** The plan with such numbers mended; else the plan as it is. */
export function withinRange(raw: unknown): WithinRange {
  const { data: checked, error } = schedulablePlanSchema.safeParse(raw);
  if (checked !== undefined) return { plan: raw, checked, changes: [] };
  const wrong = error.issues.flatMap((issue) => {
    const value = nearest(issue);
    return value === undefined ? [] : [{ place: placeOf(issue), value }];
  });
  if (wrong.length === 0) return { plan: raw, changes: [] };
  const plan = structuredClone(raw);
  const changes = wrong.slice(0, MAX_CHANGES).map(({ place, value }) => {
    const holder = valueAt(plan, place.slice(0, -1)) as Record<string | number, unknown>;
    const key = place.at(-1) ?? '';
    const was = holder[key];
    holder[key] = value;
    return `${placeText(place)}: ${String(was)} was out of range and became ${value}`;
  });
  return { plan, changes };
}
