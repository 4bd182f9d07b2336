// Tasks and links as MS Project knows them. Lags and slack are tenths of minutes. Each start is held
// by a constraint: MS Project would otherwise move tasks to where they overload their roles.
import type { Link, LinkType, Minute, Task } from '../../project.ts';
import {
  depthsOf,
  linksInto,
  type Scheduled,
  type ScheduledRow,
  statedByTask,
} from '../../scheduled.ts';
import { isoDateTimeIn } from '../../time/local-time.ts';
import { cleanText } from '../clean-text.ts';
import { attributesXml, estimateWritten } from './attributes.ts';
import type { CalendarIds } from './calendars.ts';
import {
  type Carried,
  type CarriedPlan,
  linkWritten,
  notesText,
  useWritten,
  writtenAs,
} from './carried.ts';
import { durationText } from './durations.ts';
import { valueText, type Xml } from './xml.ts';

const linkCodes: Readonly<Record<LinkType, number>> = { FF: 0, FS: 1, SF: 2, SS: 3 };
const constraints = { asSoonAsPossible: 0, mustStartOn: 2, startNoEarlierThan: 4 } as const;
const HOURS = 5;
const ELAPSED_HOURS = 6;

export interface TaskIds {
  readonly tasks: ReadonlyMap<string, number>;
  readonly calendars: CalendarIds;
}

/** Local time without its offset: the format has no zones. */
export const localTime = (zone: string, minute: Minute): string =>
  `${isoDateTimeIn(zone, minute).slice(0, 16)}:00`;

export function tasksXml(scheduled: Scheduled, ids: TaskIds, carried?: CarriedPlan): Xml {
  const into = linksInto(scheduled.project);
  const outlines = outlinesOf(scheduled);
  const stated = statedByTask(scheduled);
  const rows = scheduled.rows.map((row, index): Xml => {
    const outline = outlines.get(row.task.id) ?? String(index + 1);
    const links = into.get(row.task.id) ?? [];
    const fixed = fixedCostXml(row.task, row.way, stated.get(row.task.id));
    const elements = taskXml(row, index + 1, outline, links, fixed, scheduled, ids);
    return ['Task', withNotes(row, elements, carried?.parts.get(row.task.id))];
  });
  return ['Tasks', [...wholeXml(scheduled, stated.get(''), carried?.whole), ...rows]];
}

/** The project itself as a task, for money that belongs to no other and for what the plan carries. */
function wholeXml(
  { title, project, finish }: Scheduled,
  cost: number | undefined,
  carried: Carried | undefined,
): Xml[] {
  if (cost === undefined && carried === undefined) return [];
  const { start, zone } = project;
  return [
    [
      'Task',
      [
        ['UID', 0],
        ['ID', 0],
        ['Name', title],
        ['Type', 1],
        ['IsNull', false],
        ['WBS', '0'],
        ['OutlineNumber', '0'],
        ['OutlineLevel', 0],
        ['Start', localTime(zone, start)],
        ['Finish', localTime(zone, finish)],
        ['Duration', durationText(finish - start)],
        ['DurationFormat', ELAPSED_HOURS],
        ['Summary', true],
        cost === undefined ? null : ['FixedCost', hundredths(cost)],
        carried ? ['Notes', { exact: notesText(carried, { Name: cleanText(title) }) }] : null,
      ],
    ],
  ];
}

/** 1, 1.1, 1.2, 2 …: the place of each task among its siblings. */
function outlinesOf({ project }: Scheduled): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const outlines = new Map<string, string>();
  const depths = depthsOf(project);
  const byDepth = [...project.tasks].sort(
    (a, b) => (depths.get(a.id) ?? 0) - (depths.get(b.id) ?? 0),
  );
  for (const { id, parent = '' } of byDepth) {
    const number = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, number);
    const above = outlines.get(parent);
    outlines.set(id, above === undefined ? String(number) : `${above}.${number}`);
  }
  return outlines;
}

