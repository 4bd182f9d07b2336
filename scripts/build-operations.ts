// Writes what is made from the operations: their table, the typed clients and the command line's help.
// A test keeps the files up to date.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { operationFiles } from './lib/operations/operation-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
for (const [file, text] of await operationFiles(root)) writeFileSync(path.join(root, file), text);
