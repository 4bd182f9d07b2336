// XML as nested lists. Texts are cleaned and escaped here and nowhere else, so none can be forgotten.
import { cleanText } from '../clean-text.ts';

/** A text that is kept as it is, with its lines. */
export interface ExactText {
  readonly exact: string;
}

type Value = string | number | boolean | ExactText;

export type Xml =
  | readonly [tag: string, content: Value]
  | readonly [tag: string, children: readonly (Xml | null)[]];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? '');

export const xmlText = (text: string): string => escaped(cleanText(text));

/** What XML cannot hold at all. */
const impossible = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Quotes may stand as they are: records are full of them. */
const exactText = (text: string): string =>
  text.replace(impossible, ' ').replace(/[&<>]/g, (char) => entities[char] ?? '');

export function writeXml(root: Xml, namespace: string): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'];
  append(lines, root, '', ` xmlns="${xmlText(namespace)}"`);
  return `${lines.join('\n')}\n`;
}

function append(lines: string[], [tag, content]: Xml, indent: string, attributes = ''): void {
  if (Array.isArray(content)) {
    lines.push(`${indent}<${tag}${attributes}>`);
    for (const child of content as readonly (Xml | null)[])
      if (child !== null) append(lines, child, `${indent}  `);
    lines.push(`${indent}</${tag}>`);
    return;
  }
  lines.push(`${indent}<${tag}${attributes}>${valueText(content as Value)}</${tag}>`);
}

export function valueText(value: Value): string {
  if (typeof value === 'object') return exactText(value.exact);
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : xmlText(value);
}
