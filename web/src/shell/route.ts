// Routes live in the hash, so the page works under any path and needs no rule in the server.

export type PlanPart = 'overview' | 'stages' | 'report';

export type Route =
  | { readonly view: 'plans' }
  | { readonly view: 'inbox' }
  /** Comes with a one-time link. */
  | { readonly view: 'open'; readonly ticket: string }
  | { readonly view: 'new' }
  /** A plan that ships with the server. */
  | { readonly view: 'example'; readonly name: string }
  /** What of the plan, and which stage of its making is open. */
  | { readonly view: 'plan'; readonly id: string; readonly part: PlanPart; readonly stage: string }
  | { readonly view: 'execution'; readonly id: string; readonly task: string }
  | { readonly view: 'unknown'; readonly path: string };

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '').replace(/\/+$/, '');
  if (path === '' || path === 'plans') return { view: 'plans' };
  if (path === 'inbox') return { view: 'inbox' };
  if (path === 'new') return { view: 'new' };
  const example = /^examples\/([a-z0-9][a-z0-9-]{0,59})$/.exec(path);
  if (example?.[1] !== undefined) return { view: 'example', name: example[1] };
  const open = /^open\/([0-9a-z_]{20,200})$/.exec(path);
  if (open?.[1] !== undefined) return { view: 'open', ticket: open[1] };
  const plan = planRoute(path);
  if (plan !== undefined) return plan;
  const run = /^executions\/(exec_[0-9a-z]{1,60})(?:\/([a-z0-9_]{1,80}))?$/.exec(path);
  if (run?.[1] !== undefined) return { view: 'execution', id: run[1], task: run[2] ?? '' };
  return { view: 'unknown', path };
}

function planRoute(path: string): Route | undefined {
  const found = /^plans\/(plan_[0-9a-z]{1,60})(?:\/(report|stages(?:\/([a-z0-9-]{1,60}))?))?$/.exec(
    path,
  );
  if (found?.[1] === undefined) return undefined;
  const part = found[2] === 'report' ? 'report' : found[2] === undefined ? 'overview' : 'stages';
  return { view: 'plan', id: found[1], part, stage: found[3] ?? '' };
}

export const plansHref = '#/';
export const newPlanHref = '#/new';
export const exampleHref = (name: string): string => `#/examples/${name}`;
export const inboxHref = '#/inbox';
export const planHref = (id: string): string => `#/plans/${id}`;
export const reportHref = (id: string): string => `${planHref(id)}/report`;
export const stagesHref = (id: string): string => `${planHref(id)}/stages`;
export const stageHref = (id: string, stage: string): string => `${stagesHref(id)}/${stage}`;
export const executionHref = (id: string): string => `#/executions/${id}`;
export const taskHref = (id: string, task: string): string => `${executionHref(id)}/${task}`;
