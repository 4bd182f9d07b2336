// A PlanExe plan, of any of its three generations of file names. Its own Gantt puts every task after the
// one before; the dependencies that it found lie beside it unused. Here they are used, and where the
// parts of the plan contradict one another, each place is told.
import type { Estimate } from '../../contract/plan.ts';
import { fieldsOf, listOf, numberIn, textIn } from './fields.ts';
import type {
  FilesReader,
  ImportDefect,
  ImportedLink,
  ImportedPlan,
  ImportedTask,
} from './imported-plan.ts';
import { type PlanexeFiles, plainName, planexeFiles } from './planexe-files.ts';
import { type GanttSpan, hull, planexeGantt } from './planexe-gantt.ts';
import { type PhaseOrder, phaseOrder, type StatedOrder } from './planexe-order.ts';
import { type Member, planexeTeam, roleFinder } from './planexe-roles.ts';
import {
  planexeAssumptions,
  planexeGoal,
  planexeRisks,
  planexeSwot,
  swotParts,
} from './planexe-texts.ts';
import { type PlanexeTree, planexeTree, type TreeNode } from './planexe-tree.ts';
import { noWork } from './refusals.ts';
import { requireCounts } from './sound-tasks.ts';

/** The Gantt of these plans counts days of the calendar, so a day here is one of any week. */
const hoursPerDay = 8;
const everyDay = 'every_day';
const maxDays = 36_500;

const calendar = {
  calendar_id: everyDay,
  week: Array.from({ length: 7 }, () => [{ from: '09:00', to: '17:00' }]),
};

const defect = (kind: string, where: string, detail: string, repaired = true): ImportDefect => ({
  ...{ kind, where, detail, repaired },
});

