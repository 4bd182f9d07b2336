// Everything that is wrong, doubtful or needless in a project, each with its place and what to do.
import type { Project } from '../project.ts';
import { type Finding, FindingList } from './finding.ts';
import { buildHierarchy } from './hierarchy.ts';
import { requireSize } from './limits.ts';
import { lintLinks } from './lint-links.ts';
import { lintResources } from './lint-resources.ts';
import { lintTasks } from './lint-tasks.ts';

/** Errors first. Throws only when the project is too large to look at. */
export function lint(project: Project): Finding[] {
  requireSize(project);
  const list = new FindingList();
  const hierarchy = buildHierarchy(project.tasks);
  lintResources(project, list);
  lintTasks(project, hierarchy, list);
  lintLinks(project, hierarchy, list);
  return list.all();
}

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === 'error');
