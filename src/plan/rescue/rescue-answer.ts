// What a mind may change in the work so that deadline and budget hold.
import { z } from 'zod';
import { estimateSchema } from '../../contract/plan.ts';
import { hours, text } from '../../contract/plan-fields.ts';
import { taskDetailSchema, taskRef } from '../outputs/work.ts';

export const rescueKinds = ['overlap', 'faster', 'cut', 'cheaper', 'smaller', 'scenario'] as const;

const { people, after, costs, description, acceptance } = taskDetailSchema.shape;

export const rescueChangeSchema = z.object({
  kind: z.enum(rescueKinds),
  task: taskRef,
  people: people.nullable().describe('How many of the role do it; null if that stays.'),
  estimate: estimateSchema.nullable().describe('Instead of the present one; null if it stays.'),
  wait_hours: hours.nullable().describe('Instead of the present ones; null if they stay.'),
  after: after
    .nullable()
    .describe('All its links, instead of the present ones; null if they stay.'),
  costs: costs
    .nullable()
    .describe('All its costs, instead of the present ones; null if they stay.'),
  role: text(80).nullable().describe('Another role of the team; null if it stays.'),
  title: text(120).nullable().describe('What it is called now; null if that stays.'),
  description: description.nullable().describe('What is done now; null if that stays.'),
  acceptance: acceptance.nullable().describe('When it is done now; null if that stays.'),
  lever: z.string().max(80).describe('Of a scenario change: the name of the lever; else empty.'),
  option: z.string().max(80).describe('Of a scenario change: its new option; else empty.'),
  why: text(300),
  gives_up: text(300),
});
export type RescueChange = z.infer<typeof rescueChangeSchema>;

export const rescueAnswer = z.object({ changes: z.array(rescueChangeSchema).max(12) });
export type RescueAnswer = z.infer<typeof rescueAnswer>;

/** Changes that make sense only together. */
export type RescueUnit = readonly RescueChange[];

/** What follows from one turn of a lever is one; so are changed links, since one may stand in for
 * another that was taken away; each other change is its own. */
export function unitsOf(changes: readonly RescueChange[]): RescueUnit[] {
  const keyOf = (change: RescueChange, index: number): string => {
    if (change.kind === 'scenario') return `${change.lever}\n${change.option}`;
    return change.after === null ? String(index) : 'links';
  };
  const groups = Map.groupBy(
    changes.map((change, index) => ({ change, key: keyOf(change, index) })),
    ({ key }) => key,
  );
  return [...groups.values()].map((group) => group.map(({ change }) => change));
}