function taskXml(
  row: ScheduledRow,
  order: number,
  outline: string,
  links: readonly Link[],
  fixedCost: readonly Xml[],
  scheduled: Scheduled,
  ids: TaskIds,
): Xml[] {
  const { task } = row;
  const { zone } = scheduled.project;
  const isSummary = task.kind === 'summary';
  const minutes = isSummary ? row.finish - row.start : row.workMinutes;
  return [
    ['UID', ids.tasks.get(task.id) ?? 0],
    ['ID', order],
    ['Name', task.name],
    ['Type', 1],
    ['IsNull', false],
    ['WBS', outline],
    ['OutlineNumber', outline],
    ['OutlineLevel', outline.split('.').length],
    ['Priority', 500],
    ['Start', localTime(zone, row.start)],
    ['Finish', localTime(zone, row.finish)],
    ['Duration', durationText(minutes)],
    ['DurationFormat', isSummary ? ELAPSED_HOURS : HOURS],
    ['Work', durationText(workOf(row))],
    ['EffortDriven', false],
    ['Estimated', false],
    ['Milestone', task.kind === 'milestone'],
    ['Summary', isSummary],
    ['Critical', row.critical],
    ['FreeSlack', Math.round(row.freeFloatMinutes * 10)],
    ['TotalSlack', Math.round(row.totalFloatMinutes * 10)],
    ...fixedCost,
    ['PercentComplete', percentOf(task)],
    ...actualsXml(task, zone),
    ...constraintXml(row, scheduled.project.start, zone, ids.calendars),
    ['IgnoreResourceCalendar', wayOf(task, row.way)?.calendar !== undefined],
    ['Notes', task.id],
    ...links.map((link): Xml => linkXml(link, ids.tasks)),
  ];
}

/** In place of the id, where the plan carries more; fields of its own come last. */
function withNotes(row: ScheduledRow, elements: readonly Xml[], carried?: Carried): Xml[] {
  if (carried === undefined) return [...elements];
  const wordOf = (list: readonly Xml[], tag: string): string => {
    const value = list.find(([name]) => name === tag)?.[1];
    return typeof value === 'object' || value === undefined ? '' : valueText(value);
  };
  const links = elements.flatMap(([tag, content]) => {
    if (tag !== 'PredecessorLink') return [];
    const part = (name: string): string => wordOf(content as readonly Xml[], name);
    return linkWritten(part('PredecessorUID'), part('Type'), part('LinkLag'), part('LagFormat'));
  });
  const uses = row.uses.map(({ role, units }) => useWritten(cleanText(role), units));
  const estimate = estimateWritten(row);
  const plain = (tag: string): string =>
    tag === 'Name' ? cleanText(row.task.name) : wordOf(elements, tag);
  const notes: Xml = [
    'Notes',
    { exact: notesText(carried, writtenAs(plain, { links, uses, estimate })) },
  ];
  const own = elements.map((element) => (element[0] === 'Notes' ? notes : element));
  return [...own, ...attributesXml(row, carried)];
}

const wayOf = (task: Task, id: string | null) => task.ways.find((way) => way.id === id);

const workOf = ({ uses, workMinutes }: ScheduledRow): number =>
  workMinutes * uses.reduce((sum, { units }) => sum + units, 0);

/** Amounts are in hundredths there; rates are not. */
const hundredths = (amount: number): number => Math.round(amount * 100);

function fixedCostXml(task: Task, way: string | null, stated: number | undefined): Xml[] {
  const own = wayOf(task, way)?.fixedCost?.likely;
  if (own === undefined && stated === undefined) return [];
  return [['FixedCost', hundredths((own ?? 0) + (stated ?? 0))]];
}

function percentOf({ actual }: Task): number {
  if (actual?.finished !== undefined) return 100;
  return Math.round((actual?.progress ?? 0) * 100);
}

function actualsXml({ actual }: Task, zone: string): Xml[] {
  const { started, finished } = actual ?? {};
  return [
    ...(started === undefined ? [] : [['ActualStart', localTime(zone, started)] as const]),
    ...(finished === undefined ? [] : [['ActualFinish', localTime(zone, finished)] as const]),
  ];
}

function constraintXml(
  { task, way, start }: ScheduledRow,
  projectStart: Minute,
  zone: string,
  calendars: CalendarIds,
): Xml[] {
  const calendar = calendars.base.get(wayOf(task, way)?.calendar ?? '') ?? -1;
  const deadline: Xml[] =
    task.deadline === undefined ? [] : [['Deadline', localTime(zone, task.deadline)]];
  if (task.kind === 'summary' || start <= projectStart) {
    return [
      ['ConstraintType', constraints.asSoonAsPossible],
      ['CalendarUID', calendar],
      ...deadline,
    ];
  }
  const isFixed = task.fixedStart === start;
  return [
    ['ConstraintType', isFixed ? constraints.mustStartOn : constraints.startNoEarlierThan],
    ['CalendarUID', calendar],
    ['ConstraintDate', localTime(zone, start)],
    ...deadline,
  ];
}

const linkXml = (link: Link, ids: ReadonlyMap<string, number>): Xml => [
  'PredecessorLink',
  [
    ['PredecessorUID', ids.get(link.from) ?? 0],
    ['Type', linkCodes[link.type]],
    ['CrossProject', false],
    ['LinkLag', link.lagMinutes * 10],
    ['LagFormat', link.lagIn === 'elapsed' ? ELAPSED_HOURS : HOURS],
  ],
];
