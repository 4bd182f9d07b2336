// What is long is told where it belongs, and nowhere again.

const MOST_WORDS = 7;

/** So short that it may be said a second time. */
export const isShort = (text: string): boolean =>
  text
    .split(/[.;]/u)
    .every((clause) => (clause.match(/[\p{L}\p{N}]+/gu) ?? []).length <= MOST_WORDS);
