// A command that is an operation: its words and flags follow from the descriptor and the input's schema.
// Loaded only when such a command runs or shows its help.
import { z } from 'zod';
import type { CliPlace, Operation } from '../operations/operation.ts';
import { shortForms } from './short-forms.ts';

interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly description?: string;
  readonly default?: unknown;
}

type FieldKind = 'switch' | 'number' | 'list' | 'json' | 'text';

interface CommandField {
  readonly field: string;
  readonly kind: FieldKind;
  /** Its value in the usage; empty for a switch. */
  readonly text: string;
  readonly required?: boolean;
  readonly description?: string;
}

export interface OperationFlag extends Partial<CommandField> {
  readonly flag: string;
  readonly text: string;
  /** A switch that stands for these fields. */
  readonly sets?: Readonly<Record<string, unknown>>;
}

export interface OperationCommand {
  readonly command: string;
  readonly operation: Operation;
  readonly place: CliPlace;
  readonly words: readonly (CommandField & { readonly isFreeText: boolean })[];
  readonly flags: readonly OperationFlag[];
}

function kindOf(schema: FieldSchema): FieldKind {
  const types = [schema.type ?? [], (schema.anyOf ?? []).map(({ type }) => type ?? [])].flat(2);
  if (types.includes('boolean')) return 'switch';
  if (types.includes('object')) return 'json';
  if (types.includes('array')) return kindOf(schema.items ?? {}) === 'json' ? 'json' : 'list';
  return types.some((type) => type === 'number' || type === 'integer') ? 'number' : 'text';
}

const maxChoiceChars = 60;

/** plan_id and parent_plan_id are PLAN. */
const nounOf = (field: string): string =>
  (field.replace(/_id$/, '').split('_').at(-1) ?? '').toUpperCase();

/** How a value is shown: PLAN, N, JSON, TEXT, or what there is to choose from. */
function valueText(field: string, schema: FieldSchema): string {
  const choices = schema.enum?.join('|') ?? '';
  if (choices !== '' && choices.length <= maxChoiceChars) return choices;
  const kind = kindOf(schema);
  if (kind === 'text') return field.endsWith('_id') ? nounOf(field) : 'TEXT';
  return { switch: '', number: 'N', list: 'A,B', json: 'JSON' }[kind];
}

/** With what there is to choose from, where the usage does not say it. */
function descriptionOf({ description, enum: choices = [] }: FieldSchema): string | undefined {
  const isShown = choices.join('|').length <= maxChoiceChars;
  const listed = isShown ? [] : [`One of ${choices.join(', ')}.`];
  const said = [...(description === undefined ? [] : [description]), ...listed].join(' ');
  return said === '' ? undefined : said;
}

const wordText = (field: string, { enum: choices }: FieldSchema): string =>
  choices?.join('|') ?? nounOf(field);

function flagsOf(field: CommandField, schema: FieldSchema, flag: string): OperationFlag[] {
  const isOnByDefault = field.kind === 'switch' && schema.default === true;
  if (!isOnByDefault) return [{ ...field, flag }];
  return [{ flag: `no-${flag}`, text: '', sets: { [field.field]: false } }];
}

export function commandOf(operation: Operation, place: CliPlace): OperationCommand {
  const { input, scope } = operation;
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const properties = (schema.properties ?? {}) as Readonly<Record<string, FieldSchema>>;
  const { positional, sets = {}, fields = Object.keys(properties), flags = {} } = place;
  const fieldOf = (field: string, textOf: typeof valueText): CommandField => {
    const property = properties[field] ?? {};
    const description = descriptionOf(property);
    const text = shortForms[field]?.text ?? textOf(field, property);
    return {
      ...{ field, kind: kindOf(property), text },
      ...(schema.required?.includes(field) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
    };
  };
  const stands = Object.entries(flags);
  const nameOf = new Map(stands.map(([flag, stood]) => [stood, flag]));
  const switched = stands.flatMap(([flag, stood]) =>
    typeof stood === 'string' ? [] : [{ flag, text: '', sets: stood }],
  );
  const taken = new Set([
    ...[...positional, ...Object.keys(sets)],
    ...switched.flatMap((one) => Object.keys(one.sets)),
  ]);
  const named = fields.filter((field) => !taken.has(field));
  return {
    ...{ command: place.command, operation, place },
    words: positional.map((field) => ({
      ...fieldOf(field, wordText),
      isFreeText: !field.endsWith('_id') && valueText(field, properties[field] ?? {}) === 'TEXT',
    })),
    flags: [
      ...named.flatMap((field) => {
        const flag = nameOf.get(field) ?? field.replaceAll('_', '-');
        return flagsOf(fieldOf(field, valueText), properties[field] ?? {}, flag);
      }),
      ...switched,
      ...(scope === 'admin' ? [tenantFlag] : []),
    ],
  };
}

const tenantFlag: OperationFlag = {
  ...{ flag: 'tenant', text: 'TENANT' },
  description: "Act in this tenant, on the server's own data only.",
};

const flagUsage = ({ flag, text }: OperationFlag): string =>
  text === '' ? `--${flag}` : `--${flag} ${text}`;

export const usageOf = ({ command, words, flags }: OperationCommand): string =>
  [
    command,
    ...words.map(({ text }) => text),
    ...flags.filter(({ required }) => required).map(flagUsage),
    ...flags.filter(({ required }) => !required).map((flag) => `[${flagUsage(flag)}]`),
  ].join(' ');

const fieldLine = (name: string, { description }: Partial<CommandField>): string[] =>
  description === undefined ? [] : [`  ${name}: ${description}`];

/** What it does, then a line for each field that has a description. */
export function detailsOf(variants: readonly OperationCommand[]): string {
  const about = variants.flatMap(({ operation, place }) =>
    place.sets ? [] : [operation.description],
  );
  const lines = variants.flatMap(({ words, flags }) => [
    ...words.flatMap((word) => fieldLine(word.text, word)),
    ...flags.flatMap((flag) => fieldLine(flagUsage(flag), flag)),
  ]);
  const parts = [[...new Set(about)], [...new Set(lines)]].filter(({ length }) => length > 0);
  return parts.map((part) => part.join('\n')).join('\n\n');
}
