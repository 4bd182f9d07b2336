// The work breakdown of a PlanExe plan: the project, its phases, their tasks, and the steps of these.
// One file holds all of it; a plan that was not finished has only the files of its levels.
import { fieldsOf, isFields, listOf, textIn, textsIn } from './fields.ts';
import type { ImportDefect } from './imported-plan.ts';
import type { PlanexeFiles } from './planexe-files.ts';

export interface TreeNode {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly resources: readonly string[];
  readonly children: readonly TreeNode[];
}

export interface PlanexeTree {
  readonly title: string | undefined;
  readonly deliverable: string | undefined;
  readonly phases: readonly TreeNode[];
  readonly defects: readonly ImportDefect[];
}

/** Project, phases, tasks, steps: what lies deeper is no part of the format. */
const levels = 4;

function nodeOf(value: unknown, depth: number): TreeNode[] {
  const fields = fieldsOf(value);
  const [id, title] = [textIn(fields.id), textIn(fields.description)];
  if (id === undefined || title === undefined) return [];
  const extra = fieldsOf(fields.extra_fields);
  const children = depth >= levels ? [] : listOf(fields.task_children);
  return [
    {
      ...{ id, title, description: textIn(extra.detailed_description) },
      resources: textsIn(extra.resources_needed),
      children: children.flatMap((child) => nodeOf(child, depth + 1)),
    },
  ];
}

const wholeName = 'wbs_project_level1_and_level2_and_level3.json';

function fromWhole(files: PlanexeFiles): PlanexeTree | null {
  const root = fieldsOf(files.json(wholeName)).wbs_project;
  const [tree] = nodeOf(root, 1);
  if (tree === undefined) return null;
  const deliverable = textIn(fieldsOf(fieldsOf(root).extra_fields).final_deliverable);
  return { title: tree.title, deliverable, phases: tree.children, defects: [] };
}

const plain = { description: undefined, resources: [], children: [] };

function stepsByTask(files: PlanexeFiles): ReadonlyMap<string, TreeNode[]> {
  const steps = new Map<string, TreeNode[]>();
  for (const value of listOf(files.json('wbs_level3.json'))) {
    const { id, name, description, resources_needed, parent_id } = fieldsOf(value);
    const [own, title, parent] = [textIn(id), textIn(name), textIn(parent_id)];
    if (own === undefined || title === undefined || parent === undefined) continue;
    const about = { description: textIn(description), resources: textsIn(resources_needed) };
    const known = steps.get(parent);
    const step = { ...plain, id: own, title, ...about };
    if (known) known.push(step);
    else steps.set(parent, [step]);
  }
  return steps;
}

/** Of a plan that was not finished. */
function fromLevels(files: PlanexeFiles): PlanexeTree | null {
  const steps = stepsByTask(files);
  const phases = listOf(files.json('wbs_level2.json')).flatMap((value): TreeNode[] => {
    const { id, major_phase_title, subtasks } = fieldsOf(value);
    const [own, title] = [textIn(id), textIn(major_phase_title)];
    if (own === undefined || title === undefined) return [];
    const children = listOf(subtasks).flatMap((task): TreeNode[] => {
      const [found] = nodeOf(task, levels);
      return found ? [{ ...found, children: steps.get(found.id) ?? [] }] : [];
    });
    return [{ ...plain, id: own, title, children }];
  });
  if (phases.length === 0) return null;
  const first = files.json('wbs_level1.json');
  const { project_title, final_deliverable } = isFields(first) ? first : {};
  const detail =
    'The whole breakdown is missing; it was put together from the files of its levels.';
  return {
    ...{ title: textIn(project_title), deliverable: textIn(final_deliverable), phases },
    defects: [{ kind: 'missing_file', where: wholeName, detail, repaired: true }],
  };
}

export const planexeTree = (files: PlanexeFiles): PlanexeTree | null =>
  fromWhole(files) ?? fromLevels(files);
