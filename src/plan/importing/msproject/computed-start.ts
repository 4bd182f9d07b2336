// Our files hold each task to the start that was computed, so that other programs show it there. That is
// no wish of the plan: taken over, it would freeze the schedule.
import { textIn, type XmlElement } from '../../../base/xml.ts';
import { readNotes } from '../../../schedule/write/msproject/carried.ts';
import type { ImportedTask } from '../imported-plan.ts';
import type { PhaseRecord, TaskRecord } from './records.ts';
import { isSet, numberIn } from './values.ts';

const START_NO_EARLIER_THAN = 4;

const isChanged = (node: XmlElement, { as }: TaskRecord): boolean =>
  ['ConstraintType', 'ConstraintDate'].some((tag) => (as[tag] ?? '') !== textIn(node, tag));

/** With the earliest start that the plan states, if any; one that somebody set since stays. */
export function withoutComputedStart(
  task: ImportedTask,
  node: XmlElement,
  record: TaskRecord | PhaseRecord | undefined,
): ImportedTask {
  const isOurs = readNotes(textIn(node, 'Notes')).record !== undefined;
  const isHeld = numberIn(node, 'ConstraintType') === START_NO_EARLIER_THAN;
  if (!isOurs || !isHeld || isSet(node, 'Manual')) return task;
  const own = record !== undefined && 'task' in record ? record : undefined;
  if (own && isChanged(node, own)) return task;
  const { not_before: _computed, ...kept } = task.kept ?? {};
  const stated = own?.task.not_before;
  return { ...task, kept: { ...kept, ...(stated === undefined ? {} : { not_before: stated }) } };
}
