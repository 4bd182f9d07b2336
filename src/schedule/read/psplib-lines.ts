// Lines of a `.sm` file with their numbers, for errors that say where.
import { PlanwrightError } from '../../base/errors.ts';

const maxNumber = 2 ** 30;
const shownCharacters = 60;

export class LineReader {
  readonly #lines: readonly string[];
  /** The line last read, from 0. */
  #at = -1;

  constructor(text: string, maxLength: number) {
    if (text.length > maxLength) {
      throw new PlanwrightError('too_large', `The file has more than ${maxLength} characters`);
    }
    this.#lines = text.split(/\r?\n/);
  }

  error(problem: string): PlanwrightError {
    const line = Math.min(this.#at, this.#lines.length - 1) + 1;
    return new PlanwrightError('INVALID_ARGUMENTS', `Line ${line}: ${problem}`, { line });
  }

  /** Goes on to the next line that begins with the text; gives what follows it. */
  find(begin: string): string {
    for (let at = this.#at + 1; at < this.#lines.length; at += 1) {
      const line = (this.#lines[at] as string).trim();
      if (!line.startsWith(begin)) continue;
      this.#at = at;
      return line.slice(begin.length);
    }
    const from = this.#at + 1;
    this.#at = this.#lines.length;
    throw this.error(`"${begin}" is missing (looked from line ${from + 1} on)`);
  }

  /** The number after "name :". */
  count(name: string, least: number, most: number): number {
    const found = /^\s*:\s*(\d{1,10})\b/.exec(this.find(name));
    const value = found === null ? Number.NaN : Number(found[1]);
    if (value >= least && value <= most) return value;
    throw this.error(`"${name}" must be a number from ${least} to ${most}`);
  }

  zero(name: string, what: string): void {
    if (this.count(name, 0, maxNumber) > 0) {
      throw this.error(`${what} are not supported, only renewable ones`);
    }
  }

  /** The next line may be one of dashes. */
  skipRule(): void {
    if (/^-+$/.test((this.#lines[this.#at + 1] ?? '').trim())) this.#at += 1;
  }

  /** The whole numbers of the next line. */
  numbers(expected: number | undefined, what: string): number[] {
    this.#at += 1;
    const line = this.#lines[this.#at]?.trim();
    if (line === undefined || line === '') throw this.error(`${what} are missing`);
    const words = line.split(/\s+/);
    const strange = words.find((word) => !/^\d{1,10}$/.test(word) || Number(word) > maxNumber);
    if (strange !== undefined) {
      throw this.error(`"${strange.slice(0, shownCharacters)}" in ${what} is no whole number`);
    }
    if (expected !== undefined && words.length !== expected) {
      throw this.error(`${what} must have ${expected} numbers, not ${words.length}`);
    }
    return words.map(Number);
  }
}
