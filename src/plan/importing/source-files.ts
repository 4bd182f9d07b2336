// The files that a reader is given, wherever they come from.
import type { ZipReader } from '../../base/unzip.ts';
import type { SourceFiles } from './imported-plan.ts';

/** Bytes that are no text become signs that say so; what reads them finds nothing it knows. */
const decoder = new TextDecoder('utf-8');

export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

export const filesOfZip = (zip: ZipReader): SourceFiles => ({
  paths: zip.paths,
  bytes: zip.read,
  text: (path) => {
    const bytes = zip.read(path);
    return bytes === undefined ? undefined : textOf(bytes);
  },
});

/** A folder that somebody has read already, under limits. */
export const filesOfMap = (files: ReadonlyMap<string, Uint8Array>): SourceFiles => ({
  paths: [...files.keys()],
  bytes: (path) => files.get(path),
  text: (path) => {
    const bytes = files.get(path);
    return bytes === undefined ? undefined : textOf(bytes);
  },
});
