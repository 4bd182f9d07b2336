// A JSON Schema as a TypeScript type: for shapes that stand in an operation's own file, which clients
// cannot import.

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly description?: string;
}

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function objectType({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const isRequired = required.includes(name);
    return `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${printedType(field)}${isRequired ? '' : ' | undefined'};`;
  });
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  if (additionalProperties === false) return 'Record<string, never>';
  const value = typeof additionalProperties === 'object' ? printedType(additionalProperties) : '';
  return `Record<string, ${value || 'unknown'}>`;
}

export function printedType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(printedType).join(' | ');
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'object') return objectType(schema);
    if (type === 'array') return `(${printedType(schema.items ?? {})})[]`;
    return scalars[type] ?? 'unknown';
  });
  return types.join(' | ') || 'unknown';
}
