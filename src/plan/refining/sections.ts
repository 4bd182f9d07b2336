// Each kind of section that can be revised: what a mind is asked for, how its answer goes into the plan
// and what code has against it. Lists are answered by the items that change; the rest stays as it is.
import { z } from 'zod';
import { type Charter, charterSchema, type Team, teamSchema } from '../../contract/plan-charter.ts';
import { text } from '../../contract/plan-fields.ts';
import {
  type QuantitiesOutput,
  quantitiesOutput,
  type ThoughtRisksOutput,
  thoughtRisksOutput,
} from '../outputs/basis.ts';
import { type TaskDetail, taskDetailSchema } from '../outputs/work.ts';
import type { PlanState } from './plan-state.ts';
import type { UnitSection } from './units.ts';

/** A section, or the phase of a number. */
export interface Place {
  readonly section: UnitSection;
  readonly item: string;
}

/** Tasks of one phase; a task that is another now is called otherwise. */
const revisedTasks = z.object({
  tasks: z
    .array(
      taskDetailSchema.extend({
        title: text(120).optional().describe('Another one only where what is done is another.'),
      }),
    )
    .min(1)
    .max(12),
});
type RevisedTasks = z.infer<typeof revisedTasks>;

export type Revision = QuantitiesOutput | ThoughtRisksOutput | Charter | Team | RevisedTasks;

interface SectionKind {
  readonly output: z.ZodType<Revision>;
  /** As it is now, without what it stands in. */
  now(state: PlanState, item: string): unknown;
  revised(state: PlanState, item: string, value: Revision): PlanState;
  /** How to answer. */
  readonly how: string;
  readonly rule: string;
}

/** Those of an id are replaced, new ones come last. */
function withItems<Item extends { readonly id: string }>(
  all: readonly Item[],
  changed: readonly Item[],
): Item[] {
  const byId = new Map(changed.map((item) => [item.id, item]));
  const known = new Set(all.map(({ id }) => id));
  return [
    ...all.map((item) => byId.get(item.id) ?? item),
    ...changed.filter(({ id }) => !known.has(id)),
  ];
}

export const tasksOf = ({ details }: PlanState, phase: string) =>
  details.phases.find(({ id }) => id === phase)?.tasks ?? [];

/** One that says nothing of its title keeps it. */
function withTasks(state: PlanState, phase: string, changed: readonly TaskDetail[]): PlanState {
  const titles = new Map(tasksOf(state, phase).map(({ id, title }) => [id, title]));
  const named = changed.map((task) => {
    const title = task.title ?? titles.get(task.id);
    return title === undefined ? task : { ...task, title };
  });
  const phases = state.details.phases.map((one) =>
    one.id === phase ? { ...one, tasks: withItems(one.tasks, named) } : one,
  );
  return { ...state, details: { phases } };
}

const items =
  'Give only the items that change, each whole and under its id; what you leave out stays as it is.';
const whole = 'Give the whole section again, with what changes and what does not.';

export const sectionKinds: Readonly<Record<UnitSection, SectionKind>> = {
  assumptions: {
    output: quantitiesOutput,
    now: ({ assumptions }) => assumptions,
    revised: (state, _item, value) => ({
      ...state,
      assumptions: withItems(state.assumptions, (value as QuantitiesOutput).assumptions),
    }),
    how: items,
    rule: 'Lower, base and upper in this order and in the unit as it was. A quantity that is missing gets the next free number.',
  },
  risks: {
    output: thoughtRisksOutput,
    now: ({ risks }) => risks,
    revised: (state, _item, value) => ({
      ...state,
      risks: withItems(state.risks, (value as ThoughtRisksOutput).risks),
    }),
    how: items,
    rule: 'A response is something that somebody does. A risk that is missing gets the next free number.',
  },
  charter: {
    output: charterSchema,
    now: ({ charter }) => charter,
    revised: (state, _item, value) => ({ ...state, charter: value as Charter }),
    how: whole,
    rule: 'No deliverable and no measure is added or dropped. Dates and amounts are those of the goal, the directives, the assumptions or the reckoned plan; a total of such numbers stands with its reckoning (count × price).',
  },
  team: {
    output: teamSchema,
    now: ({ team }) => team,
    revised: (state, _item, value) => ({ ...state, team: value as Team }),
    how: whole,
    rule: 'No role is added, dropped or renamed, since the tasks are given out already; change what it does, decides, asks, costs or how many there are.',
  },
  phase: {
    output: revisedTasks,
    now: tasksOf,
    revised: (state, item, value) => withTasks(state, item, (value as RevisedTasks).tasks),
    how: items,
    rule: 'No task is added, dropped or given another number; where what is done becomes another, so does its title. New work goes into the task where it belongs, as a subtask, and its hours, costs and acceptance say so. Roles, other tasks, risks and assumptions are named exactly as in the material.',
  },
};

export const placeOf = (key: string): Place =>
  key.startsWith('phase')
    ? { section: 'phase', item: key.slice('phase'.length) }
    : { section: key as UnitSection, item: '' };

export const nowAt = ({ section, item }: Place, state: PlanState): unknown =>
  sectionKinds[section].now(state, item);

export const revisedAt = ({ section, item }: Place, state: PlanState, value: Revision): PlanState =>
  sectionKinds[section].revised(state, item, value);
