// What is made from the operations is in the repository, so that a change of it is seen in review.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationFiles } from '../../scripts/lib/operations/operation-files.ts';
import { root } from './source-tree.ts';

const files = [...(await operationFiles(root))];

describe('files made from the operations', () => {
  it.each(files)('[AR14] %s is current (npm run build:operations)', (file, text) => {
    expect(readFileSync(path.join(root, file), 'utf8')).toBe(text);
  });
});
