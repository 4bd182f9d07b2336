// MS Project XML (MSPDI), from that program and from the many that write it; and our own, which carries
// the whole plan in its notes.
import { readXml, textIn, type XmlElement } from '../../base/xml.ts';
import { dayOfIsoDate } from '../../schedule/time/civil.ts';
import { cleanText } from '../../schedule/write/clean-text.ts';
import type { ImportDefect, ImportedPlan, ImportedTask, TextReader } from './imported-plan.ts';
import { ownFieldsIn } from './msproject/attributes.ts';
import { type ReadCalendars, readCalendars } from './msproject/calendars.ts';
import { withoutComputedStart } from './msproject/computed-start.ts';
import { linksInto } from './msproject/links.ts';
import { ownPlan } from './msproject/own-plan.ts';
import { type PhaseRecord, recordIn, type TaskRecord } from './msproject/records.ts';
import { type ReadResources, readResources } from './msproject/resources.ts';
import {
  importedTask,
  type Known,
  lengthOf,
  type TaskNode,
  taskNodes,
  tellBadDate,
} from './msproject/tasks.ts';
import { timeIn } from './msproject/values.ts';
import { badFile, noWork } from './refusals.ts';
import { type Tell, teller } from './telling.ts';

const headChars = 4_000;
const namespace = 'schemas.microsoft.com/project';

interface Outline {
  readonly tasks: readonly TaskNode[];
  readonly whole?: XmlElement;
  readonly records: ReadonlyMap<string, TaskRecord | PhaseRecord>;
  readonly plan?: Parameters<typeof ownPlan>[0]['plan'];
}

/** With the ids of the plan, where records have them. */
function outlineOf(project: XmlElement, tell: Tell): Outline {
  const found = new Map<XmlElement, ReturnType<typeof recordIn>>();
  const knownOf = (node: XmlElement): Known | undefined => {
    const record = recordIn(node, tell);
    found.set(node, record);
    if (record === undefined || 'plan' in record) return undefined;
    if ('task' in record) return { id: record.task.task_id, isPhase: false };
    return { id: record.phase.phase_id, isPhase: true };
  };
  const { tasks, whole } = taskNodes(project, knownOf, tell);
  const records = tasks.flatMap(({ id, node }): [string, TaskRecord | PhaseRecord][] => {
    const record = found.get(node);
    return record === undefined || 'plan' in record ? [] : [[id, record]];
  });
  const plan = whole && recordIn(whole, tell);
  return {
    ...{ tasks, records: new Map(records) },
    ...(whole ? { whole } : {}),
    ...(plan !== undefined && 'plan' in plan ? { plan } : {}),
  };
}

function statedDays(project: XmlElement): number | undefined {
  const [start, finish] = ['StartDate', 'FinishDate'].map((tag) =>
    dayOfIsoDate(timeIn(project, tag)?.slice(0, 10) ?? ''),
  );
  if (start === null || start === undefined || finish === null || finish === undefined)
    return undefined;
  return finish < start ? undefined : finish - start + 1;
}

function keptOf(
  { calendars }: ReadCalendars,
  { roles }: ReadResources,
): Pick<ImportedPlan, 'kept'> {
  return {
    kept: {
      ...(calendars.length === 0 ? {} : { calendars: [...calendars] }),
      ...(roles.length === 0 ? {} : { roles: [...roles] }),
    },
  };
}

function titleOf(project: XmlElement, whole: XmlElement | undefined, name: string): string {
  const file = name.replace(/\.[a-z]{1,5}$/i, '');
  const given = textIn(project, 'Title') || (whole && textIn(whole, 'Name')) || file;
  return cleanText(given, 160) || 'Project';
}

const notRebuilt =
  'it is not made of phases and tasks as we wrote it any more: goal, risks, criteria and steps are not taken over';

function documentOf(
  { plan, whole, records }: Outline,
  parts: Omit<Parameters<typeof ownPlan>[0], 'plan' | 'whole' | 'records'>,
): ImportedPlan['document'] {
  const document = plan && whole && ownPlan({ ...parts, plan, whole, records });
  if (document === undefined && (plan !== undefined || records.size > 0)) {
    parts.tell('plan_not_rebuilt', whole ? textIn(whole, 'Name') : '', notRebuilt, false);
  }
  return document;
}

function readMsProject(text: string, name: string): ImportedPlan {
  const project = readXml(text);
  if (project.tag !== 'Project') throw badFile('MS Project XML', `it begins with <${project.tag}>`);
  const defects: ImportDefect[] = [];
  const tell = teller(defects);
  for (const tag of ['StartDate', 'FinishDate']) tellBadDate(project, tag, tag, tell);
  const calendars = readCalendars(project, tell);
  const resources = readResources(project, calendars.names, tell);
  const own = ownFieldsIn(project);
  const outline = outlineOf(project, tell);
  const { tasks: nodes, whole, records } = outline;
  if (nodes.length === 0) throw noWork('MS Project XML', 'it lists none');
  const tasks = nodes.map((node) => {
    const task = importedTask(node, { resources, own, tell });
    return withoutComputedStart(task, node.node, records.get(node.id));
  });
  const context = {
    ids: new Map(nodes.map(({ uid, id }) => [uid, id])),
    minutes: new Map(nodes.map(({ uid, node }) => [uid, lengthOf(node) ?? 0])),
    tell,
  };
  const links = nodes.flatMap(({ node, id }) => linksInto(node, id, context));
  const byId = new Map(tasks.map((task): [string, ImportedTask] => [task.id, task]));
  const parts = { nodes, tasks: byId, links, own, uses: resources.uses, tell };
  const document = documentOf(outline, parts);
  const currency = textIn(project, 'CurrencyCode');
  const days = statedDays(project);
  const startDate = timeIn(project, 'StartDate')?.slice(0, 10);
  return {
    ...{ format: 'msproject', title: titleOf(project, whole, name), tasks, links, defects },
    ...{ risks: [], assumptions: [], notes: [] },
    ...(startDate === undefined ? {} : { startDate }),
    ...(/^[A-Z]{3}$/.test(currency) ? { currency } : {}),
    ...(days === undefined ? {} : { statedDays: days }),
    ...keptOf(calendars, resources),
    ...(document === undefined ? {} : { document }),
  };
}

export const msProjectReader: TextReader = {
  format: 'msproject',
  recognizes(text) {
    const head = text.slice(0, headChars);
    return (
      /^\uFEFF?\s*</.test(head) && /<(?:\w+:)?Project[\s>]/.test(head) && head.includes(namespace)
    );
  },
  read: readMsProject,
};
