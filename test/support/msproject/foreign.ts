// A file as MS Project itself writes them: Sunday first, tenths of minutes, numbers for everything.
const element = (tag: string, value: string | number): string => `<${tag}>${value}</${tag}>`;

const elements = (fields: Readonly<Record<string, string | number>>): string =>
  Object.entries(fields)
    .map(([tag, value]) => element(tag, value))
    .join('');

export interface ForeignTask {
  readonly uid: number;
  readonly level: number;
  readonly name: string;
  readonly fields?: Readonly<Record<string, string | number>>;
  readonly links?: readonly Readonly<Record<string, string | number>>[];
}

const taskXml = ({ uid, level, name, fields = {}, links = [] }: ForeignTask): string =>
  element(
    'Task',
    elements({ UID: uid, ID: uid, Name: name, OutlineLevel: level, ...fields }) +
      links.map((link) => element('PredecessorLink', elements(link))).join(''),
  );

const day = (type: number, isWorking: boolean): string =>
  element(
    'WeekDay',
    elements({ DayType: type, DayWorking: isWorking ? 1 : 0 }) +
      (isWorking
        ? '<WorkingTimes><WorkingTime><FromTime>07:00:00</FromTime><ToTime>11:00:00</ToTime></WorkingTime><WorkingTime><FromTime>12:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes>'
        : ''),
  );

export const foreignCalendars = `<Calendars>
<Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>-1</BaseCalendarUID>
<WeekDays>${[1, 2, 3, 4, 5, 6, 7].map((type) => day(type, type > 1 && type < 7)).join('')}</WeekDays>
<Exceptions><Exception><EnteredByOccurrences>0</EnteredByOccurrences><TimePeriod><FromDate>2027-12-24T00:00:00</FromDate><ToDate>2027-12-26T23:59:00</ToDate></TimePeriod><Occurrences>3</Occurrences><Name>Holidays</Name><Type>1</Type><DayWorking>0</DayWorking></Exception></Exceptions></Calendar>
<Calendar><UID>2</UID><Name>Night shift</Name><IsBaseCalendar>1</IsBaseCalendar><BaseCalendarUID>-1</BaseCalendarUID>
<WeekDays><WeekDay><DayType>7</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>20:00:00</FromTime><ToTime>00:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay>
<WeekDay><DayType>0</DayType><DayWorking>0</DayWorking><TimePeriod><FromDate>2027-05-01T00:00:00</FromDate><ToDate>2027-05-01T23:59:00</ToDate></TimePeriod></WeekDay></WeekDays></Calendar>
<Calendar><UID>3</UID><Name>Ana</Name><IsBaseCalendar>0</IsBaseCalendar><BaseCalendarUID>1</BaseCalendarUID></Calendar>
</Calendars>`;

const resources = `<Resources>
<Resource><UID>0</UID><ID>0</ID><Type>1</Type><IsNull>0</IsNull></Resource>
<Resource><UID>1</UID><ID>1</ID><Name>Ana</Name><Type>1</Type><MaxUnits>1</MaxUnits><StandardRate>45.5</StandardRate><StandardRateFormat>2</StandardRateFormat><CalendarUID>3</CalendarUID></Resource>
<Resource><UID>2</UID><ID>2</ID><Name>Masons</Name><Type>1</Type><MaxUnits>2.5</MaxUnits><CalendarUID>2</CalendarUID></Resource>
<Resource><UID>3</UID><ID>3</ID><Name>Bricks</Name><Type>0</Type></Resource>
</Resources>`;

const assignment = (task: number, resource: number, more: string): string =>
  `<Assignment><UID>${task * 100 + resource}</UID><TaskUID>${task}</TaskUID><ResourceUID>${resource}</ResourceUID>${more}</Assignment>`;

export const foreignTasks: readonly ForeignTask[] = [
  { uid: 0, level: 0, name: 'Garden wall', fields: { Summary: 1 } },
  { uid: 1, level: 1, name: 'Ground', fields: { Summary: 1, Duration: 'PT40H0M0S' } },
  {
    uid: 5,
    level: 2,
    name: 'Dig &amp; level',
    fields: { Duration: 'PT16H0M0S', DurationFormat: 7, FixedCost: 25050, PercentComplete: 40 },
  },
  {
    uid: 6,
    level: 2,
    name: 'Let it settle',
    fields: { Duration: 'PT48H0M0S', DurationFormat: 8, Notes: 'No work\non it' },
    links: [{ PredecessorUID: 5, Type: 3, LinkLag: 4800, LagFormat: 7 }],
  },
  { uid: 2, level: 1, name: 'Wall', fields: { Summary: 1 } },
  { uid: 3, level: 2, name: 'Courses', fields: { Summary: 1 } },
  {
    uid: 7,
    level: 3,
    name: 'Lay bricks',
    fields: {
      ...{
        Duration: 'PT20H30M0S',
        DurationFormat: 39,
        Priority: 800,
        Deadline: '2027-06-30T17:00:00',
      },
      ...{ ConstraintType: 4, ConstraintDate: '2027-05-03T07:00:00' },
    },
    links: [
      { PredecessorUID: 6, Type: 1, LinkLag: -600, LagFormat: 5 },
      { PredecessorUID: 5, Type: 0, LinkLag: 50, LagFormat: 19 },
    ],
  },
  {
    uid: 8,
    level: 2,
    name: 'Wall stands',
    fields: {
      Milestone: 1,
      Duration: 'PT0H0M0S',
      ConstraintType: 2,
      ConstraintDate: '2027-07-01T08:00:00',
    },
    links: [{ PredecessorUID: 7, Type: 2, LinkLag: 14400, LagFormat: 8 }, { PredecessorUID: 7 }],
  },
  { uid: 9, level: 2, name: 'Paint', fields: { Duration: 'PT8H0M0S', Active: 0 } },
];

export const foreignProject = (tasks: readonly ForeignTask[] = foreignTasks): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Project xmlns="http://schemas.microsoft.com/project"><SaveVersion>14</SaveVersion><Title>Garden wall</Title>
<StartDate>2027-04-19T07:00:00</StartDate><FinishDate>2027-07-01T08:00:00</FinishDate><CurrencyCode>EUR</CurrencyCode><CalendarUID>1</CalendarUID>
${foreignCalendars}<Tasks>${tasks.map(taskXml).join('\n')}</Tasks>${resources}
<Assignments>${assignment(5, 1, '<Units>0.5</Units>')}${assignment(7, 2, '<Units>2</Units>')}${assignment(7, 1, '<Units>1</Units>')}${assignment(7, 3, '<Units>900</Units><Cost>90000</Cost>')}${assignment(8, -65535, '')}</Assignments></Project>`;
