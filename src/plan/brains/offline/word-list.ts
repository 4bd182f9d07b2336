// Words that speak for or against something, as plain lists instead of regular expressions: data from
// outside cannot make the search slow. Case and accents do not count: "Café" is "cafe".
//
//   bakery         the word itself          coffee shop    words next to each other
//   bake*          any ending               *haus          any beginning
//   shop|store     one of these             fix my * tap   at most four words between
//   # deals        a number                 ^hire          opens the text, or stands after "to"

export interface Words {
  /** What the text says, in its own words, each pattern once; longer patterns first. */
  readonly hits: (text: string) => readonly string[];
  readonly test: (text: string) => boolean;
  /** Whether the text ends with one of them: "hot leads" ends with "leads". */
  readonly ends: (text: string) => boolean;
}

export type WordLists = Readonly<Record<string, readonly string[]>>;

interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
  /** A comma or the like stands before it: no pattern reaches over that. */
  readonly apart: boolean;
}

interface Part {
  readonly kind: 'word' | 'gap' | 'number';
  readonly choices: readonly { readonly text: string; readonly open: string }[];
}

interface Pattern {
  readonly opens: boolean;
  readonly parts: readonly Part[];
}

const gapWords = 4;
const textChars = 4_000;

const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');

function tokensOf(text: string): Token[] {
  let end = 0;
  return [...text.slice(0, textChars).matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => {
    const [word] = match;
    const between = text.slice(end, match.index);
    end = match.index + word.length;
    return {
      word: fold(word),
      from: match.index,
      to: end,
      apart: /[^\s'’"“”‘&/+-]/u.test(between),
    };
  });
}

/** What is wrong with a pattern, or null. */
export function patternProblem(source: string): string | null {
  const words = source.replace(/^\^/, '').split(' ');
  if (words.some((word) => word === '')) return 'words are parted by one space';
  if (words.filter((word) => word === '*').length > 2) return 'at most two words may be "*"';
  if (words.every((word) => word === '*') && source !== '*') return 'a word is needed beside "*"';
  const bad = words.find((word) => !/^(?:[*#]|\*?[\p{L}\p{M}\p{N}'’|-]+\*?)$/u.test(word));
  if (words.some((word) => word.includes('|') && /[-'’]|^\||\|$|\|\|/u.test(word)))
    return '"|" stands between plain words, without "-" or apostrophe';
  if (bad !== undefined)
    return `"${bad}" may hold letters, digits, "|" between choices, and "*" at its beginning or end`;
  return null;
}

function partsOf(word: string): Part[] {
  if (word === '*') return [{ kind: 'gap', choices: [] }];
  if (word === '#') return [{ kind: 'number', choices: [] }];
  if (word.includes('|')) return [{ kind: 'word', choices: word.split('|').map(choiceOf) }];
  // "e-commerce" is two words of the text.
  const pieces = word.split(/['’-]/u).filter((piece) => piece !== '');
  return pieces.map((piece) => ({ kind: 'word', choices: [choiceOf(piece)] }));
}

function choiceOf(word: string): Part['choices'][number] {
  const open = `${word.startsWith('*') ? '<' : ''}${word.endsWith('*') ? '>' : ''}`;
  return { text: fold(word.replace(/^\*|\*$/gu, '')), open };
}

function patternOf(source: string): Pattern {
  const opens = source.startsWith('^');
  return { opens, parts: source.replace(/^\^/, '').split(' ').flatMap(partsOf) };
}

function fits({ text, open }: Part['choices'][number], word: string): boolean {
  if (open === '') return word === text;
  if (open === '>') return word.startsWith(text);
  return open === '<' ? word.endsWith(text) : word.includes(text);
}

interface Place {
  readonly parts: readonly Part[];
  readonly tokens: readonly Token[];
}

/** How many tokens the parts from `part` on take at `at`, the least that will do; -1 where they do not fit. */
function taken(place: Place, part: number, at: number): number {
  const { parts, tokens } = place;
  const wanted = parts[part];
  if (!wanted) return 0;
  if (wanted.kind === 'gap') return gapTaken(place, part, at);
  const token = tokens[at];
  if (!token || (part > 0 && token.apart)) return -1;
  const isFit =
    wanted.kind === 'number'
      ? /^\p{N}/u.test(token.word)
      : wanted.choices.some((choice) => fits(choice, token.word));
  if (!isFit) return -1;
  const more = taken(place, part + 1, at + 1);
  return more < 0 ? -1 : more + 1;
}

function gapTaken(place: Place, part: number, at: number): number {
  for (let skip = 0; skip <= gapWords; skip += 1) {
    if (skip > 0 && place.tokens[at + skip - 1]?.apart !== false) return -1;
    const more = taken(place, part + 1, at + skip);
    if (more >= 0) return more + skip;
  }
  return -1;
}

const mayOpen = (tokens: readonly Token[], at: number): boolean =>
  at === 0 || tokens[at - 1]?.word === 'to';

/** Patterns by their first word, and those that may begin with any. */
interface Index {
  readonly byFirst: ReadonlyMap<string, readonly Pattern[]>;
  readonly others: readonly Pattern[];
}

function indexOf(patterns: readonly Pattern[]): Index {
  const byFirst = new Map<string, Pattern[]>();
  const others: Pattern[] = [];
  for (const pattern of patterns) {
    const choices = pattern.parts[0]?.choices ?? [];
    if (choices.length === 0 || choices.some(({ open }) => open !== '')) others.push(pattern);
    else for (const { text } of choices) byFirst.set(text, [...(byFirst.get(text) ?? []), pattern]);
  }
  return { byFirst, others };
}

interface Hit {
  readonly pattern: Pattern;
  readonly length: number;
}

/** The longest pattern at a place. */
function longestAt(index: Index, tokens: readonly Token[], at: number): Hit | null {
  let best: Hit | null = null;
  for (const pattern of [...(index.byFirst.get(tokens[at]?.word ?? '') ?? []), ...index.others]) {
    if (pattern.opens && !mayOpen(tokens, at)) continue;
    const length = taken({ parts: pattern.parts, tokens }, 0, at);
    if (length > (best?.length ?? 0)) best = { pattern, length };
  }
  return best;
}

function hitsIn(index: Index, text: string): string[] {
  const tokens = tokensOf(text);
  const found = new Map<Pattern, string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const best = longestAt(index, tokens, at);
    if (!best) continue;
    const [start, end] = [tokens[at], tokens[at + best.length - 1]];
    if (start && end && !found.has(best.pattern))
      found.set(best.pattern, text.slice(start.from, end.to).toLowerCase());
    at += best.length - 1;
  }
  return [...new Set(found.values())];
}

function endsWith(patterns: readonly Pattern[], text: string): boolean {
  const tokens = tokensOf(text);
  return patterns.some(({ parts }) => {
    if (parts.every(({ kind }) => kind === 'gap')) return tokens.length > 0;
    return tokens.some((_, at) => at + taken({ parts, tokens }, 0, at) === tokens.length);
  });
}

/** All lists are read whatever language the text is in: many goals mix two. */
export function wordsOf(lists: WordLists): Words {
  const sources = [...new Set(Object.values(lists).flat())];
  const patterns = sources.map(patternOf);
  const index = indexOf(patterns);
  return {
    hits: (text) => hitsIn(index, text),
    test: (text) => hitsIn(index, text).length > 0,
    ends: (text) => endsWith(patterns, text),
  };
}
