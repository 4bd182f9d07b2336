// Finds every operation: each export of src/operations/*.ts that is one. A new file needs no entry in
// any list.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Operation } from '../../../src/operations/operation.ts';

export interface FoundOperation {
  /** Within src/operations. */
  readonly file: string;
  readonly exportName: string;
  readonly operation: Operation;
}

/** In the order of the documentation; other tags follow by name. */
const tags = ['Plans', 'Examples', 'Executions', 'Inbox', 'Agents', 'Work', 'Purses', 'Usage'];

const rankOf = ({ rest: { tag } }: Operation): string =>
  tags.includes(tag) ? String(tags.indexOf(tag)) : `9${tag}`;

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'handler' in value &&
  ['json', 'raw', 'stream'].includes(String(value.kind));

/** The modules of a folder that are written by hand, by file name. */
export async function modulesOf(folder: string): Promise<[string, Record<string, unknown>][]> {
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(file) && file !== 'table.ts',
  );
  const load = async (file: string): Promise<[string, Record<string, unknown>]> => [
    file,
    (await import(pathToFileURL(path.join(folder, file)).href)) as Record<string, unknown>,
  ];
  return Promise.all(files.sort().map(load));
}

const byRankAndName = ({ operation: a }: FoundOperation, { operation: b }: FoundOperation) =>
  rankOf(a).localeCompare(rankOf(b)) || a.name.localeCompare(b.name);

export async function findOperations(root: string): Promise<FoundOperation[]> {
  const modules = await modulesOf(path.join(root, 'src', 'operations'));
  return modules
    .flatMap(([file, exports]) =>
      Object.entries(exports).flatMap(([exportName, operation]) =>
        isOperation(operation) ? [{ file, exportName, operation }] : [],
      ),
    )
    .sort(byRankAndName);
}
