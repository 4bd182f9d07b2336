// An answer as long as a real mind's: its free texts are lengthened with words, within the limits of
// the schema, until the whole has so many characters. Names, ids and choices stay as they are.
import { Random } from '../../src/schedule/solve/random.ts';
import { seedOf } from '../../test/doubles/model-server/seed.ts';

type Node = Readonly<Record<string, unknown>>;

interface Leaf {
  readonly text: string;
  readonly room: number;
  readonly put: (text: string) => void;
}

/** Shorter fields hold names that other stages copy. */
const freeFrom = 150;
/** What must be the very words of something else. */
const copied = new Set(['quote', 'between', 'value', 'rate_source']);

/** Not words of any language: stages refuse texts that are too much alike, and few words would be. */
const letters = ['bdfgklmnprstvz', 'aeiou'] as const;

const isFree = (schema: Node): boolean =>
  schema.type === 'string' &&
  schema.pattern === undefined &&
  schema.enum === undefined &&
  Number(schema.maxLength) >= freeFrom;

const nodeOf = (value: unknown): Node => (value ?? {}) as Node;

/** Of several shapes the one that has the fields of the value. */
function shapeOf(schema: Node, value: unknown): Node {
  const options = (schema.anyOf ?? schema.oneOf) as readonly Node[] | undefined;
  if (!options) return schema;
  const fits = (option: Node): boolean =>
    value === null ? option.type === 'null' : option.type !== 'null';
  return options.find(fits) ?? schema;
}

function leavesOf(value: unknown, given: Node, found: Leaf[]): void {
  const schema = shapeOf(given, value);
  const below = (holder: Record<string, unknown>, name: string, node: Node): void => {
    const item = holder[name];
    const put = (text: string): void => {
      holder[name] = text;
    };
    if (typeof item !== 'string') leavesOf(item, node, found);
    else if (isFree(node) && !copied.has(name)) {
      found.push({ text: item, room: Number(node.maxLength) - item.length, put });
    }
  };
  if (Array.isArray(value)) {
    const list = value as unknown as Record<string, unknown>;
    for (const index of value.keys()) below(list, String(index), nodeOf(schema.items));
  } else if (typeof value === 'object' && value !== null) {
    const fields = nodeOf(schema.properties);
    for (const name of Object.keys(value)) {
      below(value as Record<string, unknown>, name, nodeOf(fields[name]));
    }
  }
}

/** Words of random letters, other ones for each text. */
function filler(chars: number, random: Random): string {
  let text = '';
  for (let at = 0; text.length < chars; at += 1) {
    const of = letters[at % 2] ?? '';
    text += at % 6 === 0 ? ' ' : (of[random.below(of.length)] ?? '');
  }
  return text.slice(0, Math.max(0, chars - 1)).trimEnd();
}

/** A copy with so many characters as JSON, or as near to it as the schema allows. */
export function paddedAnswer(value: unknown, schema: object, chars: number): unknown {
  const copy = structuredClone(value);
  const leaves: Leaf[] = [];
  leavesOf(copy, schema as Node, leaves);
  const room = leaves.reduce((sum, leaf) => sum + leaf.room, 0);
  const wanted = Math.min(room, chars - JSON.stringify(copy).length);
  if (wanted <= 0) return copy;
  const random = new Random(seedOf(1, JSON.stringify(copy)));
  for (const leaf of leaves) {
    leaf.put(leaf.text + filler(Math.floor((leaf.room * wanted) / room), random));
  }
  return copy;
}
