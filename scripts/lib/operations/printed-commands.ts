// The commands that are an operation, in words and flags: what --help shows without loading them.
import { z } from 'zod';
import type { CliPlace, Operation } from '../../../src/operations/operation.ts';
import type { FoundOperation } from './find-operations.ts';
import { header } from './printed-client.ts';
import type { JsonSchema } from './printed-type.ts';

const groups: Readonly<Record<string, string>> = {
  ...{ Plans: 'Plan', Examples: 'Plan' },
  ...{ Executions: 'Run', Inbox: 'Run', Agents: 'Run', Work: 'Run', Purses: 'Run' },
};

/** Schemas of one field that the command line has to tell apart. */
function kindOf(schema: JsonSchema): 'switch' | 'number' | 'list' | 'json' | 'text' {
  const types = [schema.type ?? [], (schema.anyOf ?? []).map(({ type }) => type ?? [])].flat(2);
  if (types.includes('boolean')) return 'switch';
  if (types.includes('object')) return 'json';
  if (types.includes('array')) return kindOf(schema.items ?? {}) === 'json' ? 'json' : 'list';
  return types.some((type) => type === 'number' || type === 'integer') ? 'number' : 'text';
}

const maxChoiceChars = 60;

/** How a value is shown: PLAN, N, JSON, TEXT, or what there is to choose from. */
function valueText(field: string, schema: JsonSchema): string {
  const choices = schema.enum?.join('|') ?? '';
  if (choices !== '' && choices.length <= maxChoiceChars) return choices;
  const kind = kindOf(schema);
  if (kind === 'text') return field.endsWith('_id') ? nounOf(field) : 'TEXT';
  return { switch: '', number: 'N', list: 'A,B', json: 'JSON' }[kind];
}

/** plan_id is PLAN, execution_id EXECUTION. */
const nounOf = (field: string): string =>
  field.replace(/_id$/, '').replaceAll('_', '-').toUpperCase();

function entry(
  operation: Operation,
  { command, positional, flags = {}, asPerson }: CliPlace,
): object {
  const schema = z.toJSONSchema(operation.input, {
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema;
  const { properties = {}, required = [] } = schema;
  const words = positional.map((field) => {
    const choices = properties[field]?.enum?.join('|');
    return { field, text: choices ?? nounOf(field) };
  });
  const shorter = new Map(Object.entries(flags).map(([flag, field]) => [field, flag]));
  const named = Object.entries(properties)
    .filter(([field]) => !positional.includes(field))
    .map(([field, property]) => ({
      flag: shorter.get(field) ?? field.replaceAll('_', '-'),
      field,
      kind: kindOf(property),
      text: valueText(field, property),
      ...(required.includes(field) ? { required: true } : {}),
      ...(property.description === undefined ? {} : { description: property.description }),
    }));
  const { name, title, description, rest } = operation;
  const effect = operation.kind === 'json' ? operation.effect : 'read';
  return {
    ...{ command, operation: name, group: groups[rest.tag] ?? 'Serve', title, description },
    ...{ isRead: effect === 'read', words, flags: named },
    ...(asPerson || operation.scope === 'approve' ? { asPerson: true } : {}),
  };
}

export function commandsText(found: readonly FoundOperation[]): string {
  const entries = found.flatMap(({ operation }) =>
    operation.cli ? [`  ${JSON.stringify(entry(operation, operation.cli))},`] : [],
  );
  return `${header}import type { OperationCommand } from './operation-command.ts';

export const operationCommands: readonly OperationCommand[] = [
${entries.join('\n')}
];
`;
}
