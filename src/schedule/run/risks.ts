// Risks as they can be reckoned with: one that delays has to touch work. Without work its delay is
// left out, and it is said, whether anything is simulated or not.
import type { PlanLint } from '../../contract/plan-schedule.ts';
import type { Project, Task } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';

type DelaysNothing = (risk: Risk) => boolean;

function delaysNothing({ tasks }: Project): DelaysNothing {
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]));
  const working = new Set<string>();
  for (const { id } of tasks.filter(takesTime)) {
    for (let at: string | undefined = id; at !== undefined && !working.has(at); ) {
      working.add(at);
      at = parents.get(at);
    }
  }
  return (risk) => risk.delayMinutes !== undefined && !risk.tasks.some((task) => working.has(task));
}

const takesTime = ({ kind, ways }: Task): boolean => kind === 'task' && ways.length > 0;

export function withoutEmptyDelays(project: Project, risks: readonly Risk[]): readonly Risk[] {
  const isEmpty = delaysNothing(project);
  if (!risks.some(isEmpty)) return risks;
  return risks.map((risk) => {
    if (!isEmpty(risk)) return risk;
    const { delayMinutes: _, ...rest } = risk;
    return rest;
  });
}

export function riskFindings(project: Project, risks: readonly Risk[]): PlanLint[] {
  return risks.filter(delaysNothing(project)).map(({ id, tasks }) => ({
    code: 'risk_without_work',
    severity: 'warning' as const,
    ids: tasks.slice(0, 1000),
    message:
      `risk “${id}” delays, but touches no task that takes time; its delay is left out; name the tasks that it delays`.slice(
        0,
        1000,
      ),
  }));
}
