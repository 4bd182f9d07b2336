// Small helpers for words on the screen.

/** `extract_parameters`, `run.created`, `QUEUED` → words with a capital first letter. */
export function humanize(name: string): string {
  const words = name.replace(/[_.\-:]+/g, ' ').trim();
  const lower = words === words.toUpperCase() ? words.toLowerCase() : words;
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Cuts at a word where one ends near the limit. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const cut = text.slice(0, maxChars);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > maxChars * 0.7 ? space : maxChars).trimEnd()}…`;
}

/** One or two letters for an avatar: first letters of the first and last word. */
export function initials(name: string): string {
  const words = name.split(/[\s_.-]+/).filter((word) => word !== '');
  const first = [...(words[0] ?? '?')][0] ?? '?';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** A stable number below `size` for a name, to choose one of a few colors. */
export function bucketOf(name: string, size: number): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % size;
}
