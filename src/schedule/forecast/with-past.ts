// A schedule of what remains, joined with what has happened, and compared with an earlier one.
import type { Placed, Project } from '../project.ts';
import type { Remaining } from './remaining.ts';

export interface Slip {
  readonly task: string;
  /** Minutes; negative when it comes earlier. */
  readonly byMinutes: number;
}

/** Every task of the project, summaries around their children. */
export function withPast(
  project: Project,
  remaining: Remaining,
  scheduled: readonly Placed[],
): readonly Placed[] {
  const rows = new Map(scheduled.map((row) => [row.id, row]));
  const leaves = project.tasks.flatMap(({ id, kind }): Placed[] => {
    const row = remaining.finished.get(id) ?? rows.get(id);
    if (kind === 'summary' || row === undefined) return [];
    return [{ ...row, start: remaining.running.get(id)?.started ?? row.start }];
  });
  return withSummaries(project, leaves);
}

/** Leaves and, around them, their summaries, in the order of the project. */
function withSummaries(project: Project, leaves: readonly Placed[]): readonly Placed[] {
  const parents = new Map(project.tasks.map(({ id, parent }) => [id, parent]));
  const rows = new Map<string, Placed>(leaves.map((row) => [row.id, row]));
  for (const { id, start, finish } of leaves) {
    const seen = new Set<string>();
    for (let at = parents.get(id); at !== undefined && !seen.has(at); at = parents.get(at)) {
      seen.add(at);
      const known = rows.get(at);
      rows.set(at, {
        id: at,
        way: null,
        start: Math.min(start, known?.start ?? start),
        finish: Math.max(finish, known?.finish ?? finish),
      });
    }
  }
  return project.tasks.flatMap(({ id }) => rows.get(id) ?? []);
}

/** Latest first. */
export function slipsBetween(before: readonly Placed[], after: readonly Placed[]): readonly Slip[] {
  const finishes = new Map(before.map(({ id, finish }) => [id, finish]));
  return after
    .map(({ id, finish }) => ({ task: id, byMinutes: finish - (finishes.get(id) ?? finish) }))
    .filter(({ byMinutes }) => byMinutes !== 0)
    .toSorted((a, b) => b.byMinutes - a.byMinutes);
}
