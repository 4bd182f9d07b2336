// Values that one of the stores cannot keep as they are: PostgreSQL takes no NUL character and no
// fraction in an integer column, and half of a surrogate pair is no UTF-8. Both stores refuse them
// at the door, so that they stay equal and a bad value never reaches the commit of somebody else.
import { PlanwrightError } from '../base/errors.ts';
import type { WriteSet } from './store.ts';

interface BadValue {
  readonly path: string;
  readonly what: string;
}

const badText = 'holds a NUL character or half of a character pair, which cannot be stored';
const badNumber = 'is not an integer';

function findBad(value: unknown): BadValue | null {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? { path: '', what: badText } : null;
  }
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? null : { path: '', what: badNumber };
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return null;
  return findBadIn(value);
}

/** The path is put together on the way back only: every commit passes here, and hardly any is bad. */
function findBadIn(values: object): BadValue | null {
  if (Array.isArray(values)) return findBadAmong(values);
  // `for … in` knows where each value of a row lies; by a list of its keys it took twice as long.
  for (const key in values) {
    // Made by the machine, of names and integers that a header took before: not looked at again.
    if (key === 'move') continue;
    const bad = findBad((values as Readonly<Record<string, unknown>>)[key]);
    if (bad !== null) return below(key, bad);
  }
  return null;
}

function findBadAmong(values: readonly unknown[]): BadValue | null {
  for (let index = 0; index < values.length; index += 1) {
    const bad = findBad(values[index]);
    if (bad !== null) return below(String(index), bad);
  }
  return null;
}

const below = (key: string, bad: BadValue): BadValue => ({
  ...bad,
  path: bad.path === '' ? key : `${key}.${bad.path}`,
});

/** The first value that cannot be stored, as an error that names its place and not its text. */
export function checkValues(sets: readonly WriteSet[]): PlanwrightError | null {
  const bad = findBadIn(sets);
  if (bad === null) return null;
  return new PlanwrightError('INVALID_ARGUMENTS', `A value ${bad.what}.`, { path: bad.path });
}
