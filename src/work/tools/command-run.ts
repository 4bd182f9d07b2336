// Runs an allowed command, shut in where the machine can do that. What it may write is kept before, so
// that a command that fails leaves nothing behind and one that succeeded can be undone.
import { join } from 'node:path';
import { z } from 'zod';
import { PlanwrightError } from '../../base/errors.ts';
import { holdKey, settleOpen, standsAsLeft } from '../safety/effects.ts';
import {
  changedElsewhere,
  closedKey,
  overLimit,
  refused,
  tookTooLong,
  unfit,
  unsuccessful,
} from '../safety/failures.ts';
import type { FileScope } from '../safety/file-scope.ts';
import type { Journal } from '../safety/journal.ts';
import { type FilePlaces, fileAt, placeName } from '../safety/places.ts';
import { allowsCommand } from '../safety/policy.ts';
import { findProgram, runProgram } from '../safety/programs.ts';
import { rollBack } from '../safety/restore.ts';
import type { ProcessResult } from '../safety/run-process.ts';
import { viewOf } from '../safety/scope-view.ts';
import { lookAtTree, takeSnapshot, treeChanges } from '../safety/tree.ts';
import { WriteWatch } from '../safety/write-watch.ts';
import { filePath } from './params.ts';
import { actDigest } from './run-tool.ts';
import { openPlaces, openScope, undoStep } from './step-places.ts';
import { defineTool, type ToolContext, type ToolLabel, type ToolResult } from './tool.ts';

const params = z.strictObject({
  command: z.string().min(1).max(64).describe('Name of a program that the policy allows.'),
  args: z
    .array(
      z
        .string()
        .max(8_000)
        .refine((text) => !text.includes('\0'), 'must not hold NUL'),
    )
    .max(200)
    .default([]),
  cwd: filePath.default('.').describe('Folder to run in, below the root.'),
  writes: z
    .array(filePath)
    .max(20)
    .default([])
    .describe('Folders and files that it may write, within the write scope. Without it, none.'),
  timeout_seconds: z.int().min(1).max(3_600).optional(),
  must_succeed: z
    .boolean()
    .default(true)
    .describe('Whether another exit code than 0 is a failure.'),
});
type Params = z.infer<typeof params>;

const output = z.object({
  exit_code: z.int(),
  stdout: z.string(),
  stderr: z.string(),
  changed: z.array(z.string()).describe('Files that it changed, the first 1,000 of them.'),
});
type Output = z.infer<typeof output>;

const maxChanged = 1_000;

interface Place {
  readonly scope: FileScope;
  readonly cwd: string;
  readonly writes: readonly string[];
}

async function placeOf(given: Params, context: ToolContext): Promise<Place> {
  if (!allowsCommand(context.policy, given.command, given.args)) {
    // Redacted before the cut, which could halve a secret.
    const what = context.redactor.text([given.command, ...given.args].join(' ')).slice(0, 200);
    throw refused(`The policy does not allow the command: ${what}`, { command: given.command });
  }
  const scope = await openScope(context);
  const cwd = await scope.locate(given.cwd, 'read');
  const writes: string[] = [];
  for (const path of given.writes) writes.push(await scope.locate(path, 'write'));
  return { scope, cwd, writes };
}

const maxSecondsOf = (given: Params, context: ToolContext): number => {
  const { command_seconds } = context.policy.limits;
  return Math.min(given.timeout_seconds ?? command_seconds, command_seconds);
};

async function call(given: Params, place: Place, context: ToolContext): Promise<ProcessResult> {
  const { scope, writes } = place;
  const program = await findProgram(given.command, context.sandbox.searchPath, scope);
  const view = await viewOf(scope, context.policy, writes);
  const cwd = join(scope.root, place.cwd);
  const maxFileBytes = context.policy.limits.write_bytes;
  const places = writes.map((path) => join(scope.root, path));
  const watch = writes.length === 0 ? null : await WriteWatch.begin(places, maxFileBytes);
  const result = await runProgram(
    context.sandbox,
    { program, args: given.args, cwd, view },
    {
      maxFileBytes,
      ...(watch ? { isOver: () => watch.isOver() } : {}),
      maxMs: maxSecondsOf(given, context) * 1_000,
      maxOutputBytes: context.policy.limits.output_bytes,
      signal: context.signal,
      redactor: context.redactor,
    },
  );
  if (result.hasBegun) {
    // Between the last look and its end it may have written more.
    const isOver = result.endedBy === 'itself' && (await watch?.isOver()) === true;
    return isOver ? { ...result, endedBy: 'limit' } : result;
  }
  const why = result.stderr.text.trim().split('\n').at(-1) ?? '';
  throw new PlanwrightError('not_allowed_now', `The sandbox could not be made: ${why}`);
}

