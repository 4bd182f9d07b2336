// What differs between two versions of a section, field by field, short enough to be read.
import { listed } from '../../base/sentences.ts';
import { doubles } from '../doubles.ts';
import { clipped } from './hits.ts';

export interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const names = ['id', 'name', 'task', 'what', 'measure', 'action', 'when'] as const;

/** What an item of a list is called; null where it has no name. */
function nameOf(item: unknown): string | null {
  if (!isFields(item)) return null;
  const name = names.map((field) => own(item, field)).find((one) => typeof one === 'string');
  return typeof name === 'string' && name !== '' ? name : null;
}

/** By name where all have one of their own, else by place. */
function asFields(list: readonly unknown[]): Fields {
  const called = list.map(nameOf);
  const isNamed = called.every((name) => name !== null) && doubles(called as string[]).length === 0;
  return Object.fromEntries(
    list.map((item, index) => [isNamed ? (called[index] ?? '') : String(index + 1), item]),
  );
}

function words(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return listed(value.map(words));
  if (isFields(value)) return Object.values(value).map(words).filter(Boolean).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether it has fields of its own, or items that have. */
const hasParts = (value: unknown): boolean =>
  isFields(value) || (Array.isArray(value) && value.some(isFields));

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Field by field where at least one side has fields and the other has none to the contrary. */
const isComparable = (before: unknown, after: unknown): boolean =>
  (hasParts(before) && (hasParts(after) || isEmptyList(after))) ||
  (isEmptyList(before) && hasParts(after));

const fieldsOf = (value: unknown): Fields =>
  Array.isArray(value) ? asFields(value) : isFields(value) ? value : {};

/** Names come from outside: only own fields count. */
const own = (fields: Fields, key: string): unknown =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

function compared(before: unknown, after: unknown, path: string, most?: number): Change[] {
  if (!isComparable(before, after)) {
    const [was, is] = [words(before), words(after)];
    return was === is
      ? []
      : [
          {
            path: clipped(path || 'all', 120),
            before: clipped(was, most),
            after: clipped(is, most),
          },
        ];
  }
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const keys = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...keys].flatMap((key) =>
    compared(own(old, key), own(now, key), path === '' ? key : `${path}.${key}`, most),
  );
}

const MOST_CHANGES = 60;

/** Texts of at most so many characters; as many as a reader may see without it. */
export const changesBetween = (before: unknown, after: unknown, most?: number): Change[] =>
  compared(before, after, '', most).slice(0, MOST_CHANGES);

const plain = (text: string): string => text.trim().toLowerCase();

/** Whether one of the changes is within what the item names; an item of no path is the whole. */
export function touches(changes: readonly Change[], item: string, isPath: boolean): boolean {
  if (item.trim() === '' || !isPath) return changes.length > 0;
  return changes.some(({ path }) => `.${plain(path)}.`.includes(`.${plain(item)}.`));
}
