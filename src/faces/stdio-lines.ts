// The lines that a stdio client sends, before the protocol reads them: one that strict-json.ts refuses is
// answered with an error here. What is no JSON at all, or has no end, is left to the protocol.
import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback } from 'node:stream';
import { readStrictJson } from '../base/strict-json.ts';

export interface LineRefusal {
  /** Of the message, where it can be read. */
  readonly id: string | number | null;
  readonly message: string;
}

const newline = 0x0a;

function idIn(line: Buffer): string | number | null {
  try {
    const id = (JSON.parse(line.toString('utf8')) as { id?: unknown } | null)?.id;
    return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null;
  } catch {
    return null;
  }
}

function refusalOf(line: Buffer): LineRefusal | null {
  const reading = readStrictJson(line);
  if (reading.ok || (reading.isUnreadable && isUtf8(line))) return null;
  return { id: idIn(line), message: reading.problem };
}

export class StdioLines extends Transform {
  readonly #maxBytes: number;
  readonly #refuse: (refusal: LineRefusal) => void;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number, refuse: (refusal: LineRefusal) => void) {
    super();
    this.#maxBytes = maxBytes;
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#keep(chunk.subarray(from, end + 1));
      this.#pass();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    // The protocol has the same limit, and closes the connection.
    if (this.#size > this.#maxBytes) this.push(this.#take());
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#size > 0) this.push(this.#take());
    done();
  }

  #keep(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.byteLength;
  }

  #take(): Buffer {
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return whole;
  }

  #pass(): void {
    const line = this.#take();
    const refusal = refusalOf(line);
    if (refusal === null) this.push(line);
    else this.#refuse(refusal);
  }
}
