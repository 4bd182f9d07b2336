// The JSON schema that goes to a model, from the zod schema that its reply must pass.
import { z } from 'zod';
import type { JsonSchema } from './model.ts';

/** Making one costs up to a millisecond, and a stage asks many times with the same. */
const made = new WeakMap<z.ZodType, JsonSchema>();

export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Providers with strict output insist on it, and it keeps weak models from inventing fields.
      if (jsonSchema.properties !== undefined) jsonSchema.additionalProperties ??= false;
    },
  });
  made.set(schema, rest);
  return rest;
}
