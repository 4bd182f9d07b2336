// A row of a table as a task. What cannot be read is told with its row, and the rest is taken.
import { type Estimate, performers, riskTiers } from '../../../contract/plan.ts';
import { alwaysCalendar } from '../../../schedule/read/plan-calendars.ts';
import { cleanText } from '../../../schedule/write/clean-text.ts';
import { levelIn } from '../fields.ts';
import type { ImportedKind, ImportedTask, KeptTaskFields } from '../imported-plan.ts';
import type { Tell } from '../telling.ts';
import type { Column, Field, Language } from './columns.ts';
import { type DateOrder, dateOf, workdaysBetween } from './dates.ts';
import { amountOf } from './money.ts';
import { type Decimal, shareOf } from './numbers.ts';
import type { Row } from './outline.ts';
import { type Length, lengthOf } from './values.ts';

export interface TaskContext {
  readonly columns: ReadonlyMap<Field, Column>;
  readonly order: DateOrder;
  readonly language: Language;
  readonly decimal: Decimal;
  readonly isGroup: boolean;
  readonly parent: string | null;
  readonly tell: Tell;
}

export const placeOf = ({ number, id }: Pick<Row, 'number' | 'id'>): string =>
  `row ${number} (${id})`;

/** How project programs say in their languages that there is nothing. */
const nothing = /^(?:-+|[–—]|n\/?a|n\/?v|nc|nod|none)$/i;

const saidIn = (row: Row, field: Field): string =>
  nothing.test(row.cell(field)) ? '' : row.cell(field);

/** A cell that must be a length, where it is not empty. */
function lengthIn(
  row: Row,
  field: Field,
  { columns, language, decimal, tell }: TaskContext,
): Length | undefined {
  const text = saidIn(row, field);
  const length = lengthOf(text, columns.get(field)?.unit, language, decimal);
  if (text !== '' && length === undefined) {
    const detail = `"${text.slice(0, 200)}" is no length that can be read`;
    tell('unreadable_length', placeOf(row), detail, false);
  }
  return length;
}

/** A cell that must be a date, where it is not empty. */
function dateIn(row: Row, field: Field, { order, tell }: TaskContext): string | undefined {
  const text = saidIn(row, field);
  const date = dateOf(text, order);
  if (text !== '' && date === undefined) {
    const detail = `"${text.slice(0, 200)}" is no date that can be read (${field})`;
    tell('unreadable_date', placeOf(row), detail, false);
  }
  return date;
}

const rounded = (hours: number): number => Math.min(1e6, Math.round(hours * 1e4) / 1e4);

const WORKDAY = 8;
/** About 55 years. */
const maxDays = 14_285;

/** Whole working days between two dates, where the table has nothing else. */
function hoursBetween(start: string | undefined, finish: string | undefined): number | undefined {
  if (start === undefined || finish === undefined || finish < start) return undefined;
  const days = workdaysBetween(start, finish);
  return days > maxDays ? undefined : Math.max(1, days) * WORKDAY;
}

interface Lengths {
  readonly hours: Estimate | null;
  readonly isElapsed: boolean;
}

function lengthsOf(row: Row, context: TaskContext): Lengths {
  const [low, likely, high] = (['low', 'likely', 'high'] as const).map((field) =>
    lengthIn(row, field, context),
  );
  const said = lengthIn(row, 'duration', context) ?? lengthIn(row, 'work', context);
  const dates = (['start', 'finish'] as const).map((field) => dateIn(row, field, context));
  const middle = likely?.hours ?? said?.hours ?? hoursBetween(dates[0], dates[1]);
  if (middle === undefined) return { hours: null, isElapsed: false };
  const three = [low?.hours ?? middle, middle, high?.hours ?? middle].map(rounded);
  const [least, most] = [Math.min(...three), Math.max(...three)];
  return {
    hours: { low: least, likely: three[1] ?? 0, high: most },
    isElapsed: said?.isElapsed ?? false,
  };
}

const yes = /^(?:yes|y|true|1|x|ja|j|oui|si|sí|wahr|vrai|verdadero|sand)$/i;

function kindOf(row: Row, { isGroup }: TaskContext, hours: Estimate | null): ImportedKind {
  const kind = row.cell('kind').toLowerCase();
  if (isGroup || kind === 'summary') return 'group';
  const isMoment = /milestone|meilenstein|jalon|hito|milepæl/.test(kind);
  return isMoment || yes.test(row.cell('milestone')) || hours?.high === 0 ? 'milestone' : 'task';
}

export interface Use {
  readonly role: string;
  readonly units: number;
}

