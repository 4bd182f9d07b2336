// Fields of our own on a task: the three-point estimate and how the plan names and rates it. MS Project
// shows them under their aliases; the numbers are those of its own custom fields.
import type { ScheduledRow } from '../../scheduled.ts';
import type { Carried } from './carried.ts';
import { durationText } from './durations.ts';
import type { Xml } from './xml.ts';

export const attributeAliases = {
  id: 'Plan id',
  riskTier: 'Risk tier',
  performer: 'Performer',
  low: 'Low estimate',
  likely: 'Likely estimate',
  high: 'High estimate',
} as const;
type Name = keyof typeof attributeAliases;

const fields: Readonly<Record<Name, readonly [field: string, id: string]>> = {
  id: ['Text1', '188743731'],
  riskTier: ['Text2', '188743734'],
  performer: ['Text3', '188743737'],
  low: ['Duration1', '188743783'],
  likely: ['Duration2', '188743784'],
  high: ['Duration3', '188743785'],
};

const names = Object.keys(fields) as Name[];

const HOURS = 5;

export const attributeDefinitionsXml: Xml = [
  'ExtendedAttributes',
  names.map((name): Xml => {
    const [field, id] = fields[name];
    return [
      'ExtendedAttribute',
      [
        ['FieldID', id],
        ['FieldName', field],
        ['Alias', attributeAliases[name]],
      ],
    ];
  }),
];

const attribute = (name: Name, value: string): Xml => [
  'ExtendedAttribute',
  [
    ['FieldID', fields[name][1]],
    ['Value', value],
    value.startsWith('PT') ? ['DurationFormat', HOURS] : null,
  ],
];

/** Low, likely and high, as they are written; none of what takes no time. */
export function estimateWritten({ task, way }: ScheduledRow): string[] {
  const estimate = task.ways.find(({ id }) => id === way)?.estimate;
  return estimate ? [estimate.low, estimate.likely, estimate.high].map(durationText) : [];
}

export function attributesXml(row: ScheduledRow, { riskTier, performer }: Carried): Xml[] {
  const [low, likely, high] = estimateWritten(row);
  return [
    attribute('id', row.task.id),
    ...(riskTier === undefined ? [] : [attribute('riskTier', riskTier)]),
    ...(performer === undefined ? [] : [attribute('performer', performer)]),
    ...(low === undefined ? [] : [attribute('low', low)]),
    ...(likely === undefined ? [] : [attribute('likely', likely)]),
    ...(high === undefined ? [] : [attribute('high', high)]),
  ];
}
