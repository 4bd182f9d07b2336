// Routes live in the hash, so the page works under any path and needs no rule in the server.

export type Route =
  | { readonly view: 'plans' }
  | { readonly view: 'inbox' }
  /** Comes with a one-time link. */
  | { readonly view: 'open'; readonly ticket: string }
  | { readonly view: 'plan'; readonly id: string }
  | { readonly view: 'execution'; readonly id: string; readonly task: string }
  | { readonly view: 'unknown'; readonly path: string };

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#?\/?/, '').replace(/\/+$/, '');
  if (path === '' || path === 'plans') return { view: 'plans' };
  if (path === 'inbox') return { view: 'inbox' };
  const open = /^open\/([0-9a-z_]{20,200})$/.exec(path);
  if (open?.[1] !== undefined) return { view: 'open', ticket: open[1] };
  const plan = /^plans\/(plan_[0-9a-z]{1,60})$/.exec(path);
  if (plan?.[1] !== undefined) return { view: 'plan', id: plan[1] };
  const run = /^executions\/(exec_[0-9a-z]{1,60})(?:\/([a-z0-9_]{1,80}))?$/.exec(path);
  if (run?.[1] !== undefined) return { view: 'execution', id: run[1], task: run[2] ?? '' };
  return { view: 'unknown', path };
}

export const plansHref = '#/';
export const inboxHref = '#/inbox';
export const planHref = (id: string): string => `#/plans/${id}`;
export const executionHref = (id: string): string => `#/executions/${id}`;
export const taskHref = (id: string, task: string): string => `${executionHref(id)}/${task}`;
