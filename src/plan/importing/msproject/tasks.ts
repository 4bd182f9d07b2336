// Tasks of MS Project XML: their place in the outline, length, dates, money and what was done.
import { childOf, childrenOf, textIn, type XmlElement } from '../../../base/xml.ts';
import { alwaysCalendar } from '../../../schedule/read/plan-calendars.ts';
import { cleanText } from '../../../schedule/write/clean-text.ts';
import { readNotes } from '../../../schedule/write/msproject/carried.ts';
import type { ImportedKind, ImportedTask, KeptTaskFields } from '../imported-plan.ts';
import type { Tell } from '../telling.ts';
import type { OwnFields } from './attributes.ts';
import type { ReadResources, Use } from './resources.ts';
import { hoursOf, isBadTime, isSet, minutesIn, numberIn, timeIn } from './values.ts';

export interface TaskNode {
  readonly node: XmlElement;
  readonly uid: string;
  readonly id: string;
  readonly parent: string | null;
  readonly isGroup: boolean;
}

/** What a record of ours says of a task. */
export interface Known {
  readonly id: string;
  readonly isPhase: boolean;
}

const maxTasks = 100_000;

/** In the order of the file, which is that of its outline. The first may be the project itself. */
export function taskNodes(
  project: XmlElement,
  knownOf: (node: XmlElement) => Known | undefined,
  tell: Tell,
): { readonly tasks: readonly TaskNode[]; readonly whole?: XmlElement } {
  const nodes = childrenOf(childOf(project, 'Tasks'), 'Task').filter(
    (node) => !isSet(node, 'IsNull') && textIn(node, 'UID') !== '',
  );
  const isWhole = (node: XmlElement): boolean =>
    textIn(node, 'UID') === '0' || textIn(node, 'OutlineLevel') === '0';
  const whole = nodes.find(isWhole);
  const own = nodes.filter((node) => !isWhole(node)).slice(0, maxTasks);
  const taken = new Set<string>();
  const phases = new Set<string>();
  const above: string[] = [];
  const tasks = own.map((node, index): TaskNode => {
    const uid = textIn(node, 'UID');
    const known = knownOf(node);
    const wish = known?.id ?? `task_${uid.toLowerCase()}`;
    if (taken.has(wish)) tell('duplicate_id', wish, 'two tasks have this number');
    const id = taken.has(wish) ? `${wish}_${index}` : wish;
    taken.add(id);
    if (known?.isPhase) phases.add(id);
    const level = Math.max(1, Math.min(numberIn(node, 'OutlineLevel') ?? 1, above.length + 1));
    above.length = level - 1;
    const parent = above.at(-1) ?? null;
    above.push(id);
    return { node, uid, id, parent, isGroup: false };
  });
  const grouped = groupedTasks(tasks, phases, tell);
  for (const { node, id, isGroup } of grouped) {
    if (isSet(node, 'Summary') && !isGroup) {
      tell('empty_summary', id, 'a summary without tasks below it is read as a task');
    }
  }
  return whole ? { tasks: grouped, whole } : { tasks: grouped };
}

/** A phase of ours whose tasks are all gone is gone too: it is no work. */
function groupedTasks(
  tasks: readonly TaskNode[],
  phases: ReadonlySet<string>,
  tell: Tell,
): TaskNode[] {
  const parents = new Set<string | null>();
  // From the end, so that what is below is known first.
  const kept = tasks.toReversed().filter(({ id, parent }) => {
    const isEmpty = phases.has(id) && !parents.has(id);
    if (isEmpty) tell('empty_group', id, 'a phase without tasks was left out');
    else parents.add(parent);
    return !isEmpty;
  });
  return kept.toReversed().map((task) => ({ ...task, isGroup: parents.has(task.id) }));
}

const ELAPSED = [4, 6, 8, 10, 12, 36, 38, 40, 42, 44];

const isElapsed = (node: XmlElement): boolean =>
  ELAPSED.includes(numberIn(node, 'DurationFormat') ?? 0);

export function lengthOf(node: XmlElement): number | undefined {
  const minutes = minutesIn(textIn(node, 'Duration')) ?? minutesIn(textIn(node, 'Work'));
  return minutes === undefined || minutes < 0 ? undefined : Math.min(minutes, 6e7);
}

export interface TaskContext {
  readonly resources: ReadResources;
  readonly own: (node: XmlElement) => OwnFields;
  readonly tell: Tell;
}

export function importedTask(task: TaskNode, context: TaskContext): ImportedTask {
  const { node, uid, id, parent } = task;
  const kind = kindOf(task);
  const minutes = kind === 'task' ? lengthOf(node) : undefined;
  if (kind === 'task' && minutes === undefined) {
    context.tell('no_duration', id, 'the task has no length that can be read');
  }
  if (kind !== 'group') tellBadDates(task, context.tell);
  const hours = minutes === undefined ? null : hoursOf(minutes);
  const uses = context.resources.uses.get(uid) ?? [];
  const own = context.own(node);
  const { words } = readNotes(textIn(node, 'Notes'));
  return {
    ...{ id, kind, parent },
    title: cleanText(textIn(node, 'Name'), 200) || `Task ${uid}`,
    hours: hours === null ? null : (own.estimate ?? { low: hours, likely: hours, high: hours }),
    ...(words === '' || words.startsWith('{\\rtf') ? {} : { description: words.slice(0, 1500) }),
    performer: own.performer ?? 'human',
    ...(uses[0] === undefined ? {} : { assignee: uses[0].role }),
    ...costOf(task, context),
    ...statusOf(node),
    ...priorityOf(node),
    kept: {
      ...keptOf(task, uses, context),
      ...(own.riskTier === undefined ? {} : { risk_tier: own.riskTier }),
    },
  };
}

