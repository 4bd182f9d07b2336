// What the three git tools share: one act under the journal, and the way back.

import { z } from 'zod';
import { actOnce, holdKey, type Plan } from '../safety/effects.ts';
import type { FileScope } from '../safety/file-scope.ts';
import type { Change } from '../safety/journal.ts';
import { FilePlaces, missingFolders, pathOfPlace } from '../safety/places.ts';
import { absent, type Shape } from '../safety/shape.ts';
import { Git, GitPlaces } from './git.ts';
import { actDigest } from './run-tool.ts';
import { openScope } from './step-places.ts';
import type { ToolContext, ToolResult } from './tool.ts';

export const gitOutput = z.object({
  branch: z.string(),
  commit: z.string(),
  files: z.array(z.string()),
});
export type GitOutput = z.infer<typeof gitOutput>;

export const ref = (value: string | null): Shape =>
  value === null ? absent : { is: 'ref', value };

export const refChange = (name: string, before: string | null, after: string): Change => ({
  at: `ref:${name}`,
  before: ref(before),
  after: ref(after),
});

export const branchName = (full: string): string => full.replace(/^refs\/heads\//, '');

export interface GitAct {
  readonly tool: string;
  readonly params: unknown;
  readonly label: string;
  readonly plan: (git: Git) => Promise<Omit<Plan, 'folders'> & { readonly output: GitOutput }>;
}

/** Those that a file needs which comes back. */
async function withFolders(files: FilePlaces, plan: Omit<Plan, 'folders'>): Promise<Plan> {
  const folders = new Set<string>();
  for (const { at, after } of plan.changes) {
    const path = pathOfPlace(at);
    if (path === undefined || after.is === 'absent') continue;
    for (const folder of await missingFolders(files, path)) folders.add(folder);
  }
  return { ...plan, folders: [...folders] };
}

export async function runGitAct(context: ToolContext, act: GitAct): Promise<ToolResult<GitOutput>> {
  const scope = await openScope(context);
  return holdKey(context, context.key, [scope.root], async (journal) => {
    const git = await Git.open(scope, context);
    const files = new FilePlaces(scope, journal);
    const { output, isRepeated } = await actOnce(
      context,
      journal,
      { files, refs: new GitPlaces(git) },
      {
        tool: act.tool,
        op: actDigest(act.tool, act.params),
        label: context.redactor.text(act.label),
        root: scope.root,
        plan: async () => withFolders(files, await act.plan(git)),
      },
    );
    // Also after a repeat: the attempt before may have ended just before this.
    await git.syncIndex((output as GitOutput).files);
    return { output: output as GitOutput, labels: isRepeated ? ['already_applied'] : [] };
  });
}

/** All of them must be files that the step may write. */
export async function locateAll(scope: FileScope, paths: readonly string[]): Promise<string[]> {
  const real: string[] = [];
  for (const path of paths) real.push(await scope.locate(path, 'write'));
  return [...new Set(real)];
}

export const author = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(200)
      .regex(/^[^<>\n\r\0]+$/),
    email: z
      .string()
      .min(3)
      .max(200)
      .regex(/^[^<>\s\0]+@[^<>\s\0]+$/),
  })
  .default({ name: 'Planwright', email: 'planwright@localhost' });

/** The whole commit is known beforehand: its time is the one of the plan. */
export function commitEnv(by: z.infer<typeof author>, nowMs: number): Record<string, string> {
  const date = `@${Math.floor(nowMs / 1_000)} +0000`;
  return {
    GIT_AUTHOR_NAME: by.name,
    GIT_AUTHOR_EMAIL: by.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: by.name,
    GIT_COMMITTER_EMAIL: by.email,
    GIT_COMMITTER_DATE: date,
  };
}
