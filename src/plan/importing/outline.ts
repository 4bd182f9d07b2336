// A tree of any depth as phases with tasks, which is all that a plan has: the groups at the top are the
// phases, and what lies deeper in them follows in its order, with the names of the groups between.
import type { ImportDefect, ImportedTask } from './imported-plan.ts';

const maxPhases = 30;
const maxPhaseTasks = 60;

export interface OutlineTask {
  readonly task: ImportedTask;
  /** Groups between the phase and the task. */
  readonly within: readonly string[];
  readonly steps: readonly ImportedTask[];
}

export interface OutlinePhase {
  /** Of the group that it was; null where it was none. */
  readonly id: string | null;
  readonly name: string;
  readonly tasks: readonly OutlineTask[];
}

export interface Outline {
  readonly phases: readonly OutlinePhase[];
  readonly defects: readonly ImportDefect[];
}

type Children = ReadonlyMap<string | null, readonly ImportedTask[]>;

/** One group that holds everything is the plan itself. */
function topOf(children: Children): readonly ImportedTask[] {
  let top = children.get(null) ?? [];
  for (;;) {
    const [only] = top;
    if (top.length !== 1 || only?.kind !== 'group') return top;
    const below = children.get(only.id) ?? [];
    if (!below.some(({ kind }) => kind === 'group')) return top;
    top = below;
  }
}

function outlineTask(task: ImportedTask, within: readonly string[], children: Children) {
  const below = children.get(task.id) ?? [];
  return { task, within, steps: below.filter(({ kind }) => kind === 'step') };
}

/** A stack rather than recursion: the file decides the depth. */
function tasksBelow(root: ImportedTask, children: Children): OutlineTask[] {
  const found: OutlineTask[] = [];
  const pending = [{ task: root, within: [] as readonly string[] }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { task, within } = next;
    const isGroup = task.kind === 'group';
    if (!isGroup && task.kind !== 'step') found.push(outlineTask(task, within, children));
    const path = isGroup && task !== root ? [...within, task.title] : within;
    const below = (children.get(task.id) ?? []).filter(({ kind }) => isGroup || kind !== 'step');
    pending.push(...below.map((child) => ({ task: child, within: path })).toReversed());
  }
  return found;
}

/** Tasks that belong to no group, and stand between groups, are a phase of their own. */
function gathered(top: readonly ImportedTask[], children: Children, title: string): OutlinePhase[] {
  const phases: OutlinePhase[] = [];
  const hasGroups = top.some(({ kind }) => kind === 'group');
  for (const task of top) {
    const tasks = tasksBelow(task, children);
    const last = phases.at(-1);
    if (task.kind === 'group') phases.push({ id: task.id, name: task.title, tasks });
    else if (last && last.id === null) {
      phases.splice(-1, 1, { ...last, tasks: [...last.tasks, ...tasks] });
    } else phases.push({ id: null, name: hasGroups ? 'Further tasks' : title, tasks });
  }
  return phases;
}

function split(phase: OutlinePhase): OutlinePhase[] {
  const { id, name, tasks } = phase;
  if (tasks.length <= maxPhaseTasks) return [phase];
  const parts = Math.ceil(tasks.length / maxPhaseTasks);
  return Array.from({ length: parts }, (_, index) => ({
    id: index === 0 ? id : null,
    name: `${name} (${index + 1} of ${parts})`,
    tasks: tasks.slice(index * maxPhaseTasks, (index + 1) * maxPhaseTasks),
  }));
}

/** The two neighbors that are smallest together become one, until there are few enough. */
function merged(phases: readonly OutlinePhase[]): OutlinePhase[] {
  const left = [...phases];
  while (left.length > maxPhases) {
    const sizes = left
      .slice(1)
      .map((phase, at) => phase.tasks.length + (left[at]?.tasks.length ?? 0));
    const at = sizes.indexOf(Math.min(...sizes));
    const [one, other] = left.slice(at, at + 2);
    if (one === undefined || other === undefined) break;
    const within = (phase: OutlinePhase): OutlineTask[] =>
      phase.tasks.map((task) => ({ ...task, within: [phase.name, ...task.within] }));
    const tasks = [...within(one), ...within(other)];
    left.splice(at, 2, { id: one.id, name: `${one.name}, ${other.name}`, tasks });
  }
  return left.flatMap((phase) => (phase.tasks.length > maxPhaseTasks ? split(phase) : [phase]));
}

/** Where whole groups do not fit: as few phases as hold all tasks in their order, alike in size. */
function cutEvenly(groups: readonly OutlinePhase[]): OutlinePhase[] {
  const rows = groups.flatMap(({ name, tasks }) =>
    tasks.map((task) => ({ group: name, task: { ...task, within: [name, ...task.within] } })),
  );
  const parts = Math.ceil(rows.length / maxPhaseTasks);
  const from = (part: number): number => Math.floor((part * rows.length) / parts);
  const phases = Array.from({ length: parts }, (_, part) => {
    const own = rows.slice(from(part), from(part + 1));
    const name = [...new Set(own.map(({ group }) => group))].join(', ');
    return { id: null, name, tasks: own.map(({ task }) => task) };
  });
  return numbered(phases);
}

/** Phases of one name are told apart. */
function numbered(phases: readonly OutlinePhase[]): OutlinePhase[] {
  const byName = Map.groupBy(phases, ({ name }) => name);
  return phases.map((phase) => {
    const same = byName.get(phase.name) ?? [];
    if (same.length < 2) return phase;
    return { ...phase, name: `${phase.name} (${same.indexOf(phase) + 1} of ${same.length})` };
  });
}

function fewEnough(groups: readonly OutlinePhase[]): OutlinePhase[] {
  const parts = groups.flatMap(split);
  if (parts.length <= maxPhases) return parts;
  const joined = merged(parts);
  return joined.length <= maxPhases ? joined : cutEvenly(groups);
}

export function outlineOf(tasks: readonly ImportedTask[], title: string): Outline {
  const children: Children = Map.groupBy(tasks, ({ parent }) => parent);
  const all = gathered(topOf(children), children, title);
  const empty = all.filter((phase) => phase.tasks.length === 0);
  const phases = fewEnough(all.filter((phase) => phase.tasks.length > 0));
  return {
    phases,
    defects: empty.map(({ id, name }) => ({
      kind: 'empty_group',
      where: id ?? name,
      detail: `"${name}" has no tasks and was left out.`,
      repaired: true,
    })),
  };
}
