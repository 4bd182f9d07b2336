// Texts of a plan are bounded; what is too long is cut at a word, and never in the middle of a
// character.
export { clip } from '../brains/offline/text.ts';

/** As many as fit. */
export const most = <Item>(items: readonly Item[], count: number): Item[] => items.slice(0, count);
