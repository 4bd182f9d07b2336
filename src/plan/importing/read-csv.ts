// A table of tasks: CSV from spreadsheets and project programs. Columns are known by their names in
// five languages; one with the name of the task is enough.

import { unguarded } from '../../schedule/write/formula-guard.ts';
import type { Column, Field } from './csv/columns.ts';
import { type Head, headOf } from './csv/columns.ts';
import { type DateOrder, dateOf, orderOf } from './csv/dates.ts';
import { inOneCurrency } from './csv/money.ts';
import { type Decimal, decimalOf } from './csv/numbers.ts';
import { type Outline, outlineOf, type Row } from './csv/outline.ts';
import { predecessorsIn } from './csv/predecessors.ts';
import { firstLine, markOf, tableRows } from './csv/rows.ts';
import { placeOf, taskIn, usesOf } from './csv/tasks.ts';
import type {
  ImportDefect,
  ImportedLink,
  ImportedPlan,
  ImportedTask,
  TextReader,
} from './imported-plan.ts';
import { badFile, noWork } from './refusals.ts';
import { type Tell, teller } from './telling.ts';

const headChars = 20_000;

function rowsOf(cells: readonly string[][], { columns }: Head, tell: Tell): Row[] {
  const taken = new Set<string>();
  const cellOf = (row: readonly string[], field: Field): string => {
    const column: Column | undefined = columns.get(field);
    return column === undefined ? '' : unguarded(row[column.at] ?? '').trim();
  };
  return cells.flatMap((row, index): Row[] => {
    const number = index + 1;
    const name = unguarded(row[columns.get('name')?.at ?? 0] ?? '');
    const wish = cellOf(row, 'id') || String(number);
    if (name.trim() === '') {
      tell('row_without_name', `row ${number}`, 'it has no name and was left out');
      return [];
    }
    if (taken.has(wish)) tell('duplicate_id', wish, `row ${number} has the id of another row`);
    const id = taken.has(wish) ? `${wish} (row ${number})` : wish;
    taken.add(id);
    return [{ id, number, name, cell: (field) => cellOf(row, field) }];
  });
}

/** By id, by place in the file, by name. */
function finder(rows: readonly Row[]): (wish: string) => string | undefined {
  const ids = new Set(rows.map(({ id }) => id));
  const byNumber = new Map(rows.map(({ number, id }) => [String(number), id]));
  const byName = new Map(rows.map(({ name, id }) => [name.trim().toLowerCase(), id]));
  return (wish) =>
    ids.has(wish) ? wish : (byNumber.get(wish) ?? byName.get(wish.trim().toLowerCase()));
}

function linksOf(
  rows: readonly Row[],
  { language }: Head,
  tasks: ReadonlyMap<string, ImportedTask>,
): ImportedLink[] {
  const find = finder(rows);
  const context = { language, isKnown: (id: string) => find(id) !== undefined };
  return rows.flatMap((row) =>
    predecessorsIn(row.cell('predecessors'), context).map(
      ({ id, type, lag, isElapsed, share = 0 }): ImportedLink => {
        const from = find(id) ?? id;
        const hours = lag + share * (tasks.get(from)?.hours?.likely ?? 0);
        return {
          ...{ from, to: row.id, type, lag: Math.round(hours * 1e4) / 1e4 },
          ...(isElapsed ? { lagIn: 'elapsed' as const } : {}),
        };
      },
    ),
  );
}

function dateOrder(rows: readonly Row[], { language }: Head, tell: Tell): DateOrder {
  const cells = rows.flatMap((row) =>
    (['start', 'finish', 'deadline'] as const).map((field) => row.cell(field)),
  );
  const seen = orderOf(cells);
  if (seen !== undefined) return seen;
  const order = language === 'en' ? 'mdy' : 'dmy';
  if (cells.some((cell) => /^\d{1,2}[/-]\d{1,2}[/-]\d/.test(cell))) {
    const said = order === 'mdy' ? 'month first' : 'day first';
    tell('ambiguous_dates', 'dates', `days and months cannot be told apart; read with the ${said}`);
  }
  return order;
}

