// The words that a reader of an HTML report sees, whole and by section. Scripts, styles and drawings
// are left out; what is folded counts, since it is there to be read.

export interface HtmlSection {
  /** The heading of a PlanExe report, the id of one of ours. */
  readonly key: string;
  readonly text: string;
}

const unseen =
  /<!--[\s\S]*?-->|<(head|script|style|svg|template|noscript)\b[\s\S]*?<\/\1\s*>|<div class="mermaid">[\s\S]*?<\/div>/gi;
/** Tags between which words do not run together. */
const inline = /<\/?(?:a|abbr|b|code|em|i|mark|small|span|strong|sub|sup|u)\b[^>]*>/gi;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
};

function characterOf(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
  const isHex = /^#x/i.test(name);
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

const withoutUnseen = (html: string): string => html.replace(unseen, ' ');

/** A line for each block. */
const plain = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(inline, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(#?\w+);/g, characterOf)
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim();

export const visibleText = (html: string): string => plain(withoutUnseen(html));

/** Each section runs from its heading to the next heading, the last one to the end. */
function cut(html: string, heading: RegExp): HtmlSection[] {
  const seen = withoutUnseen(html);
  const starts = [...seen.matchAll(heading)];
  return starts.map((start, index) => ({
    key: plain(start[1] ?? ''),
    text: plain(seen.slice(start.index, starts[index + 1]?.index)),
  }));
}

export const planexeSections = (html: string): HtmlSection[] =>
  cut(html, /<button class="collapsible"[^>]*>([\s\S]*?)<\/button>/g);

export const planwrightSections = (html: string): HtmlSection[] =>
  cut(
    html,
    /<details class="section"[^>]*>\s*<summary>[\s\S]*?<\/summary>\s*<div class="body" id="([^"]*)">/g,
  );

/** What stands before the first section of one of our reports, without the table of contents. */
export function firstScreenText(html: string): string | null {
  const found = /<header class="first">[\s\S]*?<\/header>/.exec(withoutUnseen(html));
  return found === null ? null : plain(found[0]);
}
