// What a command prints, up to a limit: the beginning and the end are kept, since the first lines say
// what ran and the last ones how it ended. Secrets are taken out before the cut, so none is halved.
import type { Redactor } from './redact.ts';

export interface PrintedText {
  readonly text: string;
  readonly bytes: number;
  readonly isCut: boolean;
}

export class BoundedOutput {
  readonly #maxBytes: number;
  readonly #marginBytes: number;
  #head = Buffer.alloc(0);
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #bytes = 0;

  constructor(maxBytes: number, redactor: Redactor) {
    this.#maxBytes = maxBytes;
    // Of UTF-8, up to four bytes a character.
    this.#marginBytes = redactor.longestChars * 4;
  }

  get #halfBytes(): number {
    return Math.ceil(this.#maxBytes / 2) + this.#marginBytes;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const room = this.#halfBytes - this.#head.length;
    if (room > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, room)]);
    const rest = chunk.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    this.#tail.push(Buffer.from(rest));
    this.#tailBytes += rest.length;
    this.#dropOld();
  }

  #dropOld(): void {
    if (this.#tailBytes <= 2 * this.#halfBytes) return;
    const all = Buffer.concat(this.#tail);
    this.#tail = [all.subarray(all.length - this.#halfBytes)];
    this.#tailBytes = this.#halfBytes;
  }

  printed(redactor: Redactor): PrintedText {
    const tail = Buffer.concat(this.#tail);
    const bytes = this.#bytes;
    if (bytes <= this.#maxBytes) {
      return {
        text: redactor.text(Buffer.concat([this.#head, tail]).toString()),
        bytes,
        isCut: false,
      };
    }
    const half = Math.ceil(this.#maxBytes / 2);
    const start = redactor.text(this.#head.toString()).slice(0, half);
    const kept =
      bytes - this.#head.length <= tail.length ? Buffer.concat([this.#head, tail]) : tail;
    const end = lastChars(redactor.text(kept.toString()), half);
    return { text: `${start}\n[… cut, ${bytes} bytes in all …]\n${end}`, bytes, isCut: true };
  }
}

const lastChars = (text: string, count: number): string =>
  text.slice(Math.max(0, text.length - count));