/** How the figures of a table are meant. */
interface Notation {
  readonly order: DateOrder;
  readonly decimal: Decimal;
}

function tasksOf(rows: readonly Row[], head: Head, outline: Outline, said: Notation, tell: Tell) {
  const { parents, groups } = outline;
  const named = new Set(parents.values());
  const above = groups.map(
    ({ id, title }): ImportedTask => ({ id, title, kind: 'group', parent: null, hours: null }),
  );
  const { columns, language } = head;
  const own = rows.map((row) => {
    const [parent, isGroup] = [parents.get(row.id) ?? null, named.has(row.id)];
    return taskIn(row, { columns, language, ...said, isGroup, parent, tell });
  });
  const places = new Map(rows.map((row) => [row.id, placeOf(row)]));
  return inOneCurrency([...above, ...own], (id) => places.get(id) ?? id, tell);
}

/** Of the table's own dates: the first, and how many days there are to the last. */
function datesIn(rows: readonly Row[], order: DateOrder) {
  const all = (field: Field) => rows.flatMap((row) => dateOf(row.cell(field), order) ?? []);
  const [start, finish] = [all('start').toSorted()[0], all('finish').toSorted().at(-1)];
  if (start === undefined) return {};
  const days = finish === undefined ? -1 : (Date.parse(finish) - Date.parse(start)) / 86_400_000;
  return { startDate: start, ...(days < 0 ? {} : { statedDays: days + 1 }) };
}

/** So many of a role as a task needs at once; nothing to say where one of each is enough. */
function rolesIn(rows: readonly Row[]): Pick<ImportedPlan, 'kept'> {
  const most = new Map<string, number>();
  for (const { role, units } of rows.flatMap((row) => usesOf(row.cell('roles')))) {
    most.set(role, Math.max(units, most.get(role) ?? 1));
  }
  if ([...most.values()].every((capacity) => capacity === 1)) return {};
  return { kept: { roles: [...most].map(([name, capacity]) => ({ name, capacity })) } };
}

function readCsv(text: string, name: string): ImportedPlan {
  const mark = markOf(text) ?? ',';
  const [first = [], ...cells] = tableRows(text, mark);
  const head = headOf(first);
  if (!head.columns.has('name')) {
    throw badFile('table of tasks', 'no column is called name, task or title (in the first row)');
  }
  const defects: ImportDefect[] = [];
  const tell = teller(defects);
  const rows = rowsOf(cells, head, tell);
  if (rows.length === 0) throw noWork('a table', 'it has no rows below its head');
  const order = dateOrder(rows, head, tell);
  const outline = outlineOf(rows, (field) => head.columns.has(field), finder(rows));
  const said = { order, decimal: decimalOf(head.language, mark) };
  const { tasks, currency } = tasksOf(rows, head, outline, said, tell);
  const links = linksOf(rows, head, new Map(tasks.map((task) => [task.id, task])));
  const left = head.unknown.slice(0, 20).join(', ');
  return {
    ...{ format: 'csv', title: name.replace(/\.[a-z]{1,5}$/i, '') || 'Table', tasks, links },
    ...{ risks: [], assumptions: [], defects, ...datesIn(rows, order) },
    ...(currency === undefined ? {} : { currency }),
    ...rolesIn(rows),
    notes: left === '' ? [] : [`Columns that were not read: ${left.slice(0, 300)}.`],
  };
}

export const csvReader: TextReader = {
  format: 'csv',
  recognizes(text) {
    const head = text.slice(0, headChars);
    if (/^\uFEFF?\s*[<{[]/.test(head)) return false;
    const mark = markOf(head);
    if (mark === undefined) return false;
    const { columns } = headOf(tableRows(firstLine(head), mark)[0] ?? []);
    return columns.has('name') && columns.size > 1;
  },
  read: readCsv,
};
