// XML as nested lists. Texts are cleaned and escaped here and nowhere else, so none can be forgotten.
import { cleanText } from '../clean-text.ts';

export type Xml =
  | readonly [tag: string, content: string | number | boolean]
  | readonly [tag: string, children: readonly (Xml | null)[]];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const xmlText = (text: string): string =>
  cleanText(text).replace(/[&<>"']/g, (char) => entities[char] ?? '');

export function writeXml(root: Xml, namespace: string): string {
  const lines: string[] = ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'];
  append(lines, root, '', ` xmlns="${xmlText(namespace)}"`);
  return `${lines.join('\n')}\n`;
}

function append(lines: string[], [tag, content]: Xml, indent: string, attributes = ''): void {
  if (typeof content === 'object') {
    lines.push(`${indent}<${tag}${attributes}>`);
    for (const child of content) if (child !== null) append(lines, child, `${indent}  `);
    lines.push(`${indent}</${tag}>`);
    return;
  }
  lines.push(`${indent}<${tag}${attributes}>${valueText(content)}</${tag}>`);
}

function valueText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' ? String(value) : xmlText(value);
}
