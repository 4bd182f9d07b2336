// An answer for any JSON schema: valid, made up, and the same for the same seed. Texts are as long as
// a model's, so that sizes, token counts and times of a bench mean something.
import { Random } from '../../../src/schedule/solve/random.ts';
import { fillText } from './fill-text.ts';
import type { Language } from './fill-words.ts';
import { type Node, withWordedLimits } from './schema-limits.ts';
import type { Schema } from './types.ts';

export interface FillOptions {
  readonly seed: number;
  readonly language?: Language;
}

interface Hand {
  readonly root: Node;
  readonly random: Random;
  readonly language: Language;
}

/** Deeper than this only what is required is filled, and lists are as short as they may be. */
const deep = 6;
const deepest = 40;

export function fillSchema(schema: Schema, { seed, language = 'en' }: FillOptions): unknown {
  return fill(schema, { root: schema, random: new Random(seed), language }, '', 0);
}

function fill(given: unknown, hand: Hand, name: string, depth: number): unknown {
  if (depth > deepest) throw new Error(`the schema at "${name}" never ends`);
  if (given === false) throw new Error(`the schema at "${name}" allows nothing`);
  const node = resolved(given, hand.root);
  if (node.const !== undefined) return node.const;
  if (Array.isArray(node.enum)) return pick(node.enum, hand);
  const options = node.anyOf ?? node.oneOf;
  if (Array.isArray(options)) return fillOption(node, options, hand, name, depth);
  if (Array.isArray(node.type)) {
    const types = node.type.map((type: unknown) => ({ ...node, type }));
    return fillOption({}, types, hand, name, depth);
  }
  return fillTyped(node, hand, name, depth);
}

function fillTyped(node: Node, hand: Hand, name: string, depth: number): unknown {
  switch (node.type ?? (node.properties === undefined ? 'string' : 'object')) {
    case 'object':
      return fillObject(node, hand, depth);
    case 'array':
      return fillList(node, hand, name, depth);
    case 'integer':
      return fillNumber(node, hand, true);
    case 'number':
      return fillNumber(node, hand, false);
    case 'boolean':
      return hand.random.below(2) === 1;
    case 'null':
      return null;
    default:
      return fillText(node, hand.random, name, hand.language);
  }
}

const pick = <T>(list: readonly T[], { random }: Hand): T => list[random.below(list.length)] as T;

/** One in seven is null where it may be; deep down the shortest option wins, so that it ends. */
function fillOption(
  around: Node,
  options: readonly unknown[],
  hand: Hand,
  name: string,
  depth: number,
): unknown {
  const isNull = (option: unknown): boolean => resolved(option, hand.root).type === 'null';
  const others = options.filter((option) => !isNull(option));
  const hasNull = others.length < options.length;
  if (hasNull && (others.length === 0 || depth > deep || hand.random.below(7) === 0)) return null;
  const bySize = others.toSorted((left, right) => size(left) - size(right));
  const option = depth > deep ? bySize[0] : pick(others, hand);
  const { anyOf: _any, oneOf: _one, ...rest } = around;
  return fill({ ...rest, ...resolved(option, hand.root) }, hand, name, depth + 1);
}

const size = (schema: unknown): number => JSON.stringify(schema).length;

function fillObject(node: Node, hand: Hand, depth: number): object {
  const properties = Object.entries((node.properties ?? {}) as Record<string, unknown>);
  const required = new Set((node.required ?? []) as readonly string[]);
  const taken = properties.filter(
    ([name]) => required.has(name) || (depth < deep && hand.random.below(10) < 7),
  );
  const filled = taken.map(
    ([name, schema]) => [name, fill(schema, hand, name, depth + 1)] as const,
  );
  return Object.fromEntries([...filled, ...fillFree(node, hand, filled.length, depth)]);
}

/** A record: names of our own with values by its schema. */
function fillFree(node: Node, hand: Hand, have: number, depth: number): [string, unknown][] {
  const schema = node.additionalProperties;
  const least = Math.max(0, (node.minProperties ?? 0) - have);
  if (schema === undefined || typeof schema === 'boolean') return [];
  const count = Math.max(least, have === 0 && depth < deep ? 2 + hand.random.below(3) : 0);
  return Array.from({ length: Math.min(count, node.maxProperties ?? count) }, (_, index) => {
    const names = node.propertyNames as Node | undefined;
    const plain = names === undefined || Object.keys(names).every((key) => key === 'type');
    const name = plain ? `item_${index + 1}` : String(fill(names, hand, 'name', depth + 1));
    return [name, fill(schema, hand, name, depth + 1)];
  });
}

function fillList(node: Node, hand: Hand, name: string, depth: number): unknown[] {
  const first = (node.prefixItems ?? []).map((schema: unknown) =>
    fill(schema, hand, name, depth + 1),
  );
  const least = node.minItems ?? 0;
  const usual = depth > deep ? least : Math.max(least, 2 + hand.random.below(4));
  const length = Math.min(node.maxItems ?? usual, usual);
  const schema = node.items ?? (node.prefixItems === undefined ? {} : false);
  const list = [...first];
  const seen = new Set(list.map((item) => JSON.stringify(item)));
  for (let turn = 0; list.length < length && schema !== false && turn < length * 20; turn += 1) {
    const item = fill(schema, hand, name, depth + 1);
    const text = JSON.stringify(item);
    if (node.uniqueItems === true && seen.has(text)) continue;
    seen.add(text);
    list.push(item);
  }
  return list;
}

/** Beyond this a limit is no wish but the edge of the type. */
const sane = 2 ** 50;

function fillNumber(node: Node, { random }: Hand, isWhole: boolean): number {
  const step = node.multipleOf ?? (isWhole ? 1 : 0.01);
  const above = node.exclusiveMinimum === undefined ? node.minimum : node.exclusiveMinimum + step;
  const below = node.exclusiveMaximum === undefined ? node.maximum : node.exclusiveMaximum - step;
  const hasLeast = above !== undefined && above > -sane;
  const hasMost = below !== undefined && below < sane;
  const from = hasLeast ? above : hasMost ? Math.min(1, below) : 1;
  const to = hasMost ? below : Math.max(from + 20, 20);
  const least = Math.ceil(from / step - 1e-9);
  const value = (least + random.below(Math.floor(to / step + 1e-9) - least + 1)) * step;
  return isWhole ? Math.round(value) : Number(value.toFixed(6));
}

function resolved(given: unknown, root: Node): Node {
  if (given === true || given === undefined || given === null) return {};
  let node = withWordedLimits(given as Node);
  for (let turn = 0; typeof node.$ref === 'string' && turn < deepest; turn += 1) {
    const { $ref, ...rest } = node;
    node = { ...lookUp($ref, root), ...rest };
  }
  if (!Array.isArray(node.allOf)) return node;
  const { allOf, ...rest } = node;
  return allOf.reduce((sum: Node, each: unknown) => merged(sum, resolved(each, root)), rest);
}

function lookUp(reference: string, root: Node): Node {
  const names = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  const found = names.reduce<unknown>((node, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    return (node as Record<string, unknown> | undefined)?.[key];
  }, root);
  if (found === undefined) throw new Error(`the schema has no ${reference}`);
  return found as Node;
}

const merged = (left: Node, right: Node): Node => ({
  ...left,
  ...right,
  properties: { ...left.properties, ...right.properties },
  required: [...(left.required ?? []), ...(right.required ?? [])],
});
