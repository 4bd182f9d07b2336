// Reads a text file within the read scope.
import { z } from 'zod';
import { sha256Hex } from '../../base/hash.ts';
import { noSuchFile, refused } from '../safety/failures.ts';
import { findFile, textOf } from './file-act.ts';
import { filePath } from './params.ts';
import { openScope } from './step-places.ts';
import { defineTool, nothingToUndo } from './tool.ts';

const params = z.strictObject({
  path: filePath,
  from_line: z.int().min(1).max(100_000_000).optional().describe('First line, from 1.'),
  lines: z.int().min(1).max(1_000_000).optional().describe('How many lines.'),
});

const output = z.object({
  path: z.string(),
  text: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  lines: z.int(),
});

export const fileRead = defineTool<z.infer<typeof params>, z.infer<typeof output>>({
  name: 'file_read',
  title: 'Read a file',
  description: 'Gives the text of a file, whole or some of its lines.',
  params,
  output,
  tier: 1,
  effects: 'none',
  reversibility: 'none',
  preview: ({ path }) => Promise.resolve({ summary: `Read ${path}.`, diff: '', labels: [] }),
  async run({ path: given, from_line = 1, lines: count }, context) {
    const scope = await openScope(context);
    const path = await scope.locate(given, 'read');
    const found = await findFile(scope, path, context.policy.limits.file_bytes);
    if (found === null) throw noSuchFile(path);
    const text = textOf(found.bytes);
    if (text === null) throw refused(`${path} is not a text file.`);
    const all = text.split('\n');
    const isPart = from_line > 1 || count !== undefined;
    const part = all.slice(from_line - 1, count === undefined ? undefined : from_line - 1 + count);
    return {
      output: {
        path,
        text: isPart ? part.join('\n') : text,
        bytes: found.bytes.length,
        sha256: sha256Hex(found.bytes),
        lines: all.length,
      },
      labels: [],
    };
  },
  undo: nothingToUndo,
});
