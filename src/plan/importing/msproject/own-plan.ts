// The plan.json that a file of ours carries, put together from its records. It is only there when the
// file still has the shape of a plan: phases, and tasks in them. Tasks outside of phases get one.
import { textIn, type XmlElement } from '../../../base/xml.ts';
import type { PlanTask } from '../../../contract/plan.ts';
import { useWritten, writtenAs } from '../../../schedule/write/msproject/carried.ts';
import type { ImportedLink, ImportedTask } from '../imported-plan.ts';
import type { Tell } from '../telling.ts';
import type { OwnFields } from './attributes.ts';
import { changedTask } from './changed-task.ts';
import { linksWritten } from './links.ts';
import type { PhaseRecord, PlanRecord, TaskRecord } from './records.ts';
import { changedSince } from './records.ts';
import type { Use } from './resources.ts';
import type { TaskNode } from './tasks.ts';

export interface OwnParts {
  readonly whole: XmlElement;
  readonly plan: PlanRecord;
  readonly nodes: readonly TaskNode[];
  readonly records: ReadonlyMap<string, TaskRecord | PhaseRecord>;
  readonly tasks: ReadonlyMap<string, ImportedTask>;
  readonly links: readonly ImportedLink[];
  readonly own: (node: XmlElement) => OwnFields;
  /** By UID. */
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  readonly tell: Tell;
}

interface Built {
  readonly id: string;
  readonly task: object;
  readonly hasNewLinks: boolean;
}

/** Somebody put it into the file; what is missing is filled in later. */
function newTask({ id, title, hours, description, assignee, cost, kept }: ImportedTask): object {
  const estimate = hours ?? { low: 1, likely: 1, high: 1 };
  return {
    ...{ task_id: id, title, estimate, estimated_hours: estimate.likely },
    ...(description === undefined ? {} : { description }),
    ...(assignee === undefined ? {} : { assignee_role: assignee, performer: 'human' }),
    ...(cost === undefined ? {} : { cost: { ...cost, source: 'The file says so.' } }),
    ...kept,
  };
}

function builtTask(node: TaskNode, parts: OwnParts): Built | undefined {
  const { id, uid } = node;
  const [record, read] = [parts.records.get(id), parts.tasks.get(id)];
  if (read === undefined) return undefined;
  if (record === undefined || !('task' in record)) {
    return { id, task: newTask(read), hasNewLinks: true };
  }
  const uses = parts.uses.get(uid) ?? [];
  const text = (tag: string): string => textIn(node.node, tag);
  const now = writtenAs(text, {
    links: linksWritten(node.node),
    uses: uses.map(({ role, units }) => useWritten(role, units)),
    estimate: parts.own(node.node).written,
  });
  const names = changedSince(record.as, now);
  const task = changedTask(record, { names, read, uses, duration: text('Duration') });
  return { id, task, hasNewLinks: names.has('links') };
}

const isPhased = ({ nodes }: OwnParts): boolean =>
  nodes.every(({ parent, isGroup }) => !isGroup || parent === null);

function phaseOf(node: TaskNode, { records, tell }: OwnParts): object {
  const record = records.get(node.id);
  if (record !== undefined && 'task' in record) {
    tell(
      'task_is_phase',
      node.id,
      'others lie below it now: what it said as a task is lost',
      false,
    );
  }
  const name = textIn(node.node, 'Name').slice(0, 120) || node.id;
  if (record === undefined || !('phase' in record)) return { phase_id: node.id, name };
  return record.as.Name === textIn(node.node, 'Name') ? record.phase : { ...record.phase, name };
}

/** As many as a phase may have. */
const maxInPhase = 60;

/** Somebody put them beside the phases. */
function addedPhases(loose: readonly object[], nodes: readonly TaskNode[]): object[] {
  const taken = new Set(nodes.map(({ id }) => id));
  const count = Math.ceil(loose.length / maxInPhase);
  return Array.from({ length: count }, (_, at) => {
    const number = at === 0 ? '' : ` ${at + 1}`;
    let id = `phase_added${number.trim()}`;
    while (taken.has(id)) id += '_';
    const tasks = loose.slice(at * maxInPhase, (at + 1) * maxInPhase);
    return { phase_id: id, name: `Added tasks${number}`, tasks };
  });
}

type Dependency = PlanRecord['plan']['dependencies'][number];

const dependencyOf = ({ from, to, type, lag, lagIn }: ImportedLink): Dependency => ({
  ...{ from, to, type, lag },
  ...(lagIn === undefined ? {} : { lag_in: lagIn }),
});

/** Of tasks whose links were not changed, those of the plan; of the others, those of the file. */
function linked(parts: OwnParts, built: readonly Built[]) {
  const there = new Set(parts.nodes.map(({ id }) => id));
  const changed = new Set(built.filter((one) => one.hasNewLinks).map(({ id }) => id));
  const kept = parts.plan.plan.dependencies.filter(
    ({ from, to }) => there.has(from) && there.has(to) && !changed.has(to),
  );
  const read = parts.links.filter(({ to }) => changed.has(to)).map(dependencyOf);
  const readInto = Map.groupBy(read, ({ to }) => to);
  const withLinks = ({ id, task, hasNewLinks }: Built): object => {
    const own = hasNewLinks
      ? (readInto.get(id) ?? [])
          .filter(({ type }) => type === 'finish_to_start')
          .map(({ from }) => from)
      : ((task as Partial<PlanTask>).prerequisites ?? []).filter((from) => there.has(from));
    return { ...task, prerequisites: own };
  };
  return { dependencies: [...kept, ...read], withLinks };
}

/** Undefined where groups lie in groups: a plan has none. */
export function ownPlan(parts: OwnParts): Readonly<Record<string, unknown>> | undefined {
  if (!isPhased(parts)) return undefined;
  const { nodes, plan, whole } = parts;
  const built = nodes
    .filter(({ isGroup }) => !isGroup)
    .flatMap((node) => builtTask(node, parts) ?? []);
  const { dependencies, withLinks } = linked(parts, built);
  const byId = new Map(built.map((one) => [one.id, withLinks(one)]));
  const below = Map.groupBy(nodes, ({ parent }) => parent);
  const tasksIn = (phase: string | null): object[] =>
    (below.get(phase) ?? []).flatMap(({ id }) => byId.get(id) ?? []);
  const stated = nodes
    .filter(({ isGroup }) => isGroup)
    .map((node) => ({ ...phaseOf(node, parts), tasks: tasksIn(node.id) }));
  const phases = [...stated, ...addedPhases(tasksIn(null), nodes)];
  const title = textIn(whole, 'Name');
  return {
    ...plan.plan,
    ...(plan.as.Name === title || title === '' ? {} : { title: title.slice(0, 160) }),
    ...{ phase_count: phases.length, phases, dependencies },
  };
}
