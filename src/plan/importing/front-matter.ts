// What stands between two lines of --- at the beginning of a Markdown file. Only a small part of YAML is
// read: names with a text or a list of texts. Tags, anchors and aliases mean nothing here, they are text.

export type FrontMatter = ReadonlyMap<string, string | readonly string[]>;

export interface Page {
  readonly front: FrontMatter;
  readonly body: string;
}

const maxLines = 400;
const maxLineChars = 10_000;

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

function scalar(text: string): string {
  const value = text.trim();
  const [quote] = value;
  if (value.length >= 2 && value.endsWith(quote ?? '')) {
    if (quote === "'") return value.slice(1, -1).replaceAll("''", "'");
    if (quote === '"') {
      return value.slice(1, -1).replace(/\\(.)/g, (whole, sign: string) => escapes[sign] ?? whole);
    }
  }
  const comment = value.indexOf(' #');
  return comment < 0 ? value : value.slice(0, comment).trimEnd();
}

/** A comma within quotes parts nothing. */
function flowList(text: string): string[] {
  const items: string[] = [];
  let [item, quote] = ['', ''];
  // Kept, not asked of the item at each sign: it may be as long as the text.
  let isBlank = true;
  for (const sign of text.slice(1, -1)) {
    if (quote === '' && sign === ',') {
      items.push(item);
      item = '';
      isBlank = true;
      continue;
    }
    if (quote === '' && isBlank && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
    item += sign;
    isBlank &&= sign.trim() === '';
  }
  return [...items, item].map(scalar).filter((value) => value !== '');
}

const field = /^([A-Za-z_][\w-]{0,60}):(?:[ \t]+(.*))?$/;

/** The lines of a field that stand below it, further to the right. */
function below(lines: readonly string[], at: number): string[] {
  const found: string[] = [];
  for (const line of lines.slice(at)) {
    if (line.trim() !== '' && !/^(?:[ \t]|-(?:[ \t]|$))/.test(line)) break;
    found.push(line);
  }
  return found;
}

function fieldValue(text: string, own: readonly string[]): string | readonly string[] {
  const lines = own.map((line) => line.trim()).filter((line) => line !== '');
  if (/^[>|][+-]?\d?$/.test(text)) return lines.join(text.startsWith('|') ? '\n' : ' ');
  if (text.startsWith('[')) {
    const whole = [text, ...lines].join(' ');
    if (whole.endsWith(']')) return flowList(whole);
  }
  if (text !== '') return scalar(text);
  return lines.flatMap((line) => (/^-(?:\s|$)/.test(line) ? [scalar(line.slice(1))] : []));
}

/** Null where the text has no front matter. */
export function readPage(text: string): Page | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines[0]?.trimEnd() !== '---') return null;
  const end = lines.slice(1, maxLines).findIndex((line) => /^(?:---|\.\.\.)\s*$/.test(line)) + 1;
  if (end === 0) return null;
  const inner = lines.slice(1, end).map((line) => line.slice(0, maxLineChars));
  const front = new Map<string, string | readonly string[]>();
  for (const [at, line] of inner.entries()) {
    const [, name, value = ''] = field.exec(line) ?? [];
    if (name !== undefined && !front.has(name)) {
      front.set(name, fieldValue(value.trim(), below(inner, at + 1)));
    }
  }
  return { front, body: lines.slice(end + 1).join('\n') };
}

export function textField(front: FrontMatter, name: string): string | undefined {
  const value = front.get(name);
  const text = typeof value === 'string' ? value.trim() : (value?.[0] ?? '');
  return text === '' ? undefined : text;
}

export function listField(front: FrontMatter, name: string): readonly string[] {
  const value = front.get(name);
  if (typeof value !== 'string') return value ?? [];
  return value === '' ? [] : [value];
}
