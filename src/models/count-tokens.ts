// The rule of thumb for tokens (that of the package tokenx) for texts of ASCII, in one pass: a prompt
// is counted before its call can leave, and the package takes three times as long. Texts with anything
// else are counted by the package, and both come to the same.
import { estimateTokenCount } from 'tokenx';

const beyondAscii = /[^\0-\x7f]/;

const other = 0;
const space = 1;
const mark = 2;

/** By character: what ends a word. */
const kinds = new Uint8Array(128);
for (const code of [9, 10, 11, 12, 13, 32]) kinds[code] = space;
for (const char of '.,!?;(){}[]<>:/\\|@#$%^&*+=`~_"-') kinds[char.charCodeAt(0)] = mark;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSmall = (code: number): boolean => code >= 97 && code <= 122;

const charsPerToken = 7;
const charsPerMarks = 6;
const digitsPerToken = 3;
const shortChars = 3;
const smallWordChars = 8;

/** Indents and empty lines count; so does the end of a line after a word. */
function spaceTokens(text: string, from: number, to: number): number {
  const at = text.indexOf('\n', from);
  if (at === -1 || at >= to) return 0;
  if (at + 1 < to) return 1;
  return from > 0 && kinds[text.charCodeAt(from - 1)] === mark ? 0 : 1;
}

function wordTokens(text: string, from: number, to: number): number {
  let isNumber = true;
  let isSmallWord = true;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    isNumber &&= isDigit(code);
    isSmallWord &&= isSmall(code);
  }
  const chars = to - from;
  if (isNumber) return Math.ceil(chars / digitsPerToken);
  if (chars <= shortChars || (isSmallWord && chars <= smallWordChars)) return 1;
  return Math.ceil(chars / charsPerToken);
}

function runTokens(text: string, from: number, to: number, kind: number): number {
  if (kind === space) return spaceTokens(text, from, to);
  if (kind === other) return wordTokens(text, from, to);
  return to - from <= shortChars ? 1 : Math.ceil((to - from) / charsPerMarks);
}

export function countTokens(text: string): number {
  if (beyondAscii.test(text)) return estimateTokenCount(text);
  let tokens = 0;
  let from = 0;
  while (from < text.length) {
    const kind = kinds[text.charCodeAt(from)] ?? other;
    let to = from + 1;
    while (to < text.length && kinds[text.charCodeAt(to)] === kind) to += 1;
    tokens += runTokens(text, from, to, kind);
    from = to;
  }
  return tokens;
}
