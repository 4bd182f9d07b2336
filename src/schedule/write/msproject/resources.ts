// Roles as resources, and who works on what. Units of 1 are one whole person or machine.
import type { Role } from '../../project.ts';
import type { Scheduled } from '../../scheduled.ts';
import type { CalendarIds } from './calendars.ts';
import { durationText } from './durations.ts';
import { localTime, type TaskIds } from './tasks.ts';
import type { Xml } from './xml.ts';

const PER_HOUR = 2;

export const resourceIds = (roles: readonly Role[]): ReadonlyMap<string, number> =>
  new Map(roles.map(({ id }, index) => [id, index + 1]));

export function resourcesXml(roles: readonly Role[], calendars: CalendarIds): Xml {
  return [
    'Resources',
    roles.map((role, index): Xml => {
      const { id, kind, capacity, ratePerHour = 0 } = role;
      return [
        'Resource',
        [
          ['UID', index + 1],
          ['ID', index + 1],
          ['Name', id],
          ['Type', 1],
          ['IsNull', false],
          ['Group', kind],
          ['MaxUnits', capacity],
          ['CanLevel', true],
          ['StandardRate', ratePerHour],
          ['StandardRateFormat', PER_HOUR],
          ['CalendarUID', calendars.ofRole.get(id) ?? -1],
        ],
      ];
    }),
  ];
}

export function assignmentsXml(scheduled: Scheduled, ids: TaskIds): Xml {
  const resources = resourceIds(scheduled.project.roles);
  const { zone } = scheduled.project;
  const pairs = scheduled.rows.flatMap((row) => row.uses.map((use) => ({ row, use })));
  return [
    'Assignments',
    pairs.map(
      ({ row, use }, index): Xml => [
        'Assignment',
        [
          ['UID', index + 1],
          ['TaskUID', ids.tasks.get(row.task.id) ?? 0],
          ['ResourceUID', resources.get(use.role) ?? 0],
          ['Finish', localTime(zone, row.finish)],
          ['Start', localTime(zone, row.start)],
          ['Units', use.units],
          ['Work', durationText(row.workMinutes * use.units)],
        ],
      ],
    ),
  ];
}
