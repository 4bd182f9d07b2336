// Lists what stands below a folder, as far as the read scope goes.
import { z } from 'zod';
import { noSuchFile, overLimit, systemCode } from '../safety/failures.ts';
import { statAt } from '../safety/file-io.ts';
import type { FileScope } from '../safety/file-scope.ts';
import type { FolderHandle } from '../safety/folder-handle.ts';
import { namesOf } from '../safety/path-text.ts';
import { filePath } from './params.ts';
import { openScope } from './step-places.ts';
import { defineTool, nothingToUndo } from './tool.ts';

const params = z.strictObject({
  path: filePath.default('.'),
  depth: z.int().min(1).max(20).default(1).describe('How many folders deep.'),
});

const listed = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder', 'link', 'other']),
  bytes: z.int(),
});
type Listed = z.infer<typeof listed>;

const output = z.object({ files: z.array(listed) });

class Lister {
  readonly found: Listed[] = [];
  readonly #scope: FileScope;
  readonly #max: number;

  constructor(scope: FileScope, max: number) {
    this.#scope = scope;
    this.#max = max;
  }

  async list(folder: FolderHandle, path: string, depth: number): Promise<void> {
    for (const name of await folder.names()) {
      const inner = path === '.' ? name : `${path}/${name}`;
      if (!this.#scope.isAllowed(inner, 'read')) continue;
      const kind = await this.#note(folder, name, inner);
      if (kind !== 'folder' || depth <= 1) continue;
      const child = await folder.child(name);
      try {
        await this.list(child, inner, depth - 1);
      } finally {
        await child.close();
      }
    }
  }

  async #note(folder: FolderHandle, name: string, path: string): Promise<Listed['kind']> {
    const stat = await statAt(folder, name);
    if (stat === undefined) return 'other';
    const plain = stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
    const kind = stat.isSymbolicLink() ? 'link' : plain;
    if (this.found.length >= this.#max) {
      throw overLimit(`There are more than ${this.#max} files. List a folder below.`);
    }
    this.found.push({ path, kind, bytes: kind === 'file' ? stat.size : 0 });
    return kind;
  }
}

export const fileList = defineTool<z.infer<typeof params>, z.infer<typeof output>>({
  name: 'file_list',
  title: 'List files',
  description: 'Names the files and folders below a folder; links are named and not followed.',
  params,
  output,
  tier: 1,
  effects: 'none',
  reversibility: 'none',
  preview: ({ path }) => Promise.resolve({ summary: `List ${path}.`, diff: '', labels: [] }),
  async run({ path: given, depth }, context) {
    const scope = await openScope(context);
    const path = await scope.locate(given, 'read');
    const lister = new Lister(scope, context.policy.limits.files_per_step);
    await scope
      .inFolder(namesOf(path), (folder) => lister.list(folder, path, depth))
      .catch((error: unknown) => {
        throw systemCode(error) === 'ENOENT' ? noSuchFile(path) : error;
      });
    return { output: { files: lister.found }, labels: [] };
  },
  undo: nothingToUndo,
});
