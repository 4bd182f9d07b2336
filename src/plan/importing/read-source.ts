// From bytes that somebody gave to what they hold. The format is told by the content; a name that says
// otherwise is not believed, but who gives the file may say it.
import { PlanwrightError } from '../../base/errors.ts';
import { parseJson } from '../../base/json-shape.ts';
import { isZip, readZip } from '../../base/unzip.ts';
import { isFields } from './fields.ts';
import type {
  FilesReader,
  ImportedPlan,
  ImportFormat,
  SourceFiles,
  TextReader,
} from './imported-plan.ts';
import { isOwnZip, type OwnPlan, readOwnZip } from './own-zip.ts';
import { isOurs } from './planexe-files.ts';
import { filesReaders, textReaders } from './readers.ts';
import { filesOfZip, textOf } from './source-files.ts';

/** Larger files are refused before anything of them is looked at. */
export const maxSourceBytes = 32 * 2 ** 20;

export type Source =
  /** Somebody's plan.json, to be checked and kept as it is; or a plan of ours that is not finished. */
  OwnPlan | { readonly kind: 'foreign'; readonly imported: ImportedPlan };

const understood =
  'What is taken in: a plan.json, the zip of a plan of ours, the zip of a PlanExe plan, a tasks.json of task-master, a Backlog.md folder or its zip, MS Project XML, and a table of tasks as CSV. --format (format) says which, where that cannot be seen.';

const unknown = (why: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `${why} ${understood}`);

/** Texts of other programs come in two codes; a mark at their beginning tells them apart. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  if (!isLittle && !isBig) return textOf(bytes).replace(/^\uFEFF/, '');
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes).replace(/^\uFEFF/, '');
}

const startsAsJson = (text: string): boolean => /^\s*[[{]/.test(text.slice(0, 1_000));

function readText(text: string, name: string, format: ImportFormat | undefined): Source | null {
  const json = startsAsJson(text) ? parseJson(text, name) : undefined;
  const isPlan = isFields(json) && (format === 'plan' || Array.isArray(json.phases));
  if (isPlan && (format === undefined || format === 'plan')) return { kind: 'plan', plan: json };
  const reader = textReaders.find((one: TextReader) =>
    format === undefined ? one.recognizes(text) : one.format === format,
  );
  return reader ? { kind: 'foreign', imported: reader.read(text, name) } : null;
}

const maxLooked = 40;

/** A single text that somebody packed. */
function readPacked(files: SourceFiles, format: ImportFormat | undefined): Source | null {
  const paths = files.paths.filter((path) => isOurs(path) && /\.(json|xml|csv)$/i.test(path));
  for (const path of paths.slice(0, maxLooked)) {
    const found = readText(files.text(path) ?? '', path, format);
    if (found) return found;
  }
  return null;
}

function readFiles(files: SourceFiles, name: string, format?: ImportFormat): Source {
  const isOwn = format === undefined ? isOwnZip(files) : format === 'planwright';
  if (isOwn) return readOwnZip(files);
  const reader = filesReaders.find((one: FilesReader) =>
    format === undefined ? one.recognizes(files) : one.format === format,
  );
  const found: Source | null = reader
    ? { kind: 'foreign', imported: reader.read(files, name) }
    : readPacked(files, format);
  if (found) return found;
  throw unknown(`${name}: nothing in it is a plan that is understood.`);
}

export function readSource(bytes: Uint8Array, name: string, format?: ImportFormat): Source {
  if (bytes.byteLength > maxSourceBytes) {
    const message = `${name} is larger than ${maxSourceBytes / 2 ** 20} MiB, the most that is taken in.`;
    throw new PlanwrightError('too_large', message);
  }
  if (isZip(bytes)) return readFiles(filesOfZip(readZip(bytes)), name, format);
  const found = readText(decoded(bytes), name, format);
  if (found) return found;
  const said =
    format === undefined ? 'is no plan that is understood' : `cannot be read as ${format}`;
  throw unknown(`${name} ${said}.`);
}
