// A row of a table as a task. What cannot be read is told with its row, and the rest is taken.
import { type Estimate, performers, riskTiers } from '../../../contract/plan.ts';
import { alwaysCalendar } from '../../../schedule/read/plan-calendars.ts';
import { cleanText } from '../../../schedule/write/clean-text.ts';
import { levelIn } from '../fields.ts';
import type { ImportedKind, ImportedTask, KeptTaskFields } from '../imported-plan.ts';
import type { Tell } from '../telling.ts';
import type { Column, Field, Language } from './columns.ts';
import type { Row } from './outline.ts';
import { amountOf, type DateOrder, dateOf, type Length, lengthOf, shareOf } from './values.ts';

export interface TaskContext {
  readonly columns: ReadonlyMap<Field, Column>;
  readonly order: DateOrder;
  readonly language: Language;
  readonly isGroup: boolean;
  readonly parent: string | null;
  readonly tell: Tell;
}

const place = ({ number, id }: Row): string => `row ${number} (${id})`;

/** A cell that must be a length, where it is not empty. */
function lengthIn(
  row: Row,
  field: Field,
  { columns, language, tell }: TaskContext,
): Length | undefined {
  const text = row.cell(field);
  const length = lengthOf(text, columns.get(field)?.unit, language);
  if (text !== '' && length === undefined) {
    tell('unreadable_length', place(row), `"${text}" is no length that can be read`, false);
  }
  return length;
}

const rounded = (hours: number): number => Math.min(1e6, Math.round(hours * 1e4) / 1e4);

const WORKDAY = 8;

/** Whole working days between two dates, where the table has nothing else. */
function hoursBetween(start: string | undefined, finish: string | undefined): number | undefined {
  if (start === undefined || finish === undefined || finish < start) return undefined;
  const [from, to] = [Date.parse(start), Date.parse(finish)].map((ms) => ms / 86_400_000);
  if (from === undefined || to === undefined || to - from > 20_000) return undefined;
  let days = 0;
  for (let day = from; day <= to; day += 1) if ((day + 3) % 7 < 5) days += 1;
  return Math.max(1, days) * WORKDAY;
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
  const dates = (['start', 'finish'] as const).map((field) =>
    dateOf(row.cell(field), context.order),
  );
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
  const status = said ?? (progress === 1 ? 'done' : progress ? 'begun' : undefined);
  return {
    ...(status === undefined ? {} : { status }),
    ...(progress === undefined || progress === 0 ? {} : { progress }),
  };
}

function keptOf(
  row: Row,
  uses: readonly Use[],
  isElapsed: boolean,
  order: DateOrder,
): KeptTaskFields {
  const deadline = dateOf(row.cell('deadline'), order);
  const tier = riskTiers.find((one) => one === row.cell('tier').toUpperCase());
  const isUsual = uses.length === 1 && uses[0]?.units === 1;
  return {
    ...(isUsual ? {} : { uses: uses.map((use) => ({ ...use })) }),
    ...(isElapsed ? { calendar: alwaysCalendar } : {}),
    ...(deadline === undefined ? {} : { deadline }),
    ...(tier === undefined ? {} : { risk_tier: tier }),
  };
}

function costIn(row: Row, tell: Tell): Pick<ImportedTask, 'cost'> {
  const text = row.cell('cost');
  const amount = amountOf(text);
  if (text !== '' && amount === undefined) {
    tell('unreadable_cost', place(row), `"${text}" is no amount that can be read`, false);
  }
  if (amount === undefined || amount.value <= 0 || amount.value > 1e15) return {};
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
    ...(kind === 'group' ? {} : costIn(row, context.tell)),
    ...(kind === 'group' ? {} : statusOf(row)),
    ...(priority === undefined ? {} : { priority }),
    ...(row.cell('acceptance') === '' ? {} : { acceptance }),
    ...(kind === 'group' ? {} : { kept: keptOf(row, uses, isElapsed && isTimed, context.order) }),
  };
}
