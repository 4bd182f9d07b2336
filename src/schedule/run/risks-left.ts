// The risks of what is still to be done. One that strikes one of its tasks may have struck in the past:
// it is less likely by the share of its work that is over.
import { outermostOf } from '../money/cost-lines.ts';
import { risksWithin } from '../money/proposals.ts';
import type { Project, Task } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';

const takesTime = ({ kind, ways }: Task): boolean => kind === 'task' && ways.length > 0;

/** How much work there is at or below any of these tasks. */
function worksBelow(project: Project): (named: readonly string[]) => number {
  const parents = new Map(project.tasks.map(({ id, parent }) => [id, parent]));
  const outermost = outermostOf(project);
  const counts = new Map<string, number>();
  for (const { id } of project.tasks.filter(takesTime)) {
    let at: string | undefined = id;
    for (let depth = 0; at !== undefined && depth <= parents.size; depth += 1) {
      counts.set(at, (counts.get(at) ?? 0) + 1);
      at = parents.get(at);
    }
  }
  return (named) => outermost(named).reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
}

export function risksLeft(risks: readonly Risk[], given: Project, left: Project): Risk[] {
  const [all, open] = [worksBelow(given), worksBelow(left)];
  const rarer = (risk: Risk): Risk => {
    if (risk.strikes !== 'one') return risk;
    const works = all(risk.tasks);
    const share = works === 0 ? 1 : Math.min(1, open(risk.tasks) / works);
    return { ...risk, probability: risk.probability * share };
  };
  return risksWithin(risks.map(rarer), new Set(left.tasks.map(({ id }) => id)));
}
