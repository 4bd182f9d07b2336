// The playbooks that ship: every JSON file of this folder. The general one is used when none of the
// others clearly fits.
import { readdirSync, readFileSync } from 'node:fs';
import type { Playbook } from '../playbook.ts';
import { readPlaybook } from '../read-playbook.ts';

function shipped(name: string): Playbook {
  const { playbook, problems } = readPlaybook(
    readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'),
  );
  // A mistake of ours.
  if (!playbook) throw new Error(`playbook ${name}: ${problems.join('; ')}`);
  return playbook;
}

const all = readdirSync(new URL('./', import.meta.url))
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map(shipped);

export const playbooks: readonly Playbook[] = all.filter(({ name }) => name !== 'general');
export const general: Playbook = generalOf(all);

function generalOf(list: readonly Playbook[]): Playbook {
  const found = list.find(({ name }) => name === 'general');
  if (!found) throw new Error('there is no general playbook');
  return found;
}
