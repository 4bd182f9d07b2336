// Reads a recording from outside. It is refused whole when anything in it is not what it says.
import type { z } from 'zod';
import { isPlanwrightError } from '../../../base/errors.ts';
import { sha256Hex } from '../../../base/hash.ts';
import {
  askedDigest,
  badCassette,
  type Cassette,
  type CassetteEntry,
  cassetteLimits,
  cassetteSchema,
} from './cassette.ts';

const maxDepth = 100;

export function readCassette(text: string): Cassette {
  if (text.length > cassetteLimits.fileChars) {
    throw badCassette('it is too large', { maxChars: cassetteLimits.fileChars });
  }
  const read = cassetteSchema.safeParse(parseJson(text));
  if (!read.success) throw badCassette(firstProblem(read.error.issues));
  checkContents(read.data);
  checkEntries(read.data);
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, refusePrototype) as unknown;
  } catch (error) {
    throw isPlanwrightError(error) ? error : badCassette('it is not JSON');
  }
}

/** Readers of objects leave this name out without a word, and then the file is not what was read. */
function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw badCassette('it has a name that nothing may have');
  return value;
}

/** Says where, never what: the file may hold anything. */
function firstProblem(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues;
  if (issue?.path[0] === 'version') return 'its version is not one that this program knows';
  const where = (issue?.path ?? []).map((part) => String(part).slice(0, 20)).join('.');
  return `"${where.slice(0, 120)}" is not as it should be (${issue?.code ?? 'unknown'})`;
}

function checkContents({ contents, entries }: Cassette): void {
  const digests = Object.keys(contents);
  if (digests.length > cassetteLimits.contents) throw badCassette('it has too many contents');
  const used = new Set(entries.flatMap(digestsOf));
  for (const digest of digests) {
    const text = contents[digest]?.join('\n') ?? '';
    const facts = { content: digest.slice(0, 12) };
    if (text.length > cassetteLimits.contentChars)
      throw badCassette('a content is too long', facts);
    if (sha256Hex(text) !== digest) throw badCassette('a content was changed', facts);
    if (!used.has(digest)) throw badCassette('a content belongs to no entry', facts);
  }
}

const digestsOf = ({ system, prompt, schema, reply }: CassetteEntry): string[] => [
  system,
  prompt,
  schema,
  reply.content,
];

function checkEntries({ contents, entries }: Cassette): void {
  const seen = new Map<string, Set<number>>();
  const valid = new Set<string>();
  for (const entry of entries) {
    const facts = { stage: entry.stage, asked: entry.asked.slice(0, 12) };
    const texts = digestsOf(entry).map((digest) => contents[digest]?.join('\n'));
    const [system, prompt, schema, reply] = texts;
    if (system === undefined || prompt === undefined) throw badCassette('a text is missing', facts);
    if (schema === undefined || reply === undefined) throw badCassette('a text is missing', facts);
    if (askedDigest(system, prompt, schema) !== entry.asked) {
      throw badCassette('an entry does not belong to its texts', facts);
    }
    const jsons = [entry.schema, ...(entry.reply.kind === 'value' ? [entry.reply.content] : [])];
    for (const digest of jsons) if (!valid.has(digest)) checkJson(contents, digest, valid, facts);
    addOnce(seen, entry, facts);
  }
  for (const numbers of seen.values()) {
    if (Math.max(...numbers) !== numbers.size - 1) throw badCassette('replies to one prompt miss');
  }
}

function checkJson(
  contents: Cassette['contents'],
  digest: string,
  valid: Set<string>,
  facts: Record<string, string>,
): void {
  let value: unknown;
  try {
    value = JSON.parse(contents[digest]?.join('\n') ?? '') as unknown;
  } catch {
    throw badCassette('a value is not JSON', facts);
  }
  if (isDeeper(value, maxDepth)) throw badCassette('a value is nested too deep', facts);
  valid.add(digest);
}

/** Without recursion: a hostile file must not reach the end of the stack. */
function isDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item) =>
      item !== null && typeof item === 'object' ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

function addOnce(
  seen: Map<string, Set<number>>,
  { stage, asked, nth }: CassetteEntry,
  facts: Record<string, string>,
): void {
  const key = `${stage} ${asked}`;
  const numbers = seen.get(key) ?? new Set<number>();
  if (numbers.has(nth)) throw badCassette('an entry is there twice', facts);
  seen.set(key, numbers.add(nth));
}
