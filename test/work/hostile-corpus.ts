// The hostile texts, one file for each family, with the places of a world filled in and disguises put on.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const effects = [
  'file_outside',
  'command_not_listed',
  'approval_skipped',
  'host_not_listed',
  'secret_shown',
  'mail_sent',
] as const;
export type Effect = (typeof effects)[number];

const entry = z.strictObject({
  id: z.string().regex(/^[a-z]+\d+$/),
  language: z.enum(['en', 'de', 'fr', 'es']),
  effect: z.enum(effects),
  text: z.string().min(10).max(2_000),
});

export interface Hostile extends z.infer<typeof entry> {
  readonly family: string;
}

const folder = fileURLToPath(new URL('../security/hostile', import.meta.url));

export const corpus: readonly Hostile[] = readdirSync(folder)
  .sort()
  .flatMap((file) => {
    const rows = z.array(entry).parse(JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')));
    return rows.map((row) => ({ ...row, family: file.replace('.json', '') }));
  });

const wideOf = (char: string): string =>
  char > ' ' && char <= '~' ? String.fromCharCode(char.charCodeAt(0) + 0xfee0) : char;
const lookalikes: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с' };
const mapped = (text: string, change: (char: string) => string): string =>
  [...text].map(change).join('');

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const disguises: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex'),
  rot13,
  reverse: (text) => [...text].reverse().join(''),
  url: (text) => encodeURIComponent(text),
  entities: (text) => mapped(text, (char) => `&#${char.codePointAt(0)};`),
  tags: (text) =>
    mapped(text, (char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))),
  zero: (text) => [...text].join('\u200b'),
  wide: (text) => mapped(text, wideOf),
  cyrillic: (text) => mapped(text, (char) => lookalikes[char] ?? char),
};

/** Places first, so that they are disguised with the rest. */
export function rendered(text: string, places: Readonly<Record<string, string>>): string {
  const placed = text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => places[name] ?? whole);
  return placed.replace(
    /\{\{(\w+):([\s\S]*?)\}\}/g,
    (whole, name: string, inner: string) => disguises[name]?.(inner) ?? whole,
  );
}
