// What the tools that change files share: from wanted contents to a plan, done once and undone.
import type { z } from 'zod';
import { sha256Hex } from '../../base/hash.ts';
import { type Act, actOnce, holdKey, type Plan } from '../safety/effects.ts';
import { overLimit, systemCode } from '../safety/failures.ts';
import { type FoundFile, readPlain } from '../safety/file-io.ts';
import type { FileScope } from '../safety/file-scope.ts';
import type { Change } from '../safety/journal.ts';
import { FilePlaces, fileAt, missingFolders } from '../safety/places.ts';
import type { Redactor } from '../safety/redact.ts';
import { absent, type FileShape } from '../safety/shape.ts';
import { unifiedDiff } from './line-diff.ts';
import type { fileChanges } from './params.ts';
import { actDigest } from './run-tool.ts';
import { openPlaces } from './step-places.ts';
import type { Preview, ToolContext, ToolLabel } from './tool.ts';

/** What a file shall be; null removes it. */
export interface Wanted {
  readonly path: string;
  readonly found: FoundFile | null;
  readonly bytes: Buffer | null;
  readonly isExecutable?: boolean;
}

const newFileMode = 0o644;
const executeBits = 0o111;
const maxDiffChars = 200_000;

/** The file as it is, or null. */
export function findFile(
  scope: FileScope,
  path: string,
  maxBytes: number,
): Promise<FoundFile | null> {
  return scope
    .within(path, (folder, name) => readPlain(folder, name, maxBytes))
    .catch((error: unknown) => {
      if (['ENOENT', 'file_not_found'].includes(systemCode(error))) return null;
      throw error;
    });
}

/** Null if it is not text. */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function modeOf({ found, isExecutable }: Wanted): number {
  const mode = found?.shape.mode ?? newFileMode;
  if (isExecutable === undefined) return mode;
  return isExecutable ? mode | executeBits : mode & ~executeBits;
}

function shapeOf(wanted: Wanted, bytes: Buffer): FileShape {
  const { uid, gid } = wanted.found?.shape ?? {};
  const owner = uid === undefined || gid === undefined ? {} : { uid, gid };
  return {
    is: 'file',
    mode: modeOf(wanted),
    sha256: sha256Hex(bytes),
    bytes: bytes.length,
    ...owner,
  };
}

function changeOf(wanted: Wanted): Change {
  const after = wanted.bytes === null ? absent : shapeOf(wanted, wanted.bytes);
  return { at: fileAt(wanted.path), before: wanted.found?.shape ?? absent, after };
}

function modeDiff(wanted: Wanted): string {
  const { path, found, bytes } = wanted;
  if (found === null || bytes === null || modeOf(wanted) === found.shape.mode) return '';
  const shown = (mode: number): string => (0o100000 | mode).toString(8);
  return `diff --git a/${path} b/${path}\nold mode ${shown(found.shape.mode)}\nnew mode ${shown(modeOf(wanted))}\n`;
}

function textDiff({ path, found, bytes }: Wanted): string {
  const before = found === null ? null : textOf(found.bytes);
  const after = bytes === null ? null : textOf(bytes);
  const isBinary = (found !== null && before === null) || (bytes !== null && after === null);
  if (!isBinary) return unifiedDiff(path, before, after);
  if (found && bytes && found.bytes.equals(bytes)) return '';
  return `Binary file ${path}: ${found?.bytes.length ?? 'no'} bytes become ${bytes?.length ?? 'no'} bytes\n`;
}

/** Redacted before the cut, which could halve a secret. */
function diffOf(wanted: readonly Wanted[], redactor: Redactor): { text: string; isCut: boolean } {
  const text = redactor.text(wanted.map((one) => modeDiff(one) + textDiff(one)).join(''));
  const isCut = text.length > maxDiffChars;
  return { text: isCut ? `${text.slice(0, maxDiffChars)}\n[cut]\n` : text, isCut };
}

export type FileChanges = z.infer<typeof fileChanges>;

function outputOf(wanted: readonly Wanted[], redactor: Redactor): FileChanges {
  const files = wanted.map(({ path, bytes }) => ({
    path,
    sha256: bytes === null ? null : sha256Hex(bytes),
    bytes: bytes?.length ?? 0,
  }));
  return { files, diff: diffOf(wanted, redactor).text };
}

function checkLimits(context: ToolContext, wanted: readonly Wanted[]): void {
  const { file_bytes, files_per_step } = context.policy.limits;
  if (wanted.length > files_per_step) {
    throw overLimit(`A step may change ${files_per_step} files, not ${wanted.length}.`);
  }
  const large = wanted.find(({ bytes }) => bytes !== null && bytes.length > file_bytes);
  if (large) throw overLimit(`${large.path} would be larger than ${file_bytes} bytes.`);
}

const isReal = ({ found, bytes, ...rest }: Wanted): boolean =>
  bytes === null
    ? found !== null
    : found?.bytes.equals(bytes) !== true || modeOf({ found, bytes, ...rest }) !== found.shape.mode;

async function planOf(
  context: ToolContext,
  places: FilePlaces,
  wanted: readonly Wanted[],
): Promise<Plan> {
  checkLimits(context, wanted);
  const real = wanted.filter(isReal);
  const folders = new Set<string>();
  for (const { path, bytes } of real) {
    if (bytes !== null)
      for (const folder of await missingFolders(places, path)) folders.add(folder);
  }
  return {
    changes: real.map(changeOf),
    contents: real.flatMap(
      ({ found, bytes }) => [found?.bytes ?? [], bytes ?? []].flat() as Buffer[],
    ),
    folders: [...folders],
    output: outputOf(wanted, context.redactor),
  };
}

export interface FileAct {
  readonly tool: string;
  readonly params: unknown;
  readonly label: string;
  /** Real paths below the root. */
  readonly paths: readonly string[];
  readonly want: () => Promise<Wanted[]>;
}

export async function runFileAct(
  context: ToolContext,
  scope: FileScope,
  act: FileAct,
): Promise<{ output: FileChanges; labels: ToolLabel[] }> {
  const locked = act.paths.map((path) => `${scope.root}/${path}`);
  return holdKey(context, context.key, locked, async (journal) => {
    const files = new FilePlaces(scope, journal);
    const whole: Act = {
      tool: act.tool,
      op: actDigest(act.tool, act.params),
      label: context.redactor.text(act.label),
      root: scope.root,
      plan: async () => planOf(context, files, await act.want()),
    };
    const places = await openPlaces(context, scope, journal);
    const { output, isRepeated } = await actOnce(context, journal, places, whole);
    return { output: output as FileChanges, labels: isRepeated ? ['already_applied'] : [] };
  });
}

export async function previewFileAct(context: ToolContext, act: FileAct): Promise<Preview> {
  const journal = await context.journals.open(context.key);
  const op = actDigest(act.tool, act.params);
  if (journal.entries.some((entry) => entry.op === op && entry.state === 'done')) {
    return { summary: `${act.label}: done already.`, diff: '', labels: ['already_applied'] };
  }
  const wanted = await act.want();
  checkLimits(context, wanted);
  const { text: diff, isCut } = diffOf(wanted, context.redactor);
  return {
    summary: diff === '' ? `${act.label}: nothing would change.` : act.label,
    diff,
    labels: isCut ? ['truncated'] : [],
  };
}
