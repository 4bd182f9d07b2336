// What a tool may touch: files by scope, commands by allow-list, hosts by allow-list, all with limits.
// The policy of a step is data on the record; what it does not name is not allowed.
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { parseHost, parseHostPort } from '../../base/address.ts';
import { checkedPath } from './path-text.ts';

const mebibyte = 1_048_576;

const scopePath = z
  .string()
  .max(1_024)
  .refine((text) => isScopePath(text), 'must be a path below the root, without `..`')
  .describe('A folder or file below the root; "." is all of it.');

function isScopePath(text: string): boolean {
  try {
    checkedPath(text);
    return true;
  } catch {
    return false;
  }
}

const fileScopes = z
  .strictObject({
    root: z
      .string()
      .min(1)
      .max(4_096)
      .refine((text) => isAbsolute(text) && !text.includes('\0'), 'must be an absolute path')
      .refine((text) => !/^\/+$/.test(text), 'must not be the whole file system')
      .describe('The folder that holds all scopes.'),
    read: z.array(scopePath).max(100).default([]),
    write: z.array(scopePath).max(100).default([]),
  })
  .describe('Which files may be read and written. What may be written may be read.');

/** A name to look up in fixed folders, never a path: a step could have written what stands there. */
const commandName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/, 'must be a bare name');

const argumentPattern = z
  .array(
    z
      .string()
      .max(1_000)
      .refine((text) => !text.includes('\0'), 'must not hold NUL'),
  )
  .max(50)
  .refine((parts) => !parts.slice(0, -1).includes('**'), '`**` may only come last')
  .describe('One text per argument; "*" is any one argument, a last "**" any number of them.');

const commandRule = z.strictObject({
  command: commandName,
  args: z
    .array(argumentPattern)
    .min(1)
    .max(50)
    .default([[]])
    .describe('The allowed lists of arguments. Without it, none.'),
});

const hostRule = z
  .string()
  .max(300)
  .refine((text) => canonicalHost(text) !== undefined, 'must be host or host:port')
  .describe('A host, or host:port. A host alone means ports 80 and 443.');

const limit = (max: number, fallback: number) => z.int().min(1).max(max).default(fallback);

const limits = z.strictObject({
  file_bytes: limit(64 * mebibyte, mebibyte).describe('Of one file that is read or written.'),
  files_per_step: limit(10_000, 50).describe('Changed or listed by one step.'),
  snapshot_files: limit(100_000, 5_000).describe('Kept for undo before a command may write.'),
  snapshot_bytes: limit(1_024 * mebibyte, 64 * mebibyte).describe('Of all of these together.'),
  write_bytes: limit(16_384 * mebibyte, 256 * mebibyte).describe(
    'That a command adds to what it may write, and of each file that it makes.',
  ),
  output_bytes: limit(16 * mebibyte, 65_536).describe(
    'Of what a command prints, kept of each stream.',
  ),
  command_seconds: limit(3_600, 60),
  fetch_bytes: limit(16 * mebibyte, mebibyte),
});

const defaultLimits = limits.parse({});

export const policySchema = z
  .strictObject({
    file_scopes: fileScopes.nullable().default(null),
    commands: z.array(commandRule).max(100).default([]),
    hosts: z.array(hostRule).max(200).default([]),
    limits: limits.default(defaultLimits),
  })
  .describe('What the tools of a step may touch. An empty policy allows nothing.');

export type Policy = z.infer<typeof policySchema>;
export type FileScopes = NonNullable<Policy['file_scopes']>;
export type CommandRule = Policy['commands'][number];
export type Limits = Policy['limits'];

/** Allows nothing. */
export const defaultPolicy: Policy = policySchema.parse({});

/** As URLs spell it, with or without a port. */
function canonicalHost(text: string): string | undefined {
  return parseHost(text) ?? parseHostPort(text);
}

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

export function allowsHost(policy: Policy, url: URL): boolean {
  const usual = usualPorts[url.protocol];
  const pair = `${url.hostname}:${url.port || usual}`;
  return policy.hosts.some((text) => {
    const rule = canonicalHost(text);
    return rule === pair || (rule === url.hostname && (url.port === '' || url.port === usual));
  });
}

function fitsPattern(args: readonly string[], pattern: readonly string[]): boolean {
  const isOpen = pattern.at(-1) === '**';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? args.length < fixed.length : args.length !== fixed.length) return false;
  return fixed.every((part, index) => part === '*' || part === args[index]);
}

export function allowsCommand(policy: Policy, command: string, args: readonly string[]): boolean {
  return policy.commands.some(
    (rule) => rule.command === command && rule.args.some((pattern) => fitsPattern(args, pattern)),
  );
}
