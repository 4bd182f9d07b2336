// Changes for deadline and budget as a reader wants them: tasks by their number, since their titles
// stand at the tasks, and one reason for all that were refused for it.
import type { Plan } from '../../../contract/plan.ts';
import { shortName } from './names.ts';
import { bare } from './sentences.ts';

/** "5.5 Follow up: after 5.2" → "5.5: after 5.2". */
export function untitled({ phases }: Plan, text: string): string {
  let said = text;
  for (const { task_id, title } of phases.flatMap(({ tasks }) => tasks)) {
    const number = shortName(task_id);
    said = said.replace(`${number} ${title}`, () => number);
  }
  return said;
}

export interface Refused {
  readonly why: string;
  readonly what: readonly string[];
}

const refusal = /^(?:Round \d+: )?(.+): (not taken,? .+?)\.?$/su;

export function refusedByReason(plan: Plan): Refused[] {
  const all = (plan.changes_not_taken ?? []).map((text) => {
    const [, what = text, why = ''] = refusal.exec(text) ?? [];
    return { what: untitled(plan, what), why };
  });
  return [...Map.groupBy(all, ({ why }) => why)].map(([why, some]) => ({
    why,
    what: some.map(({ what }) => what),
  }));
}

/** "At 80 %: end A → B" → "end A → B": the heading says of which runs. Empty where nothing moved. */
export const effectText = (effect: string): string =>
  /\d/u.test(effect) ? bare(effect.replace(/^At \d+ %: /u, '')) : '';

/** Whether effects are days and amounts of the runs that are counted on. */
export const hasRuns = ({ plan_changes: changes = [], findings_left: left = [] }: Plan): boolean =>
  [...changes.map(({ effect }) => effect), ...left.map(({ why_left: why }) => why)].some((text) =>
    /At \d+ %: /u.test(text),
  );
