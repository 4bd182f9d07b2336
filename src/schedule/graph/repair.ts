// Makes an imported project schedulable and says what it changed. What is repaired has no errors
// left; warnings that need a person's judgment stay.
import type { Project } from '../project.ts';
import type { Change } from './change.ts';
import { requireSize } from './limits.ts';
import { repairLinks } from './repair-links.ts';
import { repairResources } from './repair-resources.ts';
import { repairTasks } from './repair-tasks.ts';
import { repairWays } from './repair-ways.ts';

export interface Repaired {
  readonly project: Project;
  readonly changes: readonly Change[];
}

/** The same project gives the same repair. Throws only when the project is too large. */
export function repair(project: Project): Repaired {
  requireSize(project);
  const changes: Change[] = [];
  const say = (code: Change['code'], ids: readonly string[], message: string) =>
    void changes.push({ code, ids, message });
  const sound = repairWays(repairTasks(repairResources(project, say), say), say);
  const linked = repairLinks(sound, say);
  requireSize(linked);
  return { project: linked, changes };
}
