// The planted bugs go stale unseen otherwise: each place must still occur once. Whether they compile and
// are noticed is for `npm run test:planted`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { replaceOnce } from '../../scripts/lib/planted-tree.ts';
import { plantedBugs } from '../planted/bugs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each(plantedBugs)('the place of the planted bug $name occurs once', (bug) => {
  const text = readFileSync(path.join(root, bug.file), 'utf8');
  expect(replaceOnce(text, bug)).not.toBe(text);
});
