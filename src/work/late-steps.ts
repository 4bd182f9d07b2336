// What cannot be taken back is done as late as the graph allows. Within its task such a step waits for all
// that does not wait for it: what may still fail then fails before. Across tasks nothing is added, since
// dates hang on that: there it is handed out after all else that is ready (AV8), and the plan is told.
import type { Plan } from '../contract/plan.ts';
import type { PlanLint } from '../contract/plan-schedule.ts';
import type { NewStep } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';

const isWork = ({ purpose }: GraphStep): boolean => purpose === 'work' || purpose === 'decision';
const isFinal = ({ reversibility }: GraphStep): boolean => reversibility === 'irreversible';

type Edges = ReadonlyMap<string, readonly string[]>;

/** All that edges lead to from a step. A loop: chains may be long. */
function reach(edges: Edges, id: string): Set<string> {
  const seen = new Set<string>();
  const pending = [...(edges.get(id) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    pending.push(...(edges.get(next) ?? []));
  }
  return seen;
}

function turned(edges: Edges): Edges {
  const back = new Map<string, string[]>();
  for (const [id, others] of edges) {
    for (const other of others) {
      const known = back.get(other);
      if (known) known.push(id);
      else back.set(other, [id]);
    }
  }
  return back;
}

/** Steps that could be done before it, and are not bound to be; in the order of the plan. */
function unordered(defs: readonly GraphStep[], needs: Edges, { id }: GraphStep): GraphStep[] {
  const [earlier, later] = [reach(needs, id), reach(turned(needs), id)];
  return defs.filter(
    (other) =>
      other.id !== id &&
      isWork(other) &&
      !isFinal(other) &&
      !earlier.has(other.id) &&
      !later.has(other.id),
  );
}

export function lateSteps(steps: readonly NewStep[]): NewStep[] {
  const defs = steps.map(({ def }) => def);
  if (!defs.some(isFinal)) return [...steps];
  const needs = new Map(defs.map((def) => [def.id, def.needs]));
  const byParent = Map.groupBy(defs, ({ parent }) => parent ?? '');
  for (const def of defs.filter(isFinal)) {
    const own = byParent.get(def.parent ?? '') ?? [];
    const waited = unordered(own, needs, def).map(({ id }) => id);
    if (waited.length > 0) needs.set(def.id, [...(needs.get(def.id) ?? []), ...waited]);
  }
  return steps.map((step) => ({
    ...step,
    def: { ...step.def, needs: needs.get(step.def.id) ?? step.def.needs },
  }));
}

const maxNamed = 5;

function namesOf(ids: readonly string[]): string {
  const named = ids.slice(0, maxNamed).join(', ');
  return ids.length > maxNamed ? `${named} and ${ids.length - maxNamed} more` : named;
}

const warning = (code: string, ids: readonly string[], message: string): PlanLint => ({
  code,
  severity: 'warning',
  ids: ids.slice(0, maxNamed),
  message,
});

/** Other tasks may still fail when it is done. */
function earlyLints(defs: readonly GraphStep[]): PlanLint[] {
  const needs = new Map(defs.map((def) => [def.id, def.needs]));
  return defs.filter(isFinal).flatMap((def) => {
    const ids = unordered(defs, needs, def).map(({ id }) => id);
    if (ids.length === 0) return [];
    const message = `${def.id} cannot be taken back and may be done before ${namesOf(ids)}, which do not wait for it. If they decide whether it should be done at all, let it depend on them.`;
    return [warning('irreversible_early', [def.id, ...ids], message)];
  });
}

/** What comes after it does so by its place in the list alone. */
function placedLints({ phases }: Plan): PlanLint[] {
  const tasks = phases.flatMap((phase) => phase.tasks);
  return tasks.flatMap(({ subtasks }) =>
    subtasks.flatMap((subtask, index) => {
      const next = subtasks[index + 1];
      if (subtask.reversibility !== 'irreversible' || !next || next.dependencies) return [];
      if (next.reversibility === 'irreversible') return [];
      const { subtask_id: id } = subtask;
      const message = `${id} cannot be taken back, and ${next.subtask_id} follows it only by its place in the list. Give ${next.subtask_id} dependencies of its own, or move ${id} to the end.`;
      return [warning('irreversible_before', [id, next.subtask_id], message)];
    }),
  );
}

/** Of the steps that a plan becomes. */
export const orderLints = (plan: Plan, steps: readonly NewStep[]): PlanLint[] => [
  ...placedLints(plan),
  ...earlyLints(steps.map(({ def }) => def)),
];