const dates = ['Deadline', 'ConstraintDate', 'ActualStart', 'ActualFinish'];

function tellBadDates({ node, id }: TaskNode, tell: Tell): void {
  for (const tag of dates) tellBadDate(node, tag, id, tell);
}

export function tellBadDate(node: XmlElement, tag: string, where: string, tell: Tell): void {
  if (!isBadTime(node, tag)) return;
  const detail = `${tag} ${textIn(node, tag).slice(0, 40)} is no date and was left out`;
  tell('unreadable_date', where, detail, false);
}

function kindOf({ node, isGroup }: TaskNode): ImportedKind {
  if (isGroup) return 'group';
  const isMoment = isSet(node, 'Milestone') && (lengthOf(node) ?? 0) === 0;
  return isMoment || isSet(node, 'ExternalTask') ? 'milestone' : 'task';
}

function costOf({ node, uid }: TaskNode, { resources }: TaskContext): Pick<ImportedTask, 'cost'> {
  const fixed = Math.round(numberIn(node, 'FixedCost') ?? 0) / 100;
  const sum = Math.round((fixed + (resources.bought.get(uid) ?? 0)) * 100) / 100;
  return sum > 0 && sum < 1e15 ? { cost: { low: sum, base: sum, high: sum } } : {};
}

function statusOf(node: XmlElement): Pick<ImportedTask, 'status' | 'progress'> {
  if (textIn(node, 'Active') === '0') return { status: 'dropped' };
  const progress = Math.min(100, Math.max(0, numberIn(node, 'PercentComplete') ?? 0)) / 100;
  if (progress === 1 || timeIn(node, 'ActualFinish') !== undefined) return { status: 'done' };
  if (progress > 0 || timeIn(node, 'ActualStart') !== undefined)
    return { status: 'begun', progress };
  return {};
}

function priorityOf(node: XmlElement): Pick<ImportedTask, 'priority'> {
  const priority = numberIn(node, 'Priority') ?? 500;
  if (priority === 500) return {};
  return { priority: priority > 500 ? 'high' : 'low' };
}

function keptOf(task: TaskNode, uses: readonly Use[], { tell }: TaskContext): KeptTaskFields {
  const { node, isGroup } = task;
  const isUsual = uses.length === 1 && uses[0]?.units === 1;
  const actual = actualOf(node);
  return {
    // Where nobody is assigned, nobody is in the way of anything else.
    ...(isUsual || isGroup ? {} : { uses: uses.map((use) => ({ ...use })) }),
    ...(isElapsed(node) && !isGroup ? { calendar: alwaysCalendar } : {}),
    ...(isGroup ? {} : constraintOf(task, tell)),
    ...(actual === undefined || isGroup ? {} : { actual }),
  };
}

export function actualOf(node: XmlElement): KeptTaskFields['actual'] {
  const [started, finished] = ['ActualStart', 'ActualFinish'].map((tag) => timeIn(node, tag));
  const percent = Math.min(100, Math.max(0, numberIn(node, 'PercentComplete') ?? 0));
  if (started === undefined && finished === undefined && percent === 0) return undefined;
  return {
    ...(started === undefined ? {} : { started }),
    ...(finished === undefined ? {} : { finished }),
    ...(finished === undefined && percent > 0 ? { progress: percent / 100 } : {}),
  };
}

const constraintNames = [
  'as soon as possible',
  'as late as possible',
  'must start on',
  'must finish on',
  'start no earlier than',
  'start no later than',
  'finish no earlier than',
  'finish no later than',
] as const;

/** Those that a plan has no field for are told, and not kept. */
export function constraintOf(
  { node, id }: Pick<TaskNode, 'node' | 'id'>,
  tell: Tell,
): KeptTaskFields {
  const deadline = timeIn(node, 'Deadline');
  const due = deadline === undefined ? {} : { deadline };
  const date = timeIn(node, 'ConstraintDate');
  const name = constraintNames[numberIn(node, 'ConstraintType') ?? 0];
  if (isSet(node, 'Manual') && timeIn(node, 'Start') !== undefined) {
    return { not_before: timeIn(node, 'Start'), ...due };
  }
  if (name === undefined || name === 'as soon as possible') return due;
  if (date !== undefined) {
    if (name === 'must start on') return { fixed_start: date, ...due };
    if (name === 'start no earlier than') return { not_before: date, ...due };
    if (name === 'finish no later than' || name === 'must finish on') {
      return { deadline: deadline === undefined || date < deadline ? date : deadline };
    }
  }
  if (isBadTime(node, 'ConstraintDate')) return due;
  tell('constraint_not_kept', id, `"${name}" has no counterpart in a plan`, false);
  return due;
}
