// Small text helpers. A goal is outside text: control and direction characters are dropped once,
// here, before any rule reads it.

/** Control and format characters, but for line ends, tabs and the joiners that some scripts need. */
const UNSAFE = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

export function cleanGoal(goal: string): string {
  return goal
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(UNSAFE, '')
    .replace(/\t/g, ' ')
    .replace(/[\u2010\u2011]/g, '-')
    .trim();
}

/** One line, at most `max` characters, cut at a word where possible. */
export function clip(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/u, '')}…`.toWellFormed();
}

export function capitalize(text: string): string {
  const first = [...text][0];
  return first === undefined ? text : first.toUpperCase() + text.slice(first.length);
}

/** To go on with in a sentence; a name in capitals stays. */
export const lowered = (text: string): string =>
  /^\p{Lu}(?:\p{Ll}|\s)/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? [];
}

/** Sentences, list items and lines, in order. A dot inside a number or a short form does not end one. */
export function sentences(text: string): string[] {
  return text
    .split(
      /\n+|(?<=[.!?。!?;])(?<!(?<!\d)\d{1,2}\.)(?<!\b(?:e\.g|i\.e|etc|St|Dr|No|approx|vs|U\.S)\.)\s+/u,
    )
    .map((part) => part.replace(/^[\s\-*•–·]+/u, '').trimEnd())
    .filter((part) => part.length > 0);
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
