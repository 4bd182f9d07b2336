// From a reply to a value that holds, or to the class of what is wrong with it. What did not end by
// itself is never read, even if it happens to parse.
import type { z } from 'zod';
import { parseJsonText } from './json-text.ts';
import type { JsonSchema, ModelReply } from './model.ts';
import { ModelError } from './model-error.ts';

const maxProblems = 20;
const maxProblemChars = 300;

export interface Expected<T> {
  readonly schema: z.ZodType<T>;
  readonly jsonSchema: JsonSchema;
  readonly acceptable?: ((value: T) => readonly string[]) | undefined;
}

/** The value, or a ModelError of class truncated, refusal, transient, schema or unacceptable. */
export function readReply<T>(reply: ModelReply, expected: Expected<T>): T {
  checkEnd(reply);
  const found = findJson(reply);
  if (found === undefined) throw wrong(reply, ['the reply is not one JSON value']);
  if (isSchemaEcho(found, expected.jsonSchema)) {
    throw wrong(reply, ['the reply repeats the schema; give a value that fits the schema instead']);
  }
  const checked = expected.schema.safeParse(found);
  if (!checked.success) throw wrong(reply, problemsOf(checked.error));
  const problems = expected.acceptable?.(checked.data) ?? [];
  if (problems.length > 0) throw unacceptable(reply, problems);
  return checked.data;
}

function checkEnd(reply: ModelReply): void {
  const partial = reply;
  switch (reply.finish) {
    case 'length':
      throw new ModelError('truncated', 'The reply was cut at its longest length.', { partial });
    case 'refusal':
      throw new ModelError('refusal', 'The model declined to answer.', { partial });
    case 'other':
      throw new ModelError('transient', 'The reply ended before it was whole.', { partial });
    case 'stop':
      if (`${reply.text}${reply.reasoning}`.trim() === '') {
        throw new ModelError('refusal', 'The model gave an empty reply.', { partial });
      }
  }
}

/** Some models think aloud and put the answer there; it counts only if nothing was said outside. */
function findJson({ text, reasoning }: ModelReply): unknown {
  const parsed = parseJsonText(text);
  if (parsed.ok) return parsed.value;
  if (text.trim() !== '') return undefined;
  const thought = parseJsonText(reasoning);
  return thought.ok ? thought.value : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const schemaWords = ['$schema', 'properties', 'required', 'additionalProperties', 'items', '$defs'];

/** A schema where a value should be: its words at the top, and none of them asked for. */
export function isSchemaEcho(value: unknown, schema: JsonSchema): boolean {
  if (!isObject(value) || typeof value.type !== 'string') return false;
  const asked = isObject(schema.properties) ? schema.properties : {};
  return schemaWords.some((word) => word in value && !(word in asked));
}

/** `tasks[2].hours: expected number, received string`. */
export function problemsOf(error: z.ZodError): string[] {
  const problems = error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`);
  const shown = problems.slice(0, maxProblems);
  const more = problems.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more of this kind`] : shown;
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '(top)';
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`))
    .join('');
}

const shortened = (problems: readonly string[]): string[] =>
  problems.slice(0, maxProblems + 1).map((problem) => problem.slice(0, maxProblemChars));

const wrong = (partial: ModelReply, problems: readonly string[]): ModelError =>
  new ModelError('schema', `The reply does not fit its schema (${problems.length} problems).`, {
    partial,
    problems: shortened(problems),
  });

const unacceptable = (partial: ModelReply, problems: readonly string[]): ModelError =>
  new ModelError('unacceptable', `The reply is not acceptable (${problems.length} problems).`, {
    partial,
    problems: shortened(problems),
  });
