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

interface Shipped {
  /** All but the general one. */
  readonly playbooks: readonly Playbook[];
  readonly general: Playbook;
}

function readShipped(): Shipped {
  const all = readdirSync(new URL('./', import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map(shipped);
  const general = all.find(({ name }) => name === 'general');
  if (!general) throw new Error('there is no general playbook');
  return { playbooks: all.filter((one) => one !== general), general };
}

let known: Shipped | undefined;

/** Read and checked with the first use, which takes about 100 ms: most commands need none. */
export function shippedPlaybooks(): Shipped {
  known ??= readShipped();
  return known;
}
