// Comparing what texts say, so that the same thing is not said twice.

/** Letters and numbers only. */
export const plainly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const wordsIn = (text: string): number => text.split(/\s+/u).length;

/** A few words may stand twice: "No later than June" is no repetition that anybody minds. */
const LONG_WORDS = 8;

export interface Once {
  /** What was not said before. */
  readonly own: readonly string[];
  /** Where the others were said. */
  readonly asIn: readonly string[];
}

/** Texts of things in their order: a list or a long text that an earlier thing has too is named by
 * that thing. */
export function saidOnce(): (where: string, texts: readonly string[]) => Once {
  const said = new Map<string, string>();
  return (where, texts) => {
    const list = texts.map(plainly).join('\n');
    const whole = texts.length > 1 ? said.get(list) : undefined;
    if (whole !== undefined) return { own: [], asIn: [whole] };
    if (texts.length > 1) said.set(list, where);
    const isNew = (text: string): boolean => (said.get(plainly(text)) ?? where) === where;
    const own = texts.filter(isNew);
    const asIn = texts.filter((text) => !isNew(text)).map((text) => said.get(plainly(text)) ?? '');
    for (const text of own) if (wordsIn(text) >= LONG_WORDS) said.set(plainly(text), where);
    return { own, asIn: [...new Set(asIn)] };
  };
}
