// Records of our own in the notes of MS Project XML. They come from outside like the rest of the file,
// so each is checked like a part of a plan.json; one that fails is told and not used.
import { z } from 'zod';
import { textIn, type XmlElement } from '../../../base/xml.ts';
import { phaseSchema, planSchema, taskSchema } from '../../../contract/plan.ts';
import { readNotes, type Written } from '../../../schedule/write/msproject/carried.ts';
import type { Tell } from '../telling.ts';

const written = z.record(z.string().max(40), z.string().max(20_000));

const taskRecord = z.object({ task: taskSchema, as: written });
const phaseRecord = z.object({ phase: phaseSchema.omit({ tasks: true }), as: written });
const planRecord = z.object({
  plan: planSchema.omit({ phases: true, schedule: true, gates: true, verdict: true }),
  as: written,
});
const record = z.union([taskRecord, phaseRecord, planRecord]);

export type TaskRecord = z.infer<typeof taskRecord>;
export type PhaseRecord = z.infer<typeof phaseRecord>;
export type PlanRecord = z.infer<typeof planRecord>;

export function recordIn(
  node: XmlElement,
  tell: Tell,
): TaskRecord | PhaseRecord | PlanRecord | undefined {
  const { record: text } = readNotes(textIn(node, 'Notes'));
  if (text === undefined) return undefined;
  try {
    return record.parse(JSON.parse(text));
  } catch {
    const name = textIn(node, 'Name') || textIn(node, 'UID');
    tell(
      'record_unreadable',
      name,
      'what the plan said of it beside the schedule was cut or changed',
      false,
    );
    return undefined;
  }
}

/** Names of what somebody changed since it was written. */
export const changedSince = (before: Written, now: Written): ReadonlySet<string> =>
  new Set(
    [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
      (name) => (before[name] ?? '') !== (now[name] ?? ''),
    ),
  );
