// Mistakes in a plan are named by their place in the file, so that a person finds the line and a
// program the field.
import { PlanwrightError } from '../../base/errors.ts';

/** Keys and indexes from the root, as in ['phases', 0, 'tasks']. */
export type Place = readonly (string | number)[];

/** As one would write it in code: phases[0].tasks[2].estimate. */
export function placeText(place: Place): string {
  const parts = place.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`));
  return parts.join('').replace(/^\./, '') || 'the file';
}

export function badPlace(place: Place, what: string): PlanwrightError {
  const at = placeText(place).slice(0, 300);
  return new PlanwrightError('INVALID_ARGUMENTS', `${at}: ${what}`, { place: at });
}

/** Told of a mistake; throws, or lets the reading go on. */
export type Complain = (place: Place, what: string) => void;

/** Nothing can mend it. */
export const forbid: Complain = (place, what) => {
  throw badPlace(place, what);
};

/** A repair can mend it, and its facts say so, for whoever shows it. */
export const refuse: Complain = (place, what) => {
  const { code, message, facts } = badPlace(place, what);
  throw new PlanwrightError(code, message, { ...facts, mendable: true });
};

/** Reads on. */
export const overlook: Complain = () => undefined;

/** A name from the file inside a message: short, and on one line. */
export const quoted = (name: string): string =>
  `“${name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 80)}”`;
