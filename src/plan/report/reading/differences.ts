// What is new in a text, without what stayed: a reader of the changes has the rest in the plan.
import { bare } from './sentences.ts';
import { clipped, plain } from './words.ts';

export interface Difference {
  readonly where: string;
  readonly before: string;
  readonly after: string;
}

const MOST = 50;

interface Changed {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The item is named where the path does not name it. */
export function differenceOf({ path, before, after }: Changed, item = ''): Difference {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && isSame(old[head], now[head])) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const middle = (words: readonly string[]): string =>
    clipped(words.slice(head, words.length - tail).join(' '), MOST);
  return { where: placeOf(path, item), before: middle(old), after: middle(now) };
}

/** A word with another mark behind it is the same word. */
const isSame = (one = '', other = ''): boolean => bare(one) === bare(other);

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');

/** deliverables.V2.acceptance → V2 acceptance. */
function placeOf(path: string, item: string): string {
  const parts = path.split('.');
  const named = parts.findIndex((part) => /^[A-Z]\d{1,2}$/.test(part));
  const said = named < 0 ? [item, ...parts.slice(-1)] : parts.slice(named);
  return plain(said.filter((part) => part !== '').join(' '));
}
