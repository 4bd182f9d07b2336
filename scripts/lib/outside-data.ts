// Outside data (published plans, scheduling instances) is measured against, never kept in the project.
// The folder comes from TEST_DATA_DIR, or lies beside the clone.
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

export function findOutsideData(root: string): string | undefined {
  const set = process.env.TEST_DATA_DIR;
  const folder = set ? path.resolve(set) : path.resolve(root, '..', 'shared', 'data');
  return existsSync(path.join(folder, 'README.md')) ? folder : undefined;
}
