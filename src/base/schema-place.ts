// What a zod schema allows at a path: the fields of an object, the values of a choice. Where a union has
// several forms, those of all of them.
import type { z } from 'zod';

type Def = Readonly<Record<string, unknown>> & { readonly type: string };

const defOf = (schema: unknown): Def | null => {
  const { _zod: inner } = (schema ?? {}) as { _zod?: { def?: Def } };
  return inner?.def ?? null;
};

/** Forms within forms, and wrappers around them: far more than any schema of ours has. */
const maxDepth = 20;

/** The schemas behind optional, default, lazy and the like; all forms of a union. */
function opened(schema: unknown, depth = 0): Def[] {
  const def = defOf(schema);
  if (!def || depth > maxDepth) return [];
  switch (def.type) {
    case 'union':
      return (def.options as unknown[]).flatMap((form) => opened(form, depth + 1));
    case 'intersection':
      return [...opened(def.left, depth + 1), ...opened(def.right, depth + 1)];
    case 'lazy':
      return opened((def.getter as () => unknown)(), depth + 1);
    case 'pipe':
      // What is given goes in; a preprocess has nothing to say of it.
      return [...opened(def.in, depth + 1), ...opened(def.out, depth + 1)];
    default:
      return def.innerType === undefined ? [def] : opened(def.innerType, depth + 1);
  }
}

function within(def: Def, part: PropertyKey): unknown[] {
  switch (def.type) {
    case 'object': {
      const shape = def.shape as Readonly<Record<PropertyKey, unknown>>;
      return Object.hasOwn(shape, part) ? [shape[part]] : [def.catchall];
    }
    case 'array':
      return [def.element];
    case 'record':
      return [def.valueType];
    case 'tuple':
      return [(def.items as unknown[])[Number(part)]];
    default:
      return [];
  }
}

function at(schema: z.ZodType, path: readonly PropertyKey[]): Def[] {
  let found = opened(schema);
  for (const part of path)
    found = found.flatMap((def) => within(def, part)).flatMap((one) => opened(one));
  return found;
}

const namesIn = (def: Def): string[] => {
  if (def.type === 'object') return Object.keys(def.shape as object);
  const key = def.type === 'record' ? defOf(def.keyType) : null;
  return key?.type === 'enum' ? Object.values(key.entries as object).map(String) : [];
};

export const fieldsAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(at(schema, path).flatMap(namesIn)),
];

export const valuesAt = (schema: z.ZodType, path: readonly PropertyKey[]): string[] => [
  ...new Set(
    at(schema, path).flatMap((def) => {
      if (def.type === 'enum') return Object.values(def.entries as object).map(String);
      return def.type === 'literal' ? (def.values as unknown[]).map(String) : [];
    }),
  ),
];
