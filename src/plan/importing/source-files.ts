// The files that a reader is given, wherever they come from, and the codes that their texts are in.
import { type JsonReading, parseStrictJson, readStrictJson } from '../../base/strict-json.ts';
import type { ZipReader } from '../../base/unzip.ts';
import type { ImportDefect, SourceFiles } from './imported-plan.ts';
import { teller } from './telling.ts';

/** A mark at the beginning tells UTF-16; all else is UTF-8, unless its bytes say otherwise. */
type Code = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'broken utf-8';

export interface Decoded {
  readonly text: string;
  readonly code: Code;
}

function marked(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** True where more of the signs beyond ASCII are broken than whole. A loop: a match for each of 32 MiB
 * would be far larger than the text. */
function isMostlyBroken(text: string): boolean {
  let [broken, whole] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0xfffd) broken += 1;
    else if (sign > 0x7f) whole += 1;
  }
  return broken >= whole;
}

/** Excel in Western Europe writes Windows-1252. A text of UTF-8 with a few broken signs is still that:
 * more of its signs can be read than not. */
function unmarked(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), code: 'utf-8' };
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    if (!isMostlyBroken(text)) return { text, code: 'broken utf-8' };
    return { text: new TextDecoder('windows-1252').decode(bytes), code: 'windows-1252' };
  }
}

export function decoded(bytes: Uint8Array): Decoded {
  const code = marked(bytes);
  if (code === undefined) return unmarked(bytes);
  return { text: new TextDecoder(code).decode(bytes), code };
}

/** What a JSON file says is kept as it is: its signs are never guessed. */
export const jsonReading = (bytes: Uint8Array, name: string): JsonReading =>
  marked(bytes) === undefined
    ? readStrictJson(bytes, name)
    : parseStrictJson(decoded(bytes).text, name);

const details: Readonly<Partial<Record<Code, string>>> = {
  'windows-1252': 'The text is no UTF-8; it was read as Windows-1252.',
  'broken utf-8': 'Some signs of the text are no UTF-8 and cannot be read.',
};

/** What is to be told of texts that were not in a code of today, by their places. */
export function codeDefects(read: Iterable<readonly [where: string, code: Code]>): ImportDefect[] {
  const defects: ImportDefect[] = [];
  const tell = teller(defects);
  for (const [where, code] of read) {
    const detail = details[code];
    if (detail !== undefined) tell('other_encoding', where, detail, code === 'windows-1252');
  }
  return defects;
}

/** Files with the codes of those texts that were read so far. */
export interface CodedFiles extends SourceFiles {
  codeDefects(): ImportDefect[];
}

export function filesOfZip(zip: ZipReader): CodedFiles {
  const read = new Map<string, Code>();
  return {
    paths: zip.paths,
    bytes: zip.read,
    text: (path) => {
      const bytes = zip.read(path);
      if (bytes === undefined) return undefined;
      const { text, code } = decoded(bytes);
      read.set(path, code);
      return text;
    },
    codeDefects: () => codeDefects(read),
  };
}