/** Throws if the attempt has failed by it. */
function judge(given: Params, result: ProcessResult, context: ToolContext): number {
  if (result.endedBy === 'caller') context.signal.throwIfAborted();
  if (result.endedBy === 'time') {
    throw tookTooLong(`${given.command} took longer than ${maxSecondsOf(given, context)} s.`);
  }
  if (result.endedBy === 'limit') {
    const { write_bytes } = context.policy.limits;
    throw overLimit(
      `${given.command} wrote more than ${write_bytes} bytes, or too many files; what it wrote was removed. Write less, or raise limits.write_bytes in the policy.`,
      { write_bytes },
    );
  }
  const { exitCode, stdout, stderr } = result;
  if (exitCode === 0 || (exitCode !== null && !given.must_succeed)) return exitCode;
  const said = (stderr.text.trim() || stdout.text.trim()).slice(-2_000);
  const end = exitCode === null ? 'was ended by a signal' : `ended with code ${exitCode}`;
  throw unsuccessful(`${given.command} ${end}: ${said}`, { exit_code: exitCode ?? -1 });
}

function resultOf(
  context: ToolContext,
  value: Output,
  { isCut, isRepeated }: { isCut: boolean; isRepeated: boolean },
): ToolResult<Output> {
  const labels: ToolLabel[] = [];
  if (context.sandbox.kind === 'none') labels.push('unsandboxed');
  if (isRepeated) labels.push('already_applied');
  if (isCut) labels.push('truncated');
  return { output: value, labels };
}

const isCut = ({ stdout, stderr }: ProcessResult): boolean => stdout.isCut || stderr.isCut;

const outputOf = (exitCode: number, result: ProcessResult, changed: string[]): Output => ({
  exit_code: exitCode,
  stdout: result.stdout.text,
  stderr: result.stderr.text,
  changed: changed.slice(0, maxChanged),
});

/** It may write: once, undone if it fails. */
async function runWriting(
  given: Params,
  place: Place,
  context: ToolContext,
  journal: Journal,
): Promise<ToolResult<Output>> {
  const places = await openPlaces(context, place.scope, journal);
  const op = actDigest('command_run', given);
  await settleOpen(journal, places);
  const known = journal.entries.find((entry) => entry.op === op && entry.state === 'done');
  if (known) {
    if (!(await standsAsLeft(journal, places, known))) {
      throw changedElsewhere(known.changes.map(({ at }) => placeName(at)));
    }
    return resultOf(context, known.output as Output, { isCut: false, isRepeated: true });
  }
  await mustExist(places.files, place.writes);
  const index = await beginWriting(given, place, context, journal, op);
  try {
    const result = await call(given, place, context);
    journal.point('command-ended');
    const exitCode = judge(given, result, context);
    const after = await lookAtTree(place.scope, place.writes);
    const changes = treeChanges(journal.entry(index).snapshot?.shapes ?? {}, after);
    const value = outputOf(
      exitCode,
      result,
      changes.map(({ at }) => placeName(at)),
    );
    await journal.done(index, { changes, output: value });
    return resultOf(context, value, { isCut: isCut(result), isRepeated: false });
  } catch (error) {
    // Taken away: whoever has the step now cleans up, or undo does.
    if (error instanceof PlanwrightError && !context.signal.aborted) {
      await rollBack(journal, index, places);
    }
    throw error;
  }
}

async function mustExist(files: FilePlaces, writes: readonly string[]): Promise<void> {
  for (const path of writes) {
    const isThere = path === '.' || (await files.look(fileAt(path))).is !== 'absent';
    if (!isThere) throw unfit(`${path} is not there. Make it first, or name the folder above it.`);
  }
}

async function beginWriting(
  given: Params,
  { scope, writes }: Place,
  context: ToolContext,
  journal: Journal,
  op: string,
): Promise<number> {
  const snapshot = await takeSnapshot(scope, journal, writes, context.policy.limits);
  context.signal.throwIfAborted();
  return journal.begin({
    tool: 'command_run',
    op,
    label: context.redactor.text(`Run ${[given.command, ...given.args].join(' ')}`).slice(0, 500),
    root: scope.root,
    attempt: context.attempt,
    at: context.now(),
    changes: [],
    folders: [],
    snapshot,
    output: null,
  });
}

async function run(given: Params, context: ToolContext): Promise<ToolResult<Output>> {
  const place = await placeOf(given, context);
  const locked = place.writes.map((path) => join(place.scope.root, path));
  return holdKey(context, context.key, locked, async (journal) => {
    if (journal.isClosed) throw closedKey();
    if (place.writes.length > 0) return runWriting(given, place, context, journal);
    const result = await call(given, place, context);
    const value = outputOf(judge(given, result, context), result, []);
    return resultOf(context, value, { isCut: isCut(result), isRepeated: false });
  });
}

export const commandRun = defineTool<Params, Output>({
  name: 'command_run',
  title: 'Run a command',
  description: 'Runs a program that the policy allows, without a shell and without the network.',
  params,
  output,
  tier: 1,
  tierUnsandboxed: 2,
  effects: 'process',
  reversibility: 'compensable',
  async preview(given, context) {
    const { cwd, writes } = await placeOf(given, context);
    const what = [given.command, ...given.args].map((part) => JSON.stringify(part)).join(' ');
    const may = writes.length === 0 ? 'nothing' : writes.join(', ');
    const isOpen = context.sandbox.kind === 'none';
    const where = isOpen ? 'WITHOUT a sandbox' : `in the ${context.sandbox.kind} sandbox`;
    const summary = `Run ${what} in ${cwd}, ${where}, for at most ${maxSecondsOf(given, context)} s; it may write: ${may}.`;
    return { summary, diff: '', labels: isOpen ? ['unsandboxed'] : [] };
  },
  run,
  undo: undoStep,
});
