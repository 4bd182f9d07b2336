// The playbooks this process plans with: those that ship, and the operator's own, which replace one of
// the same name. Put up once at the start, before any plan is made; a plan records which it was made from.
import { sha256Hex } from '../../../base/hash.ts';
import { noPlaybooks, type OwnPlaybooks } from './own-playbooks.ts';
import type { Playbook } from './playbook.ts';
import { shippedPlaybooks } from './playbooks/index.ts';

export type Origin = 'shipped' | 'own';

export interface Shelf {
  /** All but the general one. */
  readonly playbooks: readonly Playbook[];
  readonly general: Playbook;
  /** Changes when any playbook does. */
  readonly digest: string;
  readonly originOf: (name: string) => Origin;
}

export function shelfOf(own: OwnPlaybooks = noPlaybooks): Shelf {
  const { playbooks: shipped, general: shippedGeneral } = shippedPlaybooks();
  const mine = new Map(own.good.map(({ playbook }) => [playbook.name, playbook]));
  const taken = [...shipped, shippedGeneral].map((each) => mine.get(each.name) ?? each);
  const known = new Set(taken.map(({ name }) => name));
  const all = [...taken, ...[...mine.values()].filter(({ name }) => !known.has(name))];
  return {
    playbooks: all.filter(({ name }) => name !== shippedGeneral.name),
    general: mine.get(shippedGeneral.name) ?? shippedGeneral,
    digest: sha256Hex(all.map(({ digest }) => digest).join()).slice(0, 16),
    originOf: (name) => (mine.has(name) ? 'own' : 'shipped'),
  };
}

let operators: OwnPlaybooks = noPlaybooks;
let current: Shelf | undefined;

export function shelf(): Shelf {
  current ??= shelfOf(operators);
  return current;
}

/** For the start of a process; what is being planned goes on with what it has read. */
export function putUpShelf(own: OwnPlaybooks): void {
  operators = own;
  current = undefined;
}

export function playbookByName(name: string): Playbook {
  const { playbooks, general } = shelf();
  return playbooks.find((playbook) => playbook.name === name) ?? general;
}
