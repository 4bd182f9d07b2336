// Random inputs for an operation, from its JSON schema: about half of them valid, the others with one
// field gone wrong.
import fc from 'fast-check';
import { jsonSchema } from '../../src/faces/openapi.ts';
import type { Operation } from '../../src/operations/operation.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Texts that have broken programs before. */
const nasty = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '__proto__',
  'constructor',
  "'; drop table plans; --",
  '../../etc/passwd',
  '%s%n',
  '{{7*7}}',
  '\u202e\u0007\u001b[31m',
  '9'.repeat(400),
  '[object Object]',
];

const maxText = 60;

function textOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'date') return fc.constantFrom('2027-01-31', '2024-02-29', '1970-01-01');
  const { pattern, minLength = 0 } = schema;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? maxText, maxText));
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ minLength, maxLength, unit: 'binary' }),
    fc.constantFrom(...nasty),
  );
}

const anyNumber = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.integer({
      min: Math.ceil(schema.minimum ?? -1_000),
      max: Math.floor(Math.min(schema.maximum ?? 1_000, 1e12)),
    }),
    fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0),
  );

function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return anyNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const minLength = schema.minItems ?? 0;
      return fc.array(arbitraryOf(schema.items ?? {}), { minLength, maxLength: minLength + 3 });
    }
    case 'object':
      return schema.properties ? recordOf(schema) : fc.dictionary(fc.string(), fc.jsonValue());
    default:
      return fc.jsonValue();
  }
}

function recordOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, arbitraryOf(field)] as const,
  );
  const requiredKeys = [...(schema.required ?? [])];
  return fc.record(Object.fromEntries(fields), { requiredKeys });
}

const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...nasty, null, true, -1, 1e308, 0.5, [], {}, [[]], { toString: 1, valueOf: 1 }),
  fc.jsonValue(),
);

const withOneFieldWrong = (valid: Record<string, unknown>): fc.Arbitrary<object> =>
  fc
    .tuple(fc.constantFrom(...Object.keys(valid), 'surplus'), garbage)
    .map(([name, value]) => ({ ...valid, [name]: value }));

/** `fixed` values stay as they are in the valid half: ids that exist, waits that end. */
export function arbitraryInput(operation: Operation, fixed: object): fc.Arbitrary<object> {
  const schema = jsonSchema(operation.input, 'input') as Schema;
  const valid = recordOf(schema).map((input) => {
    const known = Object.entries(fixed).filter(([name]) => name in operation.input.shape);
    return { ...input, ...Object.fromEntries(known) };
  });
  return fc.oneof(valid, valid.chain(withOneFieldWrong));
}