interface Days {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

interface Durations {
  readonly days: ReadonlyMap<string, Days>;
  readonly defects: readonly ImportDefect[];
}

const durationsName = 'task_durations.json';

function daysIn(value: unknown): [string, Days][] {
  const { task_id, days_min, days_realistic, days_max } = fieldsOf(value);
  const [id, likely] = [textIn(task_id), numberIn(days_realistic)];
  if (id === undefined || likely === undefined || likely < 0 || likely > maxDays) return [];
  const [low, high] = [numberIn(days_min) ?? likely, numberIn(days_max) ?? likely];
  return [[id, { low, likely, high: Math.min(high, maxDays) }]];
}

function durationsOf(files: PlanexeFiles, known: ReadonlySet<string>): Durations {
  const days = new Map<string, Days>();
  const defects: ImportDefect[] = [];
  const given = files.json(durationsName);
  if (given === undefined) {
    defects.push(defect('missing_file', durationsName, 'No task has a length.'));
  }
  for (const [id, length] of listOf(given).flatMap(daysIn)) {
    if (days.has(id)) {
      defects.push(defect('duplicate_duration', id, 'It has two lengths; the first is taken.'));
    } else if (!known.has(id)) {
      const detail = `${durationsName} has a length for it, but there is no such task.`;
      defects.push(defect('dangling_id', id, detail));
    } else days.set(id, length);
  }
  return { days, defects };
}

const hoursOf = ({ low, likely, high }: Days): Estimate => ({
  low: low * hoursPerDay,
  likely: likely * hoursPerDay,
  high: high * hoursPerDay,
});

/** A phase states how long it is, beside its tasks, which are done one after the other. */
function phaseSums(phases: readonly TreeNode[], days: Durations['days']): ImportDefect[] {
  return phases.flatMap(({ id, title, children }): ImportDefect[] => {
    const own = days.get(id)?.likely;
    const parts = children.map((child) => days.get(child.id)?.likely);
    if (own === undefined || parts.length === 0 || parts.includes(undefined)) return [];
    const sum = parts.reduce<number>((all, count) => all + (count ?? 0), 0);
    if (Math.abs(own - sum) < 0.5) return [];
    const detail = `"${title}" is said to take ${own} days, its tasks take ${sum}. Its dates are computed from its tasks now.`;
    return [defect('wrong_phase_sum', id, detail)];
  });
}

const dependenciesName = 'task_dependencies_raw.json';

interface Stated extends StatedOrder {
  readonly isThere: boolean;
}

function statedLinks(files: PlanexeFiles): Stated {
  const given = files.json(dependenciesName);
  const told = new Set<string>();
  const links = listOf(fieldsOf(given).task_dependency_details).flatMap((value): ImportedLink[] => {
    const { dependent_task_id, depends_on_task_id_list } = fieldsOf(value);
    const to = textIn(dependent_task_id);
    if (to === undefined) return [];
    told.add(to);
    return listOf(depends_on_task_id_list).flatMap((from): ImportedLink[] => {
      const id = textIn(from);
      return id === undefined ? [] : [{ from: id, to, type: 'finish_to_start', lag: 0 }];
    });
  });
  return { links, told, isThere: given !== undefined };
}

/** When a task or phase lies in the Gantt: from its first leaf to its last. */
function ganttSpans(
  phases: readonly TreeNode[],
  gantt: ReadonlyMap<string, GanttSpan>,
): ReadonlyMap<string, GanttSpan> {
  const spans = new Map<string, GanttSpan>();
  const walk = (node: TreeNode): GanttSpan[] => {
    const own = gantt.get(node.id);
    const parts = node.children.flatMap(walk);
    const span = hull(parts.length > 0 || own === undefined ? parts : [own]);
    if (span === null) return [];
    spans.set(node.id, span);
    return [span];
  };
  for (const phase of phases) walk(phase);
  return spans;
}

function contradicted(
  links: readonly ImportedLink[],
  spans: ReadonlyMap<string, GanttSpan>,
  titles: ReadonlyMap<string, string>,
): ImportDefect[] {
  return links.flatMap(({ from, to }): ImportDefect[] => {
    const [one, other] = [spans.get(from), spans.get(to)];
    if (one === undefined || other === undefined || from === to || other.start >= one.finish) {
      return [];
    }
    const detail = `"${titles.get(to)}" waits for "${titles.get(from)}", but the file's own Gantt begins it ${Math.round(one.finish - other.start)} days before that ends. The new dates keep the order.`;
    return [defect('contradicted_edge', `${from} → ${to}`, detail)];
  });
}

function tasksOf(
  { phases }: PlanexeTree,
  days: Durations['days'],
  roleOf: (task: TreeNode) => string | undefined,
  { ends }: PhaseOrder,
): ImportedTask[] {
  const base = { hours: null, parent: null } as const;
  const withWords = (node: TreeNode) =>
    node.description === undefined ? {} : { description: node.description };
  return phases.flatMap((phase): ImportedTask[] => [
    { ...base, id: phase.id, title: phase.title, kind: 'group' },
    ...phase.children.flatMap((task): ImportedTask[] => {
      const length = days.get(task.id);
      const role = roleOf(task);
      return [
        {
          ...{ id: task.id, title: task.title, kind: 'task', parent: phase.id, performer: 'human' },
          hours: length === undefined ? null : hoursOf(length),
          ...(role === undefined ? {} : { assignee: role, assigneeIsGuess: true }),
          ...withWords(task),
        },
        ...task.children.map(
          (step): ImportedTask => ({
            ...{ ...base, id: step.id, title: step.title, kind: 'step', parent: task.id },
            ...withWords(step),
            ...(step.resources.length === 0
              ? {}
              : { notes: [`Needs: ${step.resources.join(', ')}.`] }),
          }),
        ),
      ];
    }),
    ...[ends.get(phase) ?? []].flat(),
  ]);
}

const allNodes = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children)]);

