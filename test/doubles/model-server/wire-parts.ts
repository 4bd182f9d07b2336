// What the wire formats share: how text is cut for a stream, and how a body is read without trust.
import { createHash } from 'node:crypto';
import type { ModelRequest, Schema } from './types.ts';

export type Body = Readonly<Record<string, unknown>>;

export const asBody = (value: unknown): Body =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Body) : {};

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const asSchema = (value: unknown): Schema | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : null;

/** Content is a text, or a list of parts with texts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map((part) => asText(asBody(part).text))
    .join('');
}

const mostPieces = 64;
const leastChars = 12;

/** At least eight pieces where the text allows it, so that a stream has a middle. */
export function pieces(text: string): string[] {
  if (text === '') return [];
  const aim = Math.max(leastChars, Math.ceil(text.length / mostPieces));
  const size = Math.max(1, Math.min(aim, Math.ceil(text.length / 8)));
  const cut: string[] = [];
  for (let from = 0; from < text.length; from += size) cut.push(text.slice(from, from + size));
  return cut;
}

export const sse = (data: object, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

export const line = (data: object): string => `${JSON.stringify(data)}\n`;

/** The same request gets the same id, so that runs can be compared. */
export const idOf = (prefix: string, request: ModelRequest): string => {
  const text = `${request.index}\n${request.system}\n${request.prompt}`;
  return `${prefix}${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
};

/** Seconds; a fixed moment, since nobody may depend on it. */
export const createdAt = 1_770_000_000;

export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
