// The only way to HTML in this folder. A text becomes markup by the `html` template, which escapes
// every text that is put into it; there is no other escaping, so there is none to forget.

/** What is never seen but changes what is seen: turned writing, tags. Joiners are part of words. */
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;
const control = /(?![\t\n])[\p{Cc}\u2028\u2029]/gu;

/** Most texts: nothing in them has to be escaped. */
const plain = /^[\t\n #-%(-;=?-_a-~!]*$/;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

export function escapeHtml(text: string): string {
  if (plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(unseen, '')
    .replace(control, ' ')
    .replace(/[&<>"'`]/g, (mark) => entities[mark] ?? mark);
}

const made = Symbol('made of escaped parts');

/** Markup that this file made. */
export interface Markup {
  readonly [made]: string;
}

export type Part = string | number | Markup | null | undefined | false | readonly Part[];

const isMarkup = (part: object): part is Markup => Object.hasOwn(part, made);

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'object') {
    return isMarkup(part) ? part[made] : part.map(textOf).join('');
  }
  return escapeHtml(String(part));
}

/** Attribute values stand in double quotes, always. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = '';
  for (const [index, fixed] of strings.entries()) text += fixed + textOf(parts[index]);
  return { [made]: text };
}

export const nothing: Markup = html``;

export const isEmpty = (markup: Markup): boolean => markup[made].trim() === '';

export function joined(parts: readonly Part[], between: Part): Markup {
  return html`${parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}`;
}

/** Our own style and script, which are no text of a plan. They must not close their element. */
export function verbatim(tag: 'style' | 'script', ours: string): Markup {
  if (/<\/|<!--/.test(ours)) throw new Error(`the ${tag} of the report closes its element`);
  return { [made]: `<${tag}>${ours}</${tag}>` };
}

export const toText = (markup: Markup): string => markup[made];
