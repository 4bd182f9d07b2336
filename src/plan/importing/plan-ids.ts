// Ids as plan.json has them, like those of the file where that can be.
import { planIdPattern } from '../../contract/plan.ts';
import { freeName } from '../../schedule/graph/change.ts';
import type { OutlinePhase } from './outline.ts';

const maxIdChars = 60;
/** Longer ones are for machines and tell a reader nothing. */
const maxOldChars = 24;

const plain = (id: string): string =>
  id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

function wantedId(kind: 'phase' | 'task', old: string | null, place: string): string {
  if (old === null || old.length > maxIdChars) return `${kind}_${place}`;
  if (planIdPattern.test(old)) return old;
  const word = plain(old);
  if (word === '' || word.length > maxOldChars) return `${kind}_${place}`;
  return planIdPattern.test(word) ? word : `${kind}_${word}`;
}

export interface PlanIds {
  readonly phases: readonly string[];
  /** By the id in the file. */
  readonly tasks: ReadonlyMap<string, string>;
  readonly steps: ReadonlyMap<string, string>;
}

export function planIdsOf(phases: readonly OutlinePhase[]): PlanIds {
  const taken = new Set<string>();
  const own = (wanted: string): string => {
    const id = freeName(wanted, taken);
    taken.add(id);
    return id;
  };
  const phaseIds = phases.map(({ id }, at) => own(wantedId('phase', id, String(at + 1))));
  const tasks = new Map<string, string>();
  const steps = new Map<string, string>();
  for (const [at, phase] of phases.entries()) {
    for (const [index, { task }] of phase.tasks.entries()) {
      tasks.set(task.id, own(wantedId('task', task.id, `${at + 1}_${index + 1}`)));
    }
  }
  for (const { tasks: rows } of phases) {
    for (const { task, steps: parts } of rows) {
      for (const [index, { id }] of parts.entries()) {
        const fits = planIdPattern.test(id) && id.length <= maxIdChars;
        steps.set(
          id,
          own(fits ? id : `${tasks.get(task.id)}_${String.fromCharCode(97 + (index % 26))}`),
        );
      }
    }
  }
  return { phases: phaseIds, tasks, steps };
}
