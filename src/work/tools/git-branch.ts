// Makes a branch where the repository stands and switches to it; no file changes.
import { z } from 'zod';
import { unfit } from '../safety/failures.ts';
import { Git } from './git.ts';
import { branchName, type GitOutput, gitOutput, refChange, runGitAct } from './git-act.ts';
import { openScope, undoStep } from './step-places.ts';
import { defineTool } from './tool.ts';

const params = z.strictObject({
  name: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/, 'must be a branch name')
    .refine((name) => !/\.\.|\.lock(?:\/|$)|\.(?:\/|$)/.test(name), 'must be a branch name'),
});
type Params = z.infer<typeof params>;

async function headOf(git: Git): Promise<{ branch: string; commit: string }> {
  const commit = await git.head();
  if (commit === null) throw unfit('The repository has no commit yet.');
  return { branch: await git.branch(), commit };
}

export const gitBranch = defineTool<Params, GitOutput>({
  name: 'git_branch',
  title: 'Make a branch',
  description: 'Makes a branch at the present commit and switches to it.',
  params,
  output: gitOutput,
  tier: 1,
  effects: 'files',
  reversibility: 'reversible',
  async preview({ name }, context) {
    const { branch, commit } = await headOf(await Git.open(await openScope(context), context));
    const summary = `Make branch ${name} at ${commit.slice(0, 12)} of ${branchName(branch)} and switch to it.`;
    return { summary, diff: '', labels: [] };
  },
  run: (given, context) =>
    runGitAct(context, {
      tool: 'git_branch',
      params: given,
      label: `Branch ${given.name}`,
      plan: async (git) => {
        const { branch, commit } = await headOf(git);
        const full = `refs/heads/${given.name}`;
        if ((await git.commit(full)) !== null) throw unfit(`There is a branch ${given.name}.`);
        return {
          changes: [refChange(full, null, commit), refChange('HEAD', branch, full)],
          contents: [],
          output: { branch: given.name, commit, files: [] },
        };
      },
    }),
  undo: undoStep,
});
