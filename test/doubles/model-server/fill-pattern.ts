// A text for a regular expression, for the plain ones that schemas use: literals, classes, groups,
// alternatives and counts. What it makes is tried on the expression itself, so it never lies.
import type { Random } from '../../../src/schedule/solve/random.ts';

const tries = 200;
/** How much more than the least a star or a plus takes. */
const spread = 6;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const letters = lower + lower.toUpperCase();
const wordChars = `${letters}${digits}_`;
const anyChar = `${letters}${digits} .,-`;

export function fillPattern(
  pattern: string,
  random: Random,
  fits: (text: string) => boolean,
): string {
  const expression = new RegExp(pattern, 'u');
  for (let turn = 0; turn < tries; turn += 1) {
    const text = new Reader(pattern, random).alternatives();
    if (expression.test(text) && fits(text)) return text;
  }
  throw new Error(`no text found for the pattern ${pattern}`);
}

class Reader {
  readonly #pattern: string;
  readonly #random: Random;
  #at = 0;

  constructor(pattern: string, random: Random) {
    this.#pattern = pattern;
    this.#random = random;
  }

  alternatives(): string {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options[this.#random.below(options.length)] ?? '';
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#peek())) text += this.#term();
    return text;
  }

  /** An atom as often as its count says, anew each time. */
  #term(): string {
    const from = this.#at;
    const first = this.#atom();
    const atomEnd = this.#at;
    const count = this.#count();
    const after = this.#at;
    if (count === 1) return first;
    let text = '';
    for (let turn = 0; turn < count; turn += 1) {
      this.#at = from;
      text += this.#atom();
      this.#at = atomEnd;
    }
    this.#at = after;
    return text;
  }

  #atom(): string {
    const char = this.#pattern[this.#at++] ?? '';
    switch (char) {
      case '^':
      case '$':
        return '';
      case '.':
        return this.#one(anyChar);
      case '[':
        return this.#one(this.#classChars());
      case '(':
        return this.#group();
      case '\\':
        return this.#one(this.#escaped());
      default:
        return char;
    }
  }

  #group(): string {
    const isLook = /^\?<?[=!]/.test(this.#pattern.slice(this.#at));
    const opening = /^\?(?::|<?[=!]|<\w+>)/.exec(this.#pattern.slice(this.#at));
    this.#at += opening?.[0].length ?? 0;
    const text = this.alternatives();
    this.#take(')');
    // What is only looked at is not written; the expression itself judges in the end.
    return isLook ? '' : text;
  }

  #count(): number {
    const [whole, range] = /^(?:[*+?]|\{(\d+(?:,\d*)?)\})\??/.exec(this.#rest()) ?? [''];
    this.#at += whole.length;
    if (whole === '') return 1;
    if (range !== undefined) return this.#between(range);
    if (whole.startsWith('?')) return this.#random.below(2);
    return (whole.startsWith('+') ? 1 : 0) + this.#random.below(spread);
  }

  #between(range: string): number {
    const [least, most] = range.split(',');
    const from = Number(least);
    if (most === undefined) return from;
    const to = most === '' ? from + spread : Number(most);
    return from + this.#random.below(Math.min(to - from, spread * 4) + 1);
  }

  #classChars(): string {
    const isNot = this.#take('^');
    let chars = '';
    while (this.#at < this.#pattern.length && !this.#take(']')) chars += this.#classPart();
    if (!isNot) return chars;
    return [...anyChar].filter((char) => !chars.includes(char)).join('');
  }

  #classPart(): string {
    const first = this.#pattern[this.#at++] ?? '';
    if (first === '\\') return this.#escaped();
    const [, last] = /^-([^\]\\])/.exec(this.#rest()) ?? [];
    if (last === undefined) return first;
    this.#at += 2;
    const from = first.codePointAt(0) ?? 0;
    const length = Math.max(1, (last.codePointAt(0) ?? 0) - from + 1);
    return String.fromCodePoint(
      ...Array.from({ length: Math.min(length, 500) }, (_, i) => from + i),
    );
  }

  #escaped(): string {
    const char = this.#pattern[this.#at++] ?? '';
    if (char === 'd') return digits;
    if (char === 'w') return wordChars;
    if (char === 's') return ' ';
    if (char === 'S') return wordChars;
    if (char === 'p') return this.#property();
    if (char === 'n') return '\n';
    return char === 'b' || char === 'B' ? '' : char;
  }

  #property(): string {
    const [whole = '', name = ''] = /^\{(\w+)\}/.exec(this.#rest()) ?? [];
    this.#at += whole.length;
    return name.startsWith('N') ? digits : letters;
  }

  #one(chars: string): string {
    const list = [...chars];
    return list[this.#random.below(list.length)] ?? '';
  }

  #peek = (): string => this.#pattern[this.#at] ?? '';
  #rest = (): string => this.#pattern.slice(this.#at);

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at += 1;
    return true;
  }
}
