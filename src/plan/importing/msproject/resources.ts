// Resources and assignments of MS Project XML: who works on what, at what rate, and what is bought.
import { childOf, childrenOf, textIn, type XmlElement } from '../../../base/xml.ts';
import { type PlanRole, roleKinds } from '../../../contract/plan-working.ts';
import { cleanText } from '../../../schedule/write/clean-text.ts';
import type { Tell } from '../telling.ts';
import { isSet, numberIn } from './values.ts';

const MATERIAL = 0;
const WORK = 1;
const maxRoles = 2000;

interface Resource {
  readonly uid: string;
  readonly isWork: boolean;
  readonly role: PlanRole;
}

export interface Use {
  readonly role: string;
  readonly units: number;
}

export interface ReadResources {
  readonly roles: readonly PlanRole[];
  /** By UID of the task. */
  readonly uses: ReadonlyMap<string, readonly Use[]>;
  /** Money for material and the like, by UID of the task. */
  readonly bought: ReadonlyMap<string, number>;
}

const hundredth = (value: number): number => Math.round(value) / 100;

const kindOf = (group: string): PlanRole['kind'] =>
  roleKinds.find((kind) => kind === group.toLowerCase()) ?? 'person';

function resourcesOf(
  project: XmlElement,
  calendars: ReadonlyMap<string, string>,
  tell: Tell,
): Resource[] {
  const taken = new Set<string>();
  return childrenOf(childOf(project, 'Resources'), 'Resource')
    .slice(0, maxRoles)
    .flatMap((node): Resource[] => {
      const uid = textIn(node, 'UID');
      // The first one stands for those without a resource.
      if (uid === '' || uid === '0' || isSet(node, 'IsNull')) return [];
      const wish = cleanText(textIn(node, 'Name'), 80);
      if (wish === '')
        tell('resource_without_name', `resource ${uid}`, 'it is called by its number');
      let name = wish || `Resource ${uid}`;
      if (taken.has(name)) {
        name = `${name.slice(0, 70)} (${uid.slice(0, 6)})`;
        tell('duplicate_resource', wish, `two resources have this name; one is called ${name}`);
      }
      taken.add(name);
      const units = numberIn(node, 'MaxUnits') ?? 1;
      const rate = numberIn(node, 'StandardRate') ?? 0;
      const calendar = calendars.get(textIn(node, 'CalendarUID'));
      const type = numberIn(node, 'Type') ?? WORK;
      return [
        {
          uid,
          isWork: type === WORK,
          role: {
            name,
            kind: kindOf(textIn(node, 'Group')),
            capacity: Math.min(1_000_000, Math.max(1, Math.ceil(units))),
            ...(calendar === undefined ? {} : { calendar }),
            ...(rate > 0 && type !== MATERIAL ? { rate_per_hour: rate } : {}),
          },
        },
      ];
    });
}

export function readResources(
  project: XmlElement,
  calendars: ReadonlyMap<string, string>,
  tell: Tell,
): ReadResources {
  const resources = resourcesOf(project, calendars, tell);
  const byUid = new Map(resources.map((one) => [one.uid, one]));
  const uses = new Map<string, Use[]>();
  const bought = new Map<string, number>();
  for (const node of childrenOf(childOf(project, 'Assignments'), 'Assignment')) {
    const [task, uid] = [textIn(node, 'TaskUID'), textIn(node, 'ResourceUID')];
    const resource = byUid.get(uid);
    if (resource === undefined) {
      // Numbers below zero, and the very large one, mean that nobody is assigned.
      if (/^\d{1,8}$/.test(uid) && uid !== '0') {
        tell('dangling_resource', `task ${task}`, `there is no resource ${uid}`);
      }
      continue;
    }
    if (!resource.isWork) {
      bought.set(task, (bought.get(task) ?? 0) + hundredth(numberIn(node, 'Cost') ?? 0));
      continue;
    }
    const { name } = resource.role;
    const list = uses.get(task) ?? [];
    if (list.some(({ role }) => role === name) || list.length >= 50) continue;
    const units = numberIn(node, 'Units') ?? 1;
    uses.set(task, [
      ...list,
      { role: name, units: Math.min(1_000_000, Math.max(1, Math.round(units))) },
    ]);
  }
  const roles = resources.filter(({ isWork }) => isWork).map(({ role }) => role);
  return { roles, uses, bought };
}
