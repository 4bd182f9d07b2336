// What of the details of one phase code can check. The same for a phase that is revised later.
import type { Team } from '../../contract/plan-charter.ts';
import type { BasisOutput } from '../outputs/basis.ts';
import type { OutlineOutput, PhaseDetail, TaskDetail } from '../outputs/work.ts';
import { dayProblem, type PlanTime } from './plan-days.ts';
import { ringIn, ringText, twiceIn } from './rings.ts';

export type OutlinePhase = OutlineOutput['phases'][number];

/** What tasks may refer to. */
export interface KnownRefs {
  readonly outline: OutlineOutput;
  readonly team: Pick<Team, 'roles'>;
  readonly direction: PlanTime;
  readonly basis: {
    readonly risks: readonly Pick<BasisOutput['risks'][number], 'id'>[];
    readonly assumptions: readonly Pick<BasisOutput['assumptions'][number], 'id'>[];
  };
}

/** Five years of one person; what takes longer is several tasks. */
const MOST_HOURS = 10_000;

export function phaseProblems(
  { tasks }: PhaseDetail,
  phase: Pick<OutlinePhase, 'id' | 'tasks'>,
  known: KnownRefs,
): string[] {
  const wanted = phase.tasks.map(({ id }) => id);
  const given = tasks.map(({ id }) => id);
  return [
    ...wanted.filter((id) => !given.includes(id)).map((id) => `${id}: it is missing`),
    ...given
      .filter((id) => !wanted.includes(id))
      .map((id) => `${id}: phase ${phase.id} has no such task; leave it out`),
    ...twiceIn(given).map((id) => `${id}: it is there twice`),
    ...tasks.flatMap((task) => taskProblems(task, known)),
    ...ringProblems(tasks, known.outline),
  ];
}

function taskProblems(task: TaskDetail, known: KnownRefs): string[] {
  return [
    ...refProblems(task, known),
    ...figureProblems(task),
    ...roleProblems(task, known.team),
    ...dateProblems(task, known.direction),
  ];
}

function refProblems(task: TaskDetail, { outline, basis }: KnownRefs): string[] {
  const tasks = outline.phases.flatMap((phase) => phase.tasks.map(({ id }) => id));
  const unknown = (refs: readonly string[], all: readonly string[], what: string): string[] =>
    refs.filter((ref) => !all.includes(ref)).map((ref) => `${task.id}.${what}: there is no ${ref}`);
  return [
    ...unknown(
      task.after.map((one) => one.task),
      tasks,
      'after',
    ),
    ...(task.after.some((one) => one.task === task.id)
      ? [`${task.id}.after: it cannot wait for itself`]
      : []),
    ...unknown(
      task.risks,
      basis.risks.map(({ id }) => id),
      'risks',
    ),
    ...unknown(
      task.assumptions,
      basis.assumptions.map(({ id }) => id),
      'assumptions',
    ),
  ];
}

function figureProblems({ id, estimate, costs }: TaskDetail): string[] {
  const { low, likely, high } = estimate;
  return [
    ...(low <= likely && likely <= high
      ? []
      : [`${id}.estimate: low ≤ likely ≤ high must hold, not ${low}, ${likely}, ${high}`]),
    ...(likely > MOST_HOURS
      ? [`${id}.estimate: ${likely} hours are more than one task takes; 40 hours are a week`]
      : []),
    ...costs
      .filter((cost) => cost.low > cost.base || cost.base > cost.high)
      .map(({ what }) => `${id}.costs “${what}”: low ≤ base ≤ high must hold`),
  ];
}

function roleProblems(
  { id, role, risk_tier, people }: TaskDetail,
  { roles }: Pick<Team, 'roles'>,
): string[] {
  const found = roles.find(({ name }) => name === role);
  if (!found) {
    const names = roles.map(({ name }) => `“${name}”`).join(', ');
    return [`${id}.role: there is no role “${role}”; one of ${names}`];
  }
  return [
    ...(found.kind === 'agent' && risk_tier === 'T3'
      ? [`${id}.role: what binds by contract or law (T3) is done by a person, not by an agent`]
      : []),
    ...(people > found.count
      ? [`${id}.people: there are ${found.count} of “${role}”, not ${people}`]
      : []),
  ];
}

function dateProblems({ id, not_before, fixed_start }: TaskDetail, time: PlanTime): string[] {
  const wrong = (date: string | null, field: string): string[] => {
    const problem = date === null ? null : dayProblem(date, time);
    return problem === null ? [] : [`${id}.${field}: ${problem}`];
  };
  return [
    ...wrong(not_before, 'not_before'),
    ...wrong(fixed_start, 'fixed_start'),
    ...(not_before !== null && fixed_start !== null
      ? [`${id}.not_before: with a fixed start it says nothing; null`]
      : []),
  ];
}

/** Together with what the outline says of all other tasks. */
function ringProblems(tasks: readonly TaskDetail[], outline: OutlineOutput): string[] {
  const waits = new Map(
    outline.phases.flatMap((phase) => phase.tasks.map(({ id, after }) => [id, after] as const)),
  );
  for (const { id, after } of tasks) {
    const own = after.map(({ task }) => task).filter((task) => task !== id);
    waits.set(id, [...new Set([...(waits.get(id) ?? []), ...own])]);
  }
  const ring = ringIn(waits);
  return ring ? [`after: ${ringText(ring)}`] : [];
}
