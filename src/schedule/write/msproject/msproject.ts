// The schedule as MS Project XML (MSPDI), which most project tools import. The order of the elements
// is that of its schema; importers are strict about it.
import type { Scheduled } from '../../scheduled.ts';
import { attributeDefinitionsXml } from './attributes.ts';
import { calendarIds, calendarsXml } from './calendars.ts';
import type { CarriedPlan } from './carried.ts';
import { assignmentsXml, resourcesXml } from './resources.ts';
import { localTime, tasksXml } from './tasks.ts';
import { writeXml, type Xml } from './xml.ts';

export const MSPDI_NAMESPACE = 'http://schemas.microsoft.com/project';

/** With what the plan carries, our own reader gives the plan back; without it, its schedule. */
export function writeMsProject(scheduled: Scheduled, carried?: CarriedPlan): string {
  const { project, rows, title, finish, currency } = scheduled;
  const calendars = calendarIds(project.calendars, project.roles);
  const tasks = new Map(rows.map(({ task }, index) => [task.id, index + 1]));
  const ids = { tasks, calendars };
  const head: (Xml | null)[] = [
    ['SaveVersion', 14],
    ['Name', `${scheduled.planId}.xml`],
    ['Title', title],
    ['ScheduleFromStart', true],
    ['StartDate', localTime(project.zone, project.start)],
    ['FinishDate', localTime(project.zone, finish)],
    currency === null ? null : ['CurrencyCode', currency],
    ['CalendarUID', calendars.base.get(project.defaultCalendar) ?? 1],
    ['DefaultStartTime', '09:00:00'],
    ['DefaultFinishTime', '17:00:00'],
    ['MinutesPerDay', 480],
    ['MinutesPerWeek', 2400],
    ['DaysPerMonth', 20],
  ];
  const root: Xml = [
    'Project',
    [
      ...head,
      carried ? attributeDefinitionsXml : null,
      calendarsXml(project.calendars, project.roles, calendars),
      tasksXml(scheduled, ids, carried),
      resourcesXml(project.roles, calendars),
      assignmentsXml(scheduled, ids),
    ],
  ];
  return writeXml(root, MSPDI_NAMESPACE);
}
