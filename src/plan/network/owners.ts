// Who watches a risk. Risks are found before there is a team, so their owners are words that may name
// nobody: then it is whoever does most of what the risk touches, or has the last word.
import type { ThoughtRisk } from '../../contract/plan-basis.ts';
import type { PlanRole } from '../../contract/plan-working.ts';
import type { TaskDetail } from '../outputs/work.ts';

export interface Ownership {
  readonly roles: readonly PlanRole[];
  readonly tasks: readonly TaskDetail[];
  nameOf(role: string): string;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** "Mechanic" of "Mechanic, workshop". */
function isPartOf(one: string, other: string): boolean {
  const words = new Set(wordsOf(other));
  const own = wordsOf(one);
  return own.length > 0 && own.every((word) => words.has(word));
}

export function ownerOf({ id, owner }: ThoughtRisk, { roles, tasks, nameOf }: Ownership): string {
  const names = new Set(roles.map(({ name }) => name));
  if (names.has(nameOf(owner))) return nameOf(owner);
  const near = roles.find(({ name }) => isPartOf(owner, name) || isPartOf(name, owner));
  if (near) return near.name;
  const counts = new Map<string, number>();
  for (const { role, risks } of tasks) {
    if (risks.includes(id)) counts.set(nameOf(role), (counts.get(nameOf(role)) ?? 0) + 1);
  }
  const people = roles.filter(({ kind }) => kind !== 'agent' && kind !== 'equipment');
  const [busiest] = people
    .filter(({ name }) => counts.has(name))
    .toSorted((a, b) => (counts.get(b.name) ?? 0) - (counts.get(a.name) ?? 0));
  return (busiest ?? people.find(({ asks }) => asks === undefined) ?? roles[0])?.name ?? owner;
}
