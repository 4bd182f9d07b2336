// JSON objects of a file that is written again: known to be well formed, since they were read.

export type Json = Record<string, unknown>;

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** By what they say, whatever they are. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Without the fields that are undefined: those are gone. */
export const withoutGone = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
