// From bytes that somebody gave to what they hold. The format is told by the content; a name that says
// otherwise is not believed, but who gives the file may say it.
import { isPlanwrightError, PlanwrightError } from '../../base/errors.ts';
import { jsonValue } from '../../base/strict-json.ts';
import { isZip, readZip } from '../../base/unzip.ts';
import { isFields } from './fields.ts';
import type {
  FilesReader,
  ImportDefect,
  ImportedPlan,
  ImportFormat,
  SourceFiles,
  TextReader,
} from './imported-plan.ts';
import { isOwnZip, type OwnPlan, readOwnZip } from './own-zip.ts';
import { isOurs } from './planexe-files.ts';
import { filesReaders, textReaders } from './readers.ts';
import { type CodedFiles, codeDefects, decoded, filesOfZip, jsonReading } from './source-files.ts';
import { maxSourceBytes } from './source-limit.ts';

export type Source =
  /** Somebody's plan.json, to be checked and kept as it is; or a plan of ours that is not finished. */
  OwnPlan | { readonly kind: 'foreign'; readonly imported: ImportedPlan };

const understood =
  'What is taken in: a plan.json, the zip of a plan of ours, the zip of a PlanExe plan, a tasks.json of task-master, a Backlog.md folder or its zip, MS Project XML, and a table of tasks as CSV. --format (format) says which, where that cannot be seen.';

const unknown = (why: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `${why} ${understood}`);

/** A plan of ours is checked as a whole, and has no list of defects. */
function withDefects(source: Source, defects: readonly ImportDefect[]): Source {
  if (source.kind !== 'foreign' || defects.length === 0) return source;
  const { imported } = source;
  return { ...source, imported: { ...imported, defects: [...defects, ...imported.defects] } };
}

const startsAsJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 1_000));

const jsonFormats: readonly (ImportFormat | undefined)[] = [undefined, 'plan', 'taskmaster'];

function readText(
  bytes: Uint8Array,
  name: string,
  format: ImportFormat | undefined,
): Source | null {
  const { text, code } = decoded(bytes);
  const mayBeJson = jsonFormats.includes(format) && startsAsJson(text);
  const json = mayBeJson ? jsonValue(jsonReading(bytes, name)) : undefined;
  const mayBePlan = format === undefined || format === 'plan';
  const isPlan = mayBePlan && isFields(json) && (format === 'plan' || Array.isArray(json.phases));
  if (isPlan) return { kind: 'plan', plan: json };
  const reader = textReaders.find((one: TextReader) =>
    format === undefined ? one.recognizes(text) : one.format === format,
  );
  if (!reader) return null;
  const imported = reader.read(text, name);
  return withDefects({ kind: 'foreign', imported }, codeDefects([[name, code]]));
}

const maxLooked = 40;

/** The text looks like what its giver says that it is. */
function looksLike(text: string, format: ImportFormat): boolean {
  if (format === 'plan') return startsAsJson(text) && /"phases"\s*:\s*\[/.test(text);
  return textReaders.some((one) => one.format === format && one.recognizes(text));
}

/** A single text that somebody packed. Files of other programs may lie beside it: what cannot be read
 * is a refusal only where nothing can. What looks like the wished format comes first. */
function readPacked(files: SourceFiles, format: ImportFormat | undefined): Source | null {
  const paths = files.paths
    .filter((path) => isOurs(path) && /\.(json|xml|csv)$/i.test(path))
    .slice(0, maxLooked);
  let refusal: PlanwrightError | undefined;
  for (const isWished of format === undefined ? [false] : [true, false]) {
    for (const path of paths) {
      const bytes = files.bytes(path) ?? new Uint8Array();
      const isOther = isWished && format !== undefined && !looksLike(decoded(bytes).text, format);
      if (isOther) continue;
      try {
        const found = readText(bytes, path, format);
        if (found) return found;
      } catch (error) {
        if (!isPlanwrightError(error)) throw error;
        refusal ??= error;
      }
    }
  }
  if (refusal) throw refusal;
  return null;
}

function readWhole(files: CodedFiles, reader: FilesReader, name: string): Source {
  const imported = reader.read(files, name);
  return withDefects({ kind: 'foreign', imported }, files.codeDefects());
}

function readFiles(files: CodedFiles, name: string, format?: ImportFormat): Source {
  const isOwn = format === undefined ? isOwnZip(files) : format === 'planwright';
  if (isOwn) return readOwnZip(files);
  const reader = filesReaders.find((one: FilesReader) =>
    format === undefined ? one.recognizes(files) : one.format === format,
  );
  const found = reader ? readWhole(files, reader, name) : readPacked(files, format);
  if (found) return found;
  throw unknown(`${name}: nothing in it is a plan that is understood.`);
}

export function readSource(bytes: Uint8Array, name: string, format?: ImportFormat): Source {
  if (bytes.byteLength > maxSourceBytes) {
    const message = `${name} is larger than ${maxSourceBytes / 2 ** 20} MiB, the most that is taken in.`;
    throw new PlanwrightError('too_large', message);
  }
  if (isZip(bytes)) return readFiles(filesOfZip(readZip(bytes)), name, format);
  const found = readText(bytes, name, format);
  if (found) return found;
  const said =
    format === undefined ? 'is no plan that is understood' : `cannot be read as ${format}`;
  throw unknown(`${name} ${said}.`);
}
