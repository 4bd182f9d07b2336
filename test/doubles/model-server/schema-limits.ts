// The keywords that the filler knows. Providers that do not take a limit get it as words in the
// description (the AI SDK writes them there for Anthropic); a good model reads them, and so do we.

export interface Node {
  readonly type?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly unknown[];
  readonly oneOf?: readonly unknown[];
  readonly allOf?: readonly unknown[];
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly propertyNames?: unknown;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: unknown;
  readonly prefixItems?: readonly unknown[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

const numbers = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

const inWords = (key: string): string => key.replace(/[A-Z]/g, (char) => ` ${char.toLowerCase()}`);

const anyName = [...numbers, 'pattern', 'uniqueItems', 'not', 'format'].map(inWords).join('|');

export function withWordedLimits(node: Node): Node {
  const { description } = node;
  const last = description?.split('\n').at(-1) ?? '';
  if (!new RegExp(`^(?:${anyName}): `).test(last)) return node;
  const said = new Map(
    [...last.replace(/\.$/, '').matchAll(new RegExp(`(?:^|; )(${anyName}): `, 'g'))].map(
      (match, index, all) => {
        const end = all[index + 1]?.index ?? last.length - 1;
        return [match[1], last.slice(match.index + match[0].length, end)];
      },
    ),
  );
  const limits: Record<string, unknown> = {};
  for (const key of numbers) {
    const text = said.get(inWords(key));
    if (text !== undefined) limits[key] = Number(text);
  }
  const pattern = said.get('pattern');
  if (pattern !== undefined) limits.pattern = pattern;
  if (said.has('unique items')) limits.uniqueItems = true;
  return { ...limits, ...node };
}
