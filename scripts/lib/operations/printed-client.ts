// The typed side of clients: the input and output of every operation, and the methods of the SDK.
import path from 'node:path';
import { z } from 'zod';
import { pathParameters } from '../../../src/operations/operation.ts';
import { type FoundOperation, modulesOf } from './find-operations.ts';
import { type JsonSchema, printedType } from './printed-type.ts';

export const header =
  '// Made from the operations by scripts/build-operations.ts: npm run build:operations. Do not edit.\n';

type SchemaNames = ReadonlyMap<unknown, { readonly file: string; readonly name: string }>;

/** What the contract exports, by the schema itself. */
async function schemaNames(root: string): Promise<SchemaNames> {
  const modules = await modulesOf(path.join(root, 'src', 'contract'));
  const named = modules.flatMap(([file, exports]) =>
    Object.entries(exports).map(([name, value]) => [value, { file, name }] as const),
  );
  return new Map(named.reverse());
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;

/** Schemas of the contract by their name, all others printed. */
function ioType({ operation }: FoundOperation, names: SchemaNames, use: (schema: unknown) => void) {
  const output = operation.kind === 'json' ? operation.output : undefined;
  const nameOf = (schema: unknown): string | undefined => names.get(schema)?.name;
  const isNamed = nameOf(operation.input) && (output === undefined || nameOf(output));
  if (isNamed) {
    const schemas = output === undefined ? [operation.input] : [operation.input, output];
    schemas.forEach(use);
    return `Io<${schemas.map((schema) => `typeof ${nameOf(schema)}`).join(', ')}>`;
  }
  const partOf = (schema: z.ZodType, io: 'input' | 'output'): string => {
    if (!nameOf(schema)) return printedType(jsonSchema(schema, io));
    use(schema);
    return `Io<typeof ${nameOf(schema)}, typeof ${nameOf(schema)}>['${io}']`;
  };
  const answer = output === undefined ? 'unknown' : partOf(output, 'output');
  return `{ readonly input: ${partOf(operation.input, 'input')}; readonly output: ${answer} }`;
}

export async function contractText(
  found: readonly FoundOperation[],
  root: string,
): Promise<string> {
  const names = await schemaNames(root);
  const imports = new Map<string, Set<string>>();
  const use = (schema: unknown): void => {
    const { file, name } = names.get(schema) ?? { file: '', name: '' };
    imports.set(file, (imports.get(file) ?? new Set()).add(name));
  };
  const entry = (one: FoundOperation): string =>
    `  readonly ${one.operation.name}: ${ioType(one, names, use)};`;
  const calls = found.filter(({ operation }) => operation.kind === 'json').map(entry);
  const downloads = found.filter(({ operation }) => operation.kind !== 'json').map(entry);
  const imported = [...imports]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([file, used]) => `import type { ${[...used].sort().join(', ')} } from './${file}';`);
  const endpoints = found.map(
    ({ operation: { name, rest } }) => `  ${name}: '${rest.method} ${rest.path}',`,
  );
  const waiting = found.flatMap(({ operation: { name, ...more } }) =>
    'waits' in more ? [`'${name}'`] : [],
  );
  return [
    `${header}import type { Io } from './operation-io.ts';`,
    ...imported,
    '\n/** Operations that answer with JSON. */\nexport interface Operations {',
    ...calls,
    '}\n\n/** Operations that answer with a file or a stream of events. */\nexport interface Downloads {',
    ...downloads,
    '}\n\nexport const endpoints = {',
    ...endpoints,
    '} as const satisfies Readonly<Record<keyof Operations | keyof Downloads, string>>;',
    '\n/** Operations that may take up to 50 seconds to answer. */',
    `export const waiting: ReadonlySet<string> = new Set([${waiting.join(', ')}]);\n`,
  ].join('\n');
}

const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** plan_status is planStatus, plan_create createPlan, plan_list plans. */
export function methodName({ operation }: FoundOperation): string {
  if (operation.sdk !== undefined) return operation.sdk;
  const words = operation.name.split('_');
  const last = words.pop() ?? '';
  const noun = words.join('_');
  if (last === 'get') return camel(noun);
  if (last === 'list') return `${camel(noun)}s`;
  const isRead = operation.rest.method === 'GET';
  return camel(isRead ? operation.name : `${last}_${noun}`);
}

/** Parameters of the path come first, then the other fields as one object. */
function methodText(one: FoundOperation): string {
  const { name, title, description, input, rest } = one.operation;
  const inPath = pathParameters(rest.path);
  const others = Object.keys(input.shape).filter((field) => !inPath.includes(field));
  const { required = [] } = jsonSchema(input, 'input');
  const type = inPath.reduce((type, field) => `Omit<${type}, '${field}'>`, `Input<'${name}'>`);
  const isOptional = !others.some((field) => required.includes(field));
  const more = `input: ${type}${isOptional ? ' = {}' : ''}`;
  const parameters = [
    ...inPath.map((field) => `${camel(field)}: string`),
    ...(others.length > 0 ? [more] : []),
    'options?: CallOptions',
  ];
  const fields = inPath.map((field) => `${field}: ${camel(field)}`);
  const sent = [...(others.length > 0 ? ['...input'] : []), ...fields].join(', ');
  const value = fields.length === 0 && others.length > 0 ? 'input' : `{ ${sent} }`;
  return `
  /** ${`${title}. ${description}`.replaceAll('*/', '* /')} */
  ${methodName(one)}(${parameters.join(', ')}): Promise<Output<'${name}'>> {
    return this.call('${name}', ${value}, options);
  }`;
}

export function sdkText(found: readonly FoundOperation[]): string {
  const calls = found.filter(({ operation }) => operation.kind === 'json');
  return `${header}import type { CallOptions } from './transport.ts';
import type { Input, OperationName, Output } from './wire.ts';

/** A method for every operation. */
export abstract class OperationMethods {
  /** Any operation by its name. */
  abstract call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ): Promise<Output<Name>>;
${calls.map(methodText).join('\n')}
}
`;
}