/** 2 × Cook; Ana[50%]: the share of a person is their calendar's matter, not the table's. */
export function usesOf(text: string): Use[] {
  const uses = new Map<string, number>();
  for (const part of text.split(/[;,\n]/).slice(0, 50)) {
    const [, count = '1', name = ''] = /^(?:(\d{1,6}) ?[×x*] ?)?([^[]*)/.exec(part.trim()) ?? [];
    const role = cleanText(name, 80);
    if (role !== '') uses.set(role, Math.max(1, Number(count)));
  }
  return [...uses].map(([role, units]) => ({ role, units }));
}

const statuses: readonly (readonly [RegExp, ImportedTask['status']])[] = [
  [/cancel|dropped|abgebrochen|entfallt|annul|cancelad|annull/, 'dropped'],
  // Before those of which they are the contrary: "not started" has "started" in it.
  [
    /^(?:(?:noch|encore|aun|todavia|endnu) )?(?:not|nicht|non|pas|no|sin|ikke)\b|^un(?:started|begun)|^incomplete/,
    'open',
  ],
  [/^(?:open|offen|abierto|aben|pending|new|planned)$|to[\s-]?do\b|to be (?:started|done)/, 'open'],
  [
    /^(?:done|closed|complete|completed|finished|resolved|fertig|erledigt|abgeschlossen|termine|fini|acheve|hecho|terminad[oa]|completad[oa]|faerdig|færdig|afsluttet)$/,
    'done',
  ],
  [/progress|doing|started|begun|bearbeitung|begonnen|en cours|en curso|i gang/, 'begun'],
];

function statusOf(row: Row): Pick<ImportedTask, 'status' | 'progress'> {
  const word = row.cell('status').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const said = yes.test(word) ? 'done' : statuses.find(([pattern]) => pattern.test(word))?.[1];
  const progress = shareOf(row.cell('progress'));
  const shown = progress === 1 ? 'done' : progress ? 'begun' : undefined;
  const status = said === undefined || said === 'open' ? (shown ?? said) : said;
  return {
    ...(status === undefined ? {} : { status }),
    ...(progress === undefined || progress === 0 ? {} : { progress }),
  };
}

function keptOf(
  row: Row,
  uses: readonly Use[],
  isElapsed: boolean,
  context: TaskContext,
): KeptTaskFields {
  const deadline = dateIn(row, 'deadline', context);
  const tier = riskTiers.find((one) => one === row.cell('tier').toUpperCase());
  const isUsual = uses.length === 1 && uses[0]?.units === 1;
  return {
    ...(isUsual ? {} : { uses: uses.map((use) => ({ ...use })) }),
    ...(isElapsed ? { calendar: alwaysCalendar } : {}),
    ...(deadline === undefined ? {} : { deadline }),
    ...(tier === undefined ? {} : { risk_tier: tier }),
  };
}

const maxCost = 1e15;

function costIn(row: Row, { decimal, tell }: TaskContext): Pick<ImportedTask, 'cost'> {
  const text = saidIn(row, 'cost');
  const amount = amountOf(text, decimal);
  const isCost = amount !== undefined && amount.value >= 0 && amount.value <= maxCost;
  if (text !== '' && !isCost) {
    const what = amount === undefined ? 'is no amount that can be read' : 'cannot be a cost';
    tell('unreadable_cost', placeOf(row), `"${text.slice(0, 200)}" ${what}`, false);
  }
  if (!isCost || amount.value === 0) return {};
  const { value, currency } = amount;
  return { cost: { low: value, base: value, high: value, ...(currency ? { currency } : {}) } };
}

export function taskIn(row: Row, context: TaskContext): ImportedTask {
  const { hours, isElapsed } = lengthsOf(row, context);
  const kind = kindOf(row, context, hours);
  const uses = usesOf(row.cell('roles'));
  const performer = performers.find((one) => one === row.cell('performer').toLowerCase());
  const acceptance = row
    .cell('acceptance')
    .split(/\n|;\s/)
    .map((line) => cleanText(line, 400));
  const priority = levelIn(row.cell('priority'));
  const isTimed = kind === 'task';
  return {
    ...{ id: row.id, kind, parent: context.parent, hours: isTimed ? hours : null },
    title: cleanText(row.name, 200) || row.id,
    ...(row.cell('notes') === '' ? {} : { description: row.cell('notes').slice(0, 1500) }),
    // Tables are written for people; where nobody is named, nobody is in the way of anything else.
    performer: performer ?? 'human',
    ...(uses[0] === undefined ? {} : { assignee: uses[0].role }),
    ...(kind === 'group' ? {} : costIn(row, context)),
    ...(kind === 'group' ? {} : statusOf(row)),
    ...(priority === undefined ? {} : { priority }),
    ...(row.cell('acceptance') === '' ? {} : { acceptance }),
    ...(kind === 'group' ? {} : { kept: keptOf(row, uses, isElapsed && isTimed, context) }),
  };
}
