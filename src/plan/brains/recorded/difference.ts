// Which recorded prompt is nearest to one that was not found, and where the two part.
import { exactJson } from '../../../contract/exact-json.ts';
import type { PromptTexts } from './record.ts';

export const promptParts = ['system', 'prompt', 'schema'] as const;
export type PromptPart = (typeof promptParts)[number];

export interface Difference {
  readonly part: PromptPart;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The texts around it, short and without control characters. */
  readonly recorded: string;
  readonly asked: string;
}

const shownBefore = 16;
const shownAfter = 40;
const end = '(the end)';

export function firstDifference(recorded: PromptTexts, asked: PromptTexts): Difference | null {
  for (const part of promptParts) {
    if (recorded[part] !== asked[part]) return differenceIn(part, recorded[part], asked[part]);
  }
  return null;
}

function differenceIn(part: PromptPart, recorded: string, asked: string): Difference {
  const left = recorded.split('\n');
  const right = asked.split('\n');
  const most = Math.max(left.length, right.length);
  let index = 0;
  while (index < most && left[index] === right[index]) index += 1;
  const [before, after] = [left[index], right[index]];
  const column = before === undefined || after === undefined ? 0 : commonPrefix(before, after);
  return {
    part,
    line: index + 1,
    column: column + 1,
    recorded: shown(before, column),
    asked: shown(after, column),
  };
}

function shown(line: string | undefined, column: number): string {
  if (line === undefined) return end;
  const from = Math.max(0, column - shownBefore);
  const cut = line.slice(from, column + shownAfter).toWellFormed();
  const left = from > 0 ? '…' : '';
  const right = column + shownAfter < line.length ? '…' : '';
  return `${left}${exactJson(cut).slice(1, -1)}${right}`;
}

/** Characters that two texts share from their beginning. */
export function commonPrefix(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let index = 0;
  while (index < most && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  return index;
}

/** How alike: the characters of the lines they share, and of their common beginning. */
export function likeness(recorded: PromptTexts, asked: PromptTexts): number {
  return promptParts.reduce((sum, part) => sum + sharedChars(recorded[part], asked[part]), 0);
}

function sharedChars(left: string, right: string): number {
  if (left === right) return left.length * 2 + 1;
  const counts = new Map<string, number>();
  for (const line of left.split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = commonPrefix(left, right);
  for (const line of right.split('\n')) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    shared += line.length + 1;
  }
  return shared;
}
