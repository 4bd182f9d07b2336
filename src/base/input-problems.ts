// What is wrong with a value, from zod's issues, in plain words: the path of the field, the limit, what is
// allowed there. REST, MCP, the command line and the files of the operator all answer with these lines.
// Values are never repeated: they may be long, or secret.
import type { z } from 'zod';
import { maskText } from './mask.ts';
import { openUnions } from './open-unions.ts';
import { fieldsAt, valuesAt } from './schema-place.ts';
import { nearestFirst } from './suggest.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

export interface ProblemOptions {
  /** What was parsed: the known names are ordered by it. */
  readonly input?: unknown;
  /** What the whole is called; a path begins without it. */
  readonly root?: string;
  /** Stands before every path. */
  readonly prefix?: string;
  /** Another way to name the place of a problem. */
  readonly place?: (path: Path) => string;
  readonly most?: number;
}

const usualMost = 10;
const maxLineChars = 400;
const maxPathChars = 120;
const maxWordChars = 60;
const maxListed = 12;
const maxUnknown = 5;

/** Names of fields are the caller's own text. */
const shownName = (name: PropertyKey, max = maxWordChars): string => {
  const text = maskText(String(name));
  return text.length > max ? `${text.slice(0, max)}…` : text;
};

function pathText(path: Path, root: string, prefix = ''): string {
  if (path.length === 0) return prefix === '' ? root : prefix;
  const parts = path.map((part) =>
    typeof part === 'number' ? `[${part}]` : `.${shownName(part)}`,
  );
  const text = `${prefix}${parts.join('')}`.replace(/^\./, '');
  return text.length > maxPathChars ? `…${text.slice(-maxPathChars)}` : text;
}

/** Which is which for a reader; zod's own names otherwise. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const isMissing = ({ message }: Issue): boolean => message.endsWith('received undefined');

/** A text of ours in the schema says it better than any rule here. */
const isOwnText = ({ message }: Issue): boolean =>
  !/^(Invalid|Too (small|big):|Unrecognized key)/.test(message);

const counted = (amount: number | bigint, unit: string): string =>
  `${amount} ${unit}${Number(amount) === 1 ? '' : 's'}`;

const unitOf = (origin: string): string | null => {
  if (origin === 'string') return 'character';
  return origin === 'array' || origin === 'set' || origin === 'map' ? 'item' : null;
};

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  const unit = unitOf(origin);
  if (unit !== null) {
    if (Number(minimum) === 1) return 'must not be empty';
    return `too short: at least ${counted(minimum, unit)}`;
  }
  return `must be ${inclusive === false ? 'more than' : 'at least'} ${minimum}`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  const unit = unitOf(origin);
  if (unit !== null) return `too long: at most ${counted(maximum, unit)}`;
  return `must be ${inclusive === false ? 'less than' : 'at most'} ${maximum}`;
}

const listed = (names: readonly string[]): string => {
  const shown = names.slice(0, maxListed).map((name) => shownName(name));
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
};

const byNearness = (word: unknown, names: readonly string[]): readonly string[] =>
  typeof word === 'string' ? nearestFirst(word, names) : names;

function valueAt(input: unknown, path: Path): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

const oneOf = (values: readonly string[], given: unknown): string =>
  values.length === 1
    ? `must be ${values[0]}`
    : `must be one of ${listed(byNearness(given, values))}`;

function unknownFields(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
): string {
  const shown = keys.slice(0, maxUnknown).map((key) => `"${shownName(key)}"`);
  const more = keys.length > maxUnknown ? ` and ${keys.length - maxUnknown} more` : '';
  const what = `unknown field${keys.length > 1 ? 's' : ''} ${shown.join(', ')}${more}`;
  const known = fieldsAt(schema, path).filter((name) => !keys.includes(name));
  if (known.length === 0) return `${what}; no field is allowed here`;
  return `${what}; known fields: ${listed(byNearness(keys[0], known))}`;
}

/** A name or a field that a map does not take. */
const innerText = (issues: readonly Issue[], fallback: string): string => {
  const [first] = issues;
  return first && isOwnText(first) ? first.message : fallback;
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'must be a time such as 2027-01-31T09:00:00Z',
  date: 'must be a date such as 2027-01-31',
  url: 'must be an address such as https://example.com/',
  email: 'must be an email address',
  base64: 'must be base64',
};

function wordsOf(issue: Issue, schema: z.ZodType, input: unknown): string {
  // Lines are joined to sentences by those who show them.
  if (isOwnText(issue)) return issue.message.replace(/\.$/, '');
  if (issue.code === 'unrecognized_keys') return unknownFields(issue, schema);
  if (isMissing(issue)) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_value':
      return oneOf(issue.values.map(String), valueAt(input, issue.path));
    case 'invalid_format':
      return formats[issue.format] ?? 'does not have the expected form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return innerText(issue.issues, 'this name is not allowed');
    case 'invalid_element':
      return innerText(issue.issues, 'an item is not valid');
    case 'invalid_union': {
      const values = valuesAt(schema, issue.path);
      return values.length > 0 ? oneOf(values, valueAt(input, issue.path)) : 'is not valid';
    }
    case 'custom':
      return 'is not valid';
  }
}

/** Then the whole needs no name: what it says names fields. */
const isOfWhole = ({ code, path }: Issue, prefix: string): boolean =>
  path.length === 0 && prefix === '' && (code === 'custom' || code === 'unrecognized_keys');

/** One line for each problem, the first ones of many. */
export function inputProblems(
  schema: z.ZodType,
  error: z.ZodError,
  { input, root = 'input', prefix = '', most = usualMost, place }: ProblemOptions = {},
): string[] {
  const { issues } = openUnions(error);
  const lines = issues.slice(0, most).map((issue) => {
    const where = place?.(issue.path) ?? pathText(issue.path, root, prefix);
    const words = wordsOf(issue, schema, input);
    const line = where === '' || isOfWhole(issue, prefix) ? words : `${where}: ${words}`;
    return line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
  });
  const more = issues.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
