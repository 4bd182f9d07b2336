// What texts of a plan have in common: which task a risk strikes, a number is used in, a role does.
import { words } from '../text.ts';

/** Words of any plan tell nothing. */
const COMMON = new Set(
  'the a an and or of to for in on at by with from is are be it its this that each one no not as than who what which when before after into out up all any more less most least can may must has have does do done their they them his her our your my than then there where how why so if but plan project goal work task number needs need used use made make'.split(
    ' ',
  ),
);
const LEAST = 3;

const stem = (word: string): string => word.replace(/(?:ing|ed|es|s)$/u, '').slice(0, 7);

const contentWords = (text: string): Set<string> =>
  new Set(
    words(text)
      .filter((word) => word.length >= LEAST && !COMMON.has(word))
      .map(stem),
  );

/** As “safety_plan” is “Safety plan”. */
export function spoken(code: string): string {
  const text = code.replaceAll(/[_.]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Which of several texts fit one best, by words that few of them have; those with none are left out. */
export function bestFits<Item>(
  text: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
): Item[] {
  return scored(text, items, textOf)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** How well each fits; those that share no word are left out. */
export function scored<Item>(
  text: string,
  items: readonly Item[],
  textOf: (item: Item) => string,
): { readonly item: Item; readonly score: number }[] {
  const wanted = contentWords(text);
  const bags = items.map((item) => contentWords(textOf(item)));
  const weight = (word: string): number => 1 / bags.filter((bag) => bag.has(word)).length;
  return items
    .map((item, at) => {
      const common = [...wanted].filter((word) => bags[at]?.has(word));
      return { item, score: common.reduce((sum, word) => sum + weight(word), 0) };
    })
    .filter(({ score }) => score > 0);
}

/** A text without the words that another has. */
export function withoutWordsOf(other: string, text: string): string {
  const known = contentWords(other);
  return words(text)
    .filter((word) => !known.has(stem(word)))
    .join(' ');
}

/** A parameter of a step, as people read it. */
export function paramText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(paramText).join(', ');
  return JSON.stringify(value) ?? '';
}
