// Takes back an earlier commit by a new one, and its files with it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256Hex } from '../../base/hash.ts';
import { noSuchFile, overLimit, refused, unfit } from '../safety/failures.ts';
import type { FoundFile } from '../safety/file-io.ts';
import type { Change } from '../safety/journal.ts';
import { fileAt } from '../safety/places.ts';
import { absent } from '../safety/shape.ts';
import { findFile } from './file-act.ts';
import { Git } from './git.ts';
import {
  author,
  branchName,
  commitEnv,
  type GitOutput,
  gitOutput,
  refChange,
  runGitAct,
} from './git-act.ts';
import { openScope, undoStep } from './step-places.ts';
import { defineTool, type ToolContext } from './tool.ts';

const params = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{7,64}$/, 'must be the name of a commit in hex'),
  author,
});
type Params = z.infer<typeof params>;

interface Target {
  readonly head: string;
  readonly commit: string;
  readonly parent: string;
}

async function targetOf(git: Git, name: string): Promise<Target> {
  const [head, commit] = [await git.head(), await git.commit(name)];
  if (head === null || commit === null) throw noSuchFile(`commit ${name}`);
  const [, ...parents] = (await git.text(['rev-list', '--parents', '-n', '1', commit])).split(' ');
  const [parent] = parents;
  if (parent === undefined || parents.length > 1) {
    throw unfit('A first commit and a merge cannot be reverted.');
  }
  const { code } = await git.run(['merge-base', '--is-ancestor', commit, head], { codes: [1] });
  if (code !== 0) throw unfit('The commit is not part of the branch.');
  return { head, commit, parent };
}

const noMode = '000000';

interface ChangedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Files that differ, with their modes: `000000` where it is not there. */
async function changedFiles(git: Git, from: string, to: string): Promise<ChangedFile[]> {
  const text = await git.text(['diff-tree', '-r', '-z', '--no-renames', from, to]);
  const parts = text.split('\0').filter((part) => part !== '');
  const files: ChangedFile[] = [];
  for (let nth = 0; nth + 1 < parts.length; nth += 2) {
    const [before = '', after = ''] = (parts[nth] ?? '').slice(1).split(' ');
    const path = parts[nth + 1] ?? '';
    if (![before, after].every((mode) => /^(?:000000|100644|100755)$/.test(mode))) {
      throw refused(`${path} is a link or a repository in the repository.`);
    }
    files.push({ path, before, after });
  }
  return files;
}

/** Nothing that is not committed may get lost. */
async function checkFiles(
  git: Git,
  files: readonly ChangedFile[],
  context: ToolContext,
): Promise<void> {
  if (files.length > context.policy.limits.files_per_step)
    throw overLimit('Too many files to revert.');
  const paths = files.map(({ path }) => path);
  for (const { path, before } of files) {
    if ((await git.scope.locate(path, 'write')) !== path)
      throw refused(`${path} lies behind a link.`);
    if (before !== noMode) continue;
    const found = await findFile(git.scope, path, context.policy.limits.file_bytes);
    if (found !== null) throw unfit(`${path} is there and not committed.`, { path });
  }
  const args = ['diff', '--quiet', '--no-ext-diff', 'HEAD', '--', ...paths];
  const { code } = await git.run(args, { codes: [1] });
  if (code !== 0) throw unfit('The files of that commit have changes that are not committed.');
}

interface Reverted {
  readonly tree: string;
  readonly changes: Change[];
  readonly contents: Buffer[];
}

async function revertInScratch(
  git: Git,
  { head, commit, parent }: Target,
  scratch: string,
  context: ToolContext,
): Promise<Reverted> {
  const env = { GIT_INDEX_FILE: join(scratch, 'index') };
  const patch = join(scratch, 'patch');
  await git.run(['read-tree', head], { env });
  const wide = ['--binary', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv'];
  await git.run(['diff', ...wide, `--output=${patch}`, commit, parent]);
  await git.run(['apply', '--cached', patch], { env });
  const tree = await git.text(['write-tree'], { env });
  const files = await changedFiles(git, head, tree);
  await checkFiles(git, files, context);
  const made = files.filter(({ after }) => after !== noMode).map(({ path }) => path);
  const prefix = `${join(scratch, 'files')}/`;
  if (made.length > 0)
    await git.run(['checkout-index', `--prefix=${prefix}`, '--', ...made], { env });
  const changes: Change[] = [];
  const contents: Buffer[] = [];
  for (const { path, after: mode } of files) {
    const found = await findFile(git.scope, path, context.policy.limits.file_bytes);
    const bytes = mode === noMode ? null : await readFile(join(prefix, path));
    if (found) contents.push(found.bytes);
    if (bytes) contents.push(bytes);
    changes.push({
      at: fileAt(path),
      before: found?.shape ?? absent,
      after: shapeOf(bytes, mode, found),
    });
  }
  return { tree, changes, contents };
}

/** Git knows of the mode only whether it can be run; the rest stays as it is. */
function modeOf(mode: string, found: FoundFile | null): number {
  const now = found?.shape.mode ?? 0o644;
  return mode === '100755' ? now | 0o111 : now & ~0o111;
}

const shapeOf = (bytes: Buffer | null, mode: string, found: FoundFile | null): Change['after'] =>
  bytes === null
    ? absent
    : { is: 'file', mode: modeOf(mode, found), sha256: sha256Hex(bytes), bytes: bytes.length };

export const gitRevert = defineTool<Params, GitOutput>({
  name: 'git_revert',
  title: 'Revert a commit',
  description: 'Makes a new commit that takes back an earlier one of the same branch.',
  params,
  output: gitOutput,
  tier: 1,
  effects: 'files',
  reversibility: 'reversible',
  async preview(given, context) {
    const git = await Git.open(await openScope(context), context);
    const { commit, parent } = await targetOf(git, given.commit);
    const diff = await git.text(['diff', '--no-ext-diff', '--no-textconv', commit, parent]);
    return { summary: `Revert ${commit.slice(0, 12)} by a new commit.`, diff, labels: [] };
  },
  run: (given, context) =>
    runGitAct(context, {
      tool: 'git_revert',
      params: given,
      label: `Revert ${given.commit}`,
      plan: async (git) => {
        const target = await targetOf(git, given.commit);
        const branch = await git.branch();
        const { tree, changes, contents } = await git.withScratch((scratch) =>
          revertInScratch(git, target, scratch, context),
        );
        const commit = await git.text(['commit-tree', tree, '-p', target.head], {
          env: commitEnv(given.author, context.now()),
          input: `Revert ${target.commit}\n`,
        });
        return {
          changes: [...changes, refChange(branch, target.head, commit)],
          contents,
          output: {
            branch: branchName(branch),
            commit,
            files: changes.map(({ at }) => at.slice(fileAt('').length)),
          },
        };
      },
    }),
  undo: undoStep,
});
