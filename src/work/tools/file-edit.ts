// Edits text files by a unified diff, or one file by exact replacements. All hunks fit or nothing is
// changed.
import { z } from 'zod';
import { noSuchFile, unfit } from '../safety/failures.ts';
import type { FileScope } from '../safety/file-scope.ts';
import {
  type FileAct,
  findFile,
  previewFileAct,
  runFileAct,
  textOf,
  type Wanted,
} from './file-act.ts';
import { fileChanges, filePath } from './params.ts';
import {
  applyHunks,
  applyReplacements,
  type FilePatch,
  parsePatch,
  patchProblem,
} from './patch-text.ts';
import { openScope, undoStep } from './step-places.ts';
import { defineTool, type ToolContext } from './tool.ts';

const maxPatchChars = 10_000_000;

/** A diff that is none is told before anything is built on it. */
const diffText = z
  .string()
  .min(1)
  .max(maxPatchChars)
  .superRefine((text, { addIssue }) => {
    const problem = patchProblem(text);
    if (problem !== null) addIssue(problem);
  })
  .describe('A unified diff.');

const params = z.union([
  z.strictObject({ diff: diffText }),
  z.strictObject({
    path: filePath,
    replace: z
      .array(
        z.strictObject({
          old: z.string().min(1).max(maxPatchChars).describe('Stands in the file exactly once.'),
          new: z.string().max(maxPatchChars),
        }),
      )
      .min(1)
      .max(1_000),
  }),
]);
type Params = z.infer<typeof params>;

interface Edit {
  readonly given: string;
  readonly kind: FilePatch['kind'];
  /** From the text as it is to the text as it shall be. */
  readonly apply: (text: string) => string;
}

function editsOf(given: Params): Edit[] {
  if ('replace' in given) {
    const apply = (text: string): string => applyReplacements(text, given.replace);
    return [{ given: given.path, kind: 'change', apply }];
  }
  return parsePatch(given.diff).map(({ path, kind, hunks }) => ({
    given: path,
    kind,
    apply: (text) => applyHunks(text, hunks),
  }));
}

async function wantedOf(
  scope: FileScope,
  path: string,
  edit: Edit,
  maxBytes: number,
): Promise<Wanted> {
  const found = await findFile(scope, path, maxBytes);
  if (edit.kind === 'make' && found !== null) throw unfit(`${path} is there already.`, { path });
  if (edit.kind !== 'make' && found === null) throw noSuchFile(path);
  const text = found === null ? '' : textOf(found.bytes);
  if (text === null) throw unfit(`${path} is not a text file.`, { path });
  const edited = edit.apply(text);
  if (edit.kind !== 'remove') return { path, found, bytes: Buffer.from(edited) };
  if (edited !== '') throw unfit(`The diff removes ${path} but not all of its lines.`, { path });
  return { path, found, bytes: null };
}

async function actOf(given: Params, scope: FileScope, context: ToolContext): Promise<FileAct> {
  const placed: { path: string; edit: Edit }[] = [];
  for (const edit of editsOf(given)) {
    placed.push({ path: await scope.locate(edit.given, 'write'), edit });
  }
  const paths = placed.map(({ path }) => path);
  if (new Set(paths).size < paths.length) throw unfit('Two names of the diff are the same file.');
  const { file_bytes } = context.policy.limits;
  const want = (): Promise<Wanted[]> =>
    Promise.all(placed.map(({ path, edit }) => wantedOf(scope, path, edit, file_bytes)));
  return { tool: 'file_edit', params: given, label: `Edit ${paths.join(', ')}`, paths, want };
}

export const fileEdit = defineTool<Params, z.infer<typeof fileChanges>>({
  name: 'file_edit',
  title: 'Edit files',
  description:
    'Changes text files by a unified diff or by exact replacements, all of it or nothing.',
  params,
  output: fileChanges,
  tier: 1,
  effects: 'files',
  reversibility: 'reversible',
  async preview(given, context) {
    const scope = await openScope(context);
    return previewFileAct(context, await actOf(given, scope, context));
  },
  async run(given, context) {
    const scope = await openScope(context);
    return runFileAct(context, scope, await actOf(given, scope, context));
  },
  undo: undoStep,
});
