// A strict little XML reader: elements, text, CDATA and comments. Documents come from outside, so a
// document type is refused (entities are made there), and size, depth and number of elements are
// bounded. Prefixes of names and all attributes are left out: nobody here needs them.
import { PlanwrightError } from './errors.ts';

export interface XmlElement {
  readonly tag: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement {
  readonly tag: string;
  readonly children: OpenElement[];
  text: string;
}

const maxChars = 40_000_000;
const maxDepth = 40;
const maxElements = 1_500_000;

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** Of the name, or of the whole tag behind it: the rest is attributes. */
const tagName = /^\/?(?:[\p{L}_][\p{L}\p{N}._-]*:)?([\p{L}_][\p{L}\p{N}._-]*)/u;

export function readXml(source: string): XmlElement {
  if (source.length > maxChars) {
    throw new PlanwrightError('too_large', `The XML has more than ${maxChars} characters.`);
  }
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const root: OpenElement = { tag: '', children: [], text: '' };
  const stack: OpenElement[] = [root];
  let [at, count] = [0, 0];
  while (at < text.length) {
    const top = stack.at(-1) ?? root;
    const open = text.indexOf('<', at);
    const end = open === -1 ? text.length : open;
    if (end > at) addText(top, plainOf(text.slice(at, end), text, at), text, at, stack.length);
    if (open === -1) break;
    const special = skipped(text, open);
    if (special !== null) {
      if (special.data !== '') addText(top, special.data, text, open, stack.length);
      at = special.end;
      continue;
    }
    const close = tagEnd(text, open);
    const inside = text.slice(open + 1, close);
    at = close + 1;
    const tag = tagName.exec(inside)?.[1];
    if (tag === undefined) throw broken(text, open, 'a tag has no name');
    if (inside.startsWith('/')) {
      if (stack.length === 1 || top.tag !== tag)
        throw broken(text, open, `</${tag}> closes nothing`);
      stack.pop();
      continue;
    }
    count += 1;
    if (count > maxElements) throw tooMuch(`more than ${maxElements} elements`);
    const element: OpenElement = { tag, children: [], text: '' };
    top.children.push(element);
    if (inside.endsWith('/')) continue;
    stack.push(element);
    if (stack.length > maxDepth)
      throw tooMuch(`elements within elements more than ${maxDepth} deep`);
  }
  return onlyOf(root, stack, text);
}

function onlyOf(root: OpenElement, stack: readonly OpenElement[], text: string): XmlElement {
  const [only] = root.children;
  if (stack.length > 1) throw broken(text, text.length, `<${stack.at(-1)?.tag}> is not closed`);
  if (only === undefined || root.children.length > 1) {
    throw broken(text, text.length, 'there must be one element around all others');
  }
  return only;
}

function addText(
  element: OpenElement,
  value: string,
  text: string,
  at: number,
  depth: number,
): void {
  if (depth === 1 && value.trim() !== '')
    throw broken(text, at, 'text stands outside of the elements');
  element.text += value;
}

interface Skipped {
  readonly end: number;
  readonly data: string;
}

/** What is no element: comments and instructions say nothing, CDATA is text. */
function skipped(text: string, open: number): Skipped | null {
  const until = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    if (found === -1) throw broken(text, open, `${mark} is missing`);
    return found;
  };
  if (text.startsWith('<!--', open)) return { end: until('-->', open + 4) + 3, data: '' };
  if (text.startsWith('<?', open)) return { end: until('?>', open + 2) + 2, data: '' };
  if (text.startsWith('<![CDATA[', open)) {
    const end = until(']]>', open + 9);
    return { end: end + 3, data: text.slice(open + 9, end) };
  }
  if (!text.startsWith('<!', open)) return null;
  throw broken(text, open, 'a document type (<!DOCTYPE …>) is not taken in');
}

/** The end of a tag; a > inside of a quoted value is none. */
function tagEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '>') return at;
    if (char === '<') break;
    if (char !== '"' && char !== "'") continue;
    const quote = text.indexOf(char, at + 1);
    if (quote === -1) break;
    at = quote;
  }
  throw broken(text, open, 'a tag is not closed');
}

function plainOf(value: string, text: string, at: number): string {
  if (!value.includes('&')) return value;
  return value.replace(
    /&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|[a-zA-Z]{1,8})?(;?)/g,
    (_all, name = '', end) => {
      const char = end === ';' ? charOf(String(name)) : undefined;
      if (char === undefined) throw broken(text, at, 'an & is no entity that XML knows');
      return char;
    },
  );
}

function charOf(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(named, name) ? named[name] : undefined;
  const code = Number.parseInt(name.replace(/^#x?/, ''), name.startsWith('#x') ? 16 : 10);
  const isChar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isChar ? String.fromCodePoint(code) : undefined;
}

function broken(text: string, at: number, what: string): PlanwrightError {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1))
    line += 1;
  return new PlanwrightError(
    'INVALID_ARGUMENTS',
    `This is no XML that can be read: line ${line}: ${what}.`,
  );
}

const tooMuch = (what: string): PlanwrightError =>
  new PlanwrightError('limit_exceeded', `The XML has ${what}; so much is not taken in.`);

export const childrenOf = (element: XmlElement | undefined, tag: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.tag === tag) ?? [];

export const childOf = (element: XmlElement | undefined, tag: string): XmlElement | undefined =>
  element?.children.find((child) => child.tag === tag);

/** Empty where there is no such element. */
export const textIn = (element: XmlElement | undefined, tag: string): string =>
  childOf(element, tag)?.text.trim() ?? '';
