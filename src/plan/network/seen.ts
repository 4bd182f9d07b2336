// What minds see of the work, of the team and of what the plan rests on: names and numbers to refer
// to, in as few words as possible.
import type { Charter, Team } from '../../contract/plan-charter.ts';
import type { BasisOutput } from '../outputs/basis.ts';
import type { OutlineOutput } from '../outputs/work.ts';

const after = (tasks: readonly string[]): string =>
  tasks.length === 0 ? '' : ` (after ${tasks.join(', ')})`;

/** One line a task. */
export const outlineLines = ({ phases }: OutlineOutput) =>
  phases.map(({ id, name, tasks }) => ({
    phase: `${id} ${name}`,
    tasks: tasks.map((task) => `${task.id} ${task.title}${after(task.after)}`),
  }));

/** Names stay apart: they are to be copied. */
export const roleLines = ({ roles }: Pick<Team, 'roles'>) =>
  roles.map(({ name, kind, count, does, rate_per_hour, hours_per_week }) => ({
    name,
    kind,
    ...(count > 1 ? { count } : {}),
    ...(hours_per_week === null ? {} : { hours_per_week }),
    does,
    ...(rate_per_hour === null ? {} : { paid_per_hour: rate_per_hour }),
  }));

export const basisLines = ({ assumptions, risks }: BasisOutput) => ({
  assumptions: assumptions.map(({ id, claim, base, unit }) => `${id} ${claim} (${base} ${unit})`),
  risks: risks.map(({ id, title }) => `${id} ${title}`),
});

/** With what is done against each: an answer is work, too. */
export const basisToPlanFor = ({ assumptions, risks }: BasisOutput) => ({
  assumptions: assumptions.map(
    ({ id, claim, lower, base, upper, unit }) =>
      `${id} ${claim} (${lower} / ${base} / ${upper} ${unit})`,
  ),
  risks: risks.map(({ id, title, likelihood, impact, response }) => ({
    risk: `${id} ${title} (${likelihood} × ${impact})`,
    response,
  })),
});

export const deliverableLines = ({ deliverables, measures }: Charter) => ({
  deliverables: deliverables.map(({ id, name, acceptance }) => ({ id, name, acceptance })),
  measures: measures.map(({ id, measure, target, unit }) => `${id} ${measure}: ${target} ${unit}`),
});
