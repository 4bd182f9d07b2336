// Commits the named files as they stand, whatever else is staged.
import { join } from 'node:path';
import { z } from 'zod';
import { overLimit, unfit } from '../safety/failures.ts';
import { Git } from './git.ts';
import {
  author,
  branchName,
  commitEnv,
  type GitOutput,
  gitOutput,
  locateAll,
  refChange,
  runGitAct,
} from './git-act.ts';
import { filePath } from './params.ts';
import { openScope, undoStep } from './step-places.ts';
import { defineTool, type ToolContext } from './tool.ts';

const params = z.strictObject({
  message: z
    .string()
    .min(1)
    .max(20_000)
    .refine((text) => !text.includes('\0'), 'must not hold NUL'),
  paths: z.array(filePath).min(1).max(1_000),
  author,
});
type Params = z.infer<typeof params>;

interface MadeCommit {
  readonly branch: string;
  readonly head: string | null;
  readonly commit: string;
  readonly files: string[];
}

async function makeCommit(given: Params, git: Git, context: ToolContext): Promise<MadeCommit> {
  const files = await locateAll(git.scope, given.paths);
  if (files.length > context.policy.limits.files_per_step)
    throw overLimit('Too many files to commit.');
  const branch = await git.branch();
  const head = await git.head();
  const commit = await git.withScratch(async (scratch) => {
    const env = { GIT_INDEX_FILE: join(scratch, 'index') };
    if (head !== null) await git.run(['read-tree', head], { env });
    await git.run(['add', '-A', '--', ...files], { env });
    const tree = await git.text(['write-tree'], { env });
    const isSame = head !== null && tree === (await git.text(['rev-parse', `${head}^{tree}`]));
    if (isSame) throw unfit('There is nothing to commit in these files.');
    const parent = head === null ? [] : ['-p', head];
    return git.text(['commit-tree', tree, ...parent], {
      env: commitEnv(given.author, context.now()),
      input: given.message,
    });
  });
  return { branch, head, commit, files };
}

export const gitCommit = defineTool<Params, GitOutput>({
  name: 'git_commit',
  title: 'Commit files',
  description: 'Commits the named files to the branch that is checked out.',
  params,
  output: gitOutput,
  tier: 1,
  effects: 'files',
  reversibility: 'reversible',
  async preview(given, context) {
    const scope = await openScope(context);
    const git = await Git.open(scope, context);
    const files = await locateAll(scope, given.paths);
    const against = (await git.head()) === null ? ['--cached'] : ['HEAD'];
    const diff = await git.text([
      'diff',
      '--no-ext-diff',
      '--no-textconv',
      ...against,
      '--',
      ...files,
    ]);
    const summary = `Commit ${files.join(', ')} to ${branchName(await git.branch())}: ${given.message.split('\n')[0]}`;
    return { summary, diff, labels: [] };
  },
  run: (given, context) =>
    runGitAct(context, {
      tool: 'git_commit',
      params: given,
      label: `Commit ${given.paths.join(', ')}`,
      plan: async (git) => {
        const { branch, head, commit, files } = await makeCommit(given, git, context);
        return {
          changes: [refChange(branch, head, commit)],
          contents: [],
          output: { branch: branchName(branch), commit, files },
        };
      },
    }),
  undo: undoStep,
});
