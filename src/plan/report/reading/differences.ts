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

interface Revision {
  readonly item: string;
  readonly changes: readonly Changed[];
}

const forMachines = /\.(?:params|model_tier|complexity|risk_tier|reversibility)(?:\.|$)/;
const bound = /^(.+)\.(?:low|likely|high|lower|base|upper)$/;

/** Of one revision, as a reader wants them: bounds that changed together in one line, and nothing of what
 * only machines read. */
export function differencesOf({ item, changes }: Revision): Difference[] {
  const told = changes.filter(({ path }) => !forMachines.test(path));
  const groups = Map.groupBy(told, ({ path }) => bound.exec(path)?.[1] ?? path);
  return [...groups].map(([path, some]) =>
    some.every((one) => bound.test(one.path))
      ? {
          where: placeOf(path, item),
          before: some.map((one) => one.before).join(', '),
          after: some.map((one) => one.after).join(', '),
        }
      : differenceOf(some[0] as Changed, item),
  );
}

/** The item is named where the path does not name it. */
function differenceOf({ path, before, after }: Changed, item: string): Difference {
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

/** "deliverables.V2.acceptance" → "V2 acceptance", "2.1.costs.Rent, 2.5 months" → "2.1 costs Rent, 2.5 months". */
function placeOf(path: string, item: string): string {
  const [, id, rest = ''] = /(?:^|\.)([A-Z]\d{1,2}|\d{1,2}\.\d{1,2})(?:\.(.*))?$/s.exec(path) ?? [];
  if (id === undefined) return plain([item, lastOf(path)].filter((part) => part !== '').join(' '));
  const [field = '', ...names] = rest.split('.');
  return plain([id, field, names.join('.')].filter((part) => part !== '').join(' '));
}

const lastOf = (path: string): string => path.split('.').at(-1) ?? '';
