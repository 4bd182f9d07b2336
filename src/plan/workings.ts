// Reckonings that a text writes out: 3 × $3,600, or 1.200 + 800. What comes of stated numbers by them
// is as good as stated; a total without its reckoning is not.
import { type NumberSources, numberSources, unsourcedNumbers } from '../gates/number-sources.ts';
import { numbersIn, type TextNumber } from '../gates/text-numbers.ts';

/** Signs that people multiply and add with; an x only before a number and after one or a space. */
const sign = /\s*([×✕·*+]|(?<=[\d\s])[xX](?=\s?[^\d\s]{0,4}\s?\d))\s*/u;

/** A number is part of a reckoning when no more words stand between it and the sign. */
const MOST_WORDS = 4;
const MOST_VALUES = 64;

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

/** The number next to the sign, before or after it, in the same sentence. */
function numberAt(chunk: string, end: 'first' | 'last'): TextNumber | undefined {
  const words = wordsOf(chunk);
  const near = end === 'first' ? words.slice(0, MOST_WORDS) : words.slice(-MOST_WORDS);
  const sentences = near.join(' ').split(/[.;:!?。](?:\s|$)/u);
  const own = (end === 'first' ? sentences[0] : sentences.at(-1)) ?? '';
  return end === 'first' ? numbersIn(own)[0] : numbersIn(own).at(-1);
}

interface Step {
  readonly isProduct: boolean;
  readonly number: TextNumber;
}

/** Numbers that signs join, each with the sign before it. */
function chainsIn(text: string): Step[][] {
  const parts = text.split(sign);
  const chains: Step[][] = [];
  let open: Step[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const [before = '', mark = '', after = ''] = parts.slice(at - 1, at + 2);
    const [first, second] = [numberAt(before, 'last'), numberAt(after, 'first')];
    const isOneNumber = numbersIn(before).length === 1;
    if (open.length === 0 || !isOneNumber) {
      if (first === undefined) continue;
      open = [{ isProduct: false, number: first }];
      chains.push(open);
    }
    if (second === undefined) open = [];
    else open.push({ isProduct: mark !== '+', number: second });
  }
  return chains.filter((chain) => chain.length > 1);
}

/** Products first; each of them and the sum of all. */
function resultsOf(values: readonly number[], chain: readonly Step[]): number[] {
  const terms: number[] = [];
  for (const [at, value] of values.entries()) {
    if (chain[at]?.isProduct) terms.push((terms.pop() ?? 1) * value);
    else terms.push(value);
  }
  return [...terms, terms.reduce((sum, term) => sum + term, 0)];
}

/** One writing may mean several values: all of them are tried. */
const choicesOf = (chain: readonly Step[]): number[][] =>
  chain.reduce<number[][]>(
    (all, { number }) =>
      all.flatMap((some) => number.values.map((value) => [...some, value])).slice(0, MOST_VALUES),
    [[]],
  );

/** Also what comes of written reckonings in which every number is sourced, one after the other. */
export function withWorkings(sources: NumberSources, texts: readonly string[]): NumberSources {
  let known = sources;
  for (const chain of texts.flatMap(chainsIn)) {
    if (chain.some(({ number }) => unsourcedNumbers(number.raw, known).length > 0)) continue;
    const made = choicesOf(chain).flatMap((values) => resultsOf(values, chain));
    const { numbers, ordered } = numberSources([...known.numbers], made);
    known = { dates: known.dates, numbers, ordered };
  }
  return known;
}