function rolesOf(team: readonly Member[], tasks: readonly ImportedTask[]) {
  const known = new Map(team.map((member) => [member.name, member]));
  const names = [...new Set(tasks.flatMap(({ assignee }) => assignee ?? []))];
  return names.map((name) => {
    const { capacity = 1, does } = known.get(name) ?? {};
    const said = does === undefined ? {} : { does: does.slice(0, 300) };
    return { name, kind: 'person' as const, capacity, calendar: everyDay, ...said };
  });
}

function ganttOf(files: PlanexeFiles, defects: ImportDefect[]) {
  try {
    return planexeGantt(files);
  } catch {
    const detail = 'Its data is no JSON that can be read; nothing was compared with it.';
    defects.push(defect('broken_file', 'schedule_gantt_dhtmlx.html', detail, false));
    return null;
  }
}

function notesOf(files: PlanexeFiles, stated: Stated, compared: readonly ImportDefect[] | null) {
  const swot = planexeSwot(files);
  const lines = swotParts.flatMap((part) =>
    swot[part].map((line) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}: ${line}`),
  );
  const unused =
    compared === null
      ? []
      : [
          `The file states ${stated.links.length} dependencies and computes its Gantt without them: ${compared.length} of them it does not keep. All that can be kept are kept now.`,
        ];
  return [
    'The file counts days of the calendar: a day is eight hours of work on any day of the week.',
    ...unused,
    ...lines,
  ];
}

function readPlanexe(source: Parameters<FilesReader['read']>[0], name: string): ImportedPlan {
  const files = planexeFiles(source);
  const tree = planexeTree(files);
  if (tree === null) throw noWork('a PlanExe plan', 'its work breakdown (wbs_…) is not there yet');
  const nodes = allNodes(tree.phases);
  const work = tree.phases.flatMap(({ children }) => children);
  const stated = statedLinks(files);
  requireCounts({ rows: nodes.length, tasks: work.length, links: stated.links.length });
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  const { days, defects: ofDays } = durationsOf(files, new Set(titles.keys()));
  const noLinks = defect('missing_file', dependenciesName, 'It states no dependencies.');
  const own: ImportDefect[] = [];
  const gantt = ganttOf(files, own);
  const spans = gantt === null ? null : ganttSpans(tree.phases, gantt);
  const compared = spans === null ? null : contradicted(stated.links, spans, titles);
  const whole = spans === null ? null : hull([...spans.values()]);
  const team = planexeTeam(files);
  const order = phaseOrder(tree.phases, stated);
  const tasks = tasksOf(tree, days, roleFinder(team, work), order);
  const title = textIn(files.text('wbs_level1_project_title.json')) ?? tree.title ?? name;
  const texts = {
    ...{ risks: planexeRisks(files), assumptions: planexeAssumptions(files) },
    notes: notesOf(files, stated, compared),
    ...planexeGoal(files, own),
  };
  return {
    ...{ format: 'planexe', title, tasks, ...texts },
    ...(tree.deliverable === undefined ? {} : { summary: `It is to end in: ${tree.deliverable}.` }),
    links: [...stated.links, ...order.links],
    ...(whole === null ? {} : { statedDays: Math.round(whole.finish - whole.start) }),
    kept: { calendars: [calendar], roles: rolesOf(team, tasks) },
    defects: [
      ...files.defects,
      ...tree.defects,
      ...own,
      ...ofDays,
      ...(stated.isThere ? [] : [noLinks]),
      ...phaseSums(tree.phases, days),
      ...(compared ?? []),
    ],
  };
}

const marks = new Set([
  'wbs_level1.json',
  'wbs_level2.json',
  'wbs_project_level1_and_level2_and_level3.json',
]);

export const planexeReader: FilesReader = {
  format: 'planexe',
  /** Our own plans have a wbs_level2.json too, below a folder of its own. */
  recognizes: ({ paths }) =>
    paths.some((path) => marks.has(plainName(path)) && !path.includes('/wbs/')),
  read: readPlanexe,
};
