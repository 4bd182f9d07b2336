// Writes a whole file within the write scope; folders on the way are made.
import { z } from 'zod';
import type { FileScope } from '../safety/file-scope.ts';
import { type FileAct, findFile, previewFileAct, runFileAct } from './file-act.ts';
import { fileChanges, filePath } from './params.ts';
import { openScope, undoStep } from './step-places.ts';
import { defineTool, type ToolContext } from './tool.ts';

const params = z.strictObject({
  path: filePath,
  content: z.string().max(100_000_000),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
  executable: z.boolean().optional().describe('Without it the mode stays, or is 644.'),
});
type Params = z.infer<typeof params>;

async function actOf(given: Params, scope: FileScope, context: ToolContext): Promise<FileAct> {
  const path = await scope.locate(given.path, 'write');
  return {
    tool: 'file_write',
    params: given,
    label: `Write ${path}`,
    paths: [path],
    want: async () => [
      {
        path,
        found: await findFile(scope, path, context.policy.limits.file_bytes),
        bytes: Buffer.from(given.content, given.encoding),
        ...(given.executable === undefined ? {} : { isExecutable: given.executable }),
      },
    ],
  };
}

export const fileWrite = defineTool<Params, z.infer<typeof fileChanges>>({
  name: 'file_write',
  title: 'Write a file',
  description: 'Makes a file or replaces all of its content.',
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
