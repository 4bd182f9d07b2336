// The outline: phases and tasks of the work, and which task finishes which deliverable.
import { listed } from '../../../../base/sentences.ts';
import type { OutlineOutput } from '../../../outputs/work.ts';
import { outputOf } from '../../../stage.ts';
import { charterStage } from '../../../stages/charter.ts';
import type { Draft } from '../draft.ts';
import { clip } from '../text.ts';
import type { RuleInput } from './rule.ts';
import { deliveriesOf } from './work-deliveries.ts';
import { tasksOf, type WorkPhase, workOf } from './work-plan.ts';
import { bestFits } from './work-words.ts';

const MOST_DELIVERED = 4;

/** Which task finishes what: of our own charter, the one that it was taken from; of another mind's, the
 * one that speaks of it, or the last that has room. */
function deliveredBy(draft: Draft, deliverables: readonly { id: string; name: string }[]) {
  const tasks = tasksOf(draft);
  const own = new Map(deliveriesOf(draft).map(({ name, task }) => [name, task.ref]));
  const found = new Map<string, string[]>(tasks.map(({ ref }) => [ref, []]));
  const hasRoom = (ref: string): boolean => (found.get(ref)?.length ?? 0) < MOST_DELIVERED;
  for (const { id, name } of deliverables) {
    const fits = bestFits(name, tasks, ({ title, description }) => `${title} ${description}`);
    const wanted = [own.get(name) ?? '', ...fits.map(({ ref }) => ref)];
    const all = [...wanted, ...tasks.map(({ ref }) => ref).toReversed()];
    const ref = all.find((one) => found.has(one) && hasRoom(one));
    if (ref !== undefined) found.get(ref)?.push(id);
  }
  return found;
}

/** What one sees at the end of the phase: what its last tasks are accepted by. */
function doneWhen({ tasks }: WorkPhase): string {
  const awaited = new Set(tasks.flatMap(({ after }) => after));
  const ends = tasks.filter(({ ref }) => !awaited.has(ref));
  return clip(listed(ends.map(({ acceptance_criteria: [first = ''] }) => first)), 300);
}

export function outlineRule({ draft, input }: RuleInput): OutlineOutput {
  const delivered = deliveredBy(draft, outputOf(input, charterStage).deliverables);
  return {
    phases: workOf(draft).map((phase) => ({
      id: phase.id,
      name: phase.name,
      done_when: doneWhen(phase),
      tasks: phase.tasks.map(({ ref, title, acceptance_criteria: [first = ''], after }) => ({
        id: ref,
        title,
        yields: clip(first, 200),
        after: [...after],
        delivers: delivered.get(ref) ?? [],
      })),
    })),
  };
}
