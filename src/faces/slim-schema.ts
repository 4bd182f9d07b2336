// An input schema as MCP clients get it: every token of it is paid for in every conversation. Limits of
// texts and the patterns of ids are left to the server, which checks them all and says what is wrong.

type Schema = Record<string, unknown>;

const left = new Set(['propertyNames', 'minLength', 'maxLength', 'minItems', 'maxItems']);

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A pattern is of use where no words say what is meant. */
const isSaid = (schema: Schema, name: string): boolean =>
  name === 'pattern' && typeof schema.description === 'string';

/** An unknown field is refused by the server, which names it. */
const isClosing = (name: string, value: unknown): boolean =>
  name === 'additionalProperties' && value === false;

/** The name of the field says that already. */
const isPlainId = (name: string, value: unknown): boolean =>
  name === 'description' && typeof value === 'string' && /^Id of an? \w+\.$/.test(value);

const farLimit = 1e9;
const isFar = (name: string, value: unknown): boolean =>
  name === 'maximum' && typeof value === 'number' && value >= farLimit;

const isEmpty = (name: string, value: unknown): boolean =>
  (name === 'additionalProperties' || name === 'properties') &&
  isObject(value) &&
  Object.keys(value).length === 0;

const slimFields = (fields: Schema): Schema =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isObject(value) ? slim(value) : value]),
  );

function slimValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? slim(item) : item));
  if (!isObject(value)) return value;
  return name === 'properties' ? slimFields(value) : slim(value);
}

function slim(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !left.has(name) && !isSaid(schema, name) && !isEmpty(name, value))
      .filter(([name, value]) => !isClosing(name, value) && !isFar(name, value))
      .filter(([name, value]) => !isPlainId(name, value))
      .map(([name, value]) => [name, slimValue(name, value)]),
  );
}

/**
 * The top keeps its properties, even if there are none: clients want them there. Some refuse a choice at
 * the top, so the descriptions of the fields say it and the server checks it.
 */
export function slimSchema(schema: object): Schema {
  const { oneOf: _, ...rest } = schema as Schema;
  const { properties = {} } = rest as { properties?: Schema };
  return { ...slim(rest), properties: slimFields(properties) };
}
