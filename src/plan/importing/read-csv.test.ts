import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import { growthOf, mostGrowth } from '../../../test/support/growth.ts';
import { type Plan, planSchema } from '../../contract/plan.ts';
import { scheduledPlan } from '../document/scheduled-plan.ts';
import { exportPlan } from '../exporting/export-plan.ts';
import { dateOf, orderOf } from './csv/dates.ts';
import { amountOf } from './csv/money.ts';
import { shareOf } from './csv/numbers.ts';
import { lengthOf } from './csv/values.ts';
import { importPlan } from './import-plan.ts';
import { csvReader } from './read-csv.ts';

const read = (text: string) => csvReader.read(text, 'shop.csv');
const table = (...lines: string[]): string => lines.join('\r\n');

describe('a table of tasks', () => {
  it.each([
    ['en', 'ID,Task Name,Duration,Predecessors,Resource Names,Cost', ',', '2FS+1d;1SS'],
    ['de', 'Nr.;Vorgangsname;Dauer;Vorgänger;Ressourcennamen;Kosten', ';', '2EA+1t;1AA'],
    ['fr', 'N°\tNom de la tâche\tDurée\tPrédécesseurs\tNoms ressources\tCoût', '\t', '2FD+1j;1DD'],
    ['es', 'Núm.;Nombre de tarea;Duración;Predecesoras;Recursos;Coste', ';', '2FC+1d;1CC'],
    ['da', 'Nr.|Opgavenavn|Varighed|Foregående opgaver|Ressourcenavne|Pris', '|', '2AS+1d;1SS'],
  ])(
    '[IM46] is read with heads in %s, whatever stands between the cells',
    (_name, head, mark, links) => {
      const row = (...cells: string[]) =>
        cells.map((cell) => (cell.includes(mark) ? `"${cell}"` : cell)).join(mark);
      const text = table(
        `\uFEFF${head}`,
        row('1', 'Dig', '3d', '', 'Ana', '1200'),
        row('2', 'Pour', '8h', '1', 'Bo', ''),
        row('3', 'Stand', '0', links, '', ''),
      );
      expect(csvReader.recognizes(text)).toBe(true);
      const imported = read(text);
      expect(imported.defects).toEqual([]);
      expect(
        imported.tasks.map(({ id, title, kind, hours }) => [id, title, kind, hours?.likely]),
      ).toEqual([
        ['1', 'Dig', 'task', 24],
        ['2', 'Pour', 'task', 8],
        ['3', 'Stand', 'milestone', undefined],
      ]);
      expect(imported.tasks[0]).toMatchObject({ assignee: 'Ana', cost: { base: 1200 } });
      expect(imported.links).toEqual([
        { from: '1', to: '2', type: 'finish_to_start', lag: 0 },
        { from: '2', to: '3', type: 'finish_to_start', lag: 8 },
        { from: '1', to: '3', type: 'start_to_start', lag: 0 },
      ]);
    },
  );

  it('[IM46] may have quotes, lines within cells, a mark that is said, and nothing but names', () => {
    const text = 'sep=;\r\n"Title";Notes\n"Say ""hi""; twice";"one\r\ntwo"\n\n;\nLast;';
    const { tasks } = read(text);
    expect(tasks.map(({ title, description }) => [title, description])).toEqual([
      ['Say "hi"; twice', 'one\r\ntwo'],
      ['Last', undefined],
    ]);
    expect(tasks.every(({ hours }) => hours === null)).toBe(true);
  });

  it('[IM46] has groups by parent, outline number, level, phase or blanks before the name', () => {
    const parents = (text: string) =>
      read(text).tasks.map(({ title, parent, kind }) => [title, parent, kind]);
    const expected = [
      ['A', null, 'group'],
      ['B', '1', 'task'],
      ['C', '1', 'task'],
    ];
    expect(parents(table('id,name,parent', '1,A,', '2,B,1', '3,C,A'))).toEqual(expected);
    expect(parents(table('WBS,name', '1,A', '1.1,B', '1.2.,C'))).toEqual(expected);
    expect(parents(table('name,outline level', 'A,1', 'B,2', 'C,2'))).toEqual(expected);
    expect(parents(table('name,duration', 'A,', '  B,1d', '  C,2d'))).toEqual(expected);
    expect(parents(table('Phase,Task', 'X,B', 'X,C', 'Y,D'))).toEqual([
      ['X', null, 'group'],
      ['Y', null, 'group'],
      ['B', 'phase 1', 'task'],
      ['C', 'phase 1', 'task'],
      ['D', 'phase 2', 'task'],
    ]);
  });

  it.each([
    [
      '2FS+1d;5SS',
      [
        ['2', 'finish_to_start', 8],
        ['5', 'start_to_start', 0],
      ],
    ],
    [
      '2, 5',
      [
        ['2', 'finish_to_start', 0],
        ['5', 'finish_to_start', 0],
      ],
    ],
    ['2 FF - 4 h', [['2', 'finish_to_finish', -4]]],
    [
      '2SF+1,5d;5',
      [
        ['2', 'start_to_finish', 12],
        ['5', 'finish_to_start', 0],
      ],
    ],
    ['2FS+50%', [['2', 'finish_to_start', 4]]],
    ['2FS+2ed', [['2', 'finish_to_start', 48]]],
    [
      '2 5 SS+8h',
      [
        ['2', 'finish_to_start', 0],
        ['5', 'start_to_start', 8],
      ],
    ],
    ['Buy sand', [['5', 'finish_to_start', 0]]],
    ['77', [['77', 'finish_to_start', 0]]],
    ['2+3d', [['2', 'finish_to_start', 24]]],
  ])('[IM47] %s is read as links', (cell, expected) => {
    const text = table(
      'id;name;duration;depends on',
      '2;Dig;1d;',
      '5;Buy sand;1d;',
      `9;Last;1d;"${cell}"`,
    );
    expect(read(text).links.map(({ from, type, lag }) => [from, type, lag])).toEqual(expected);
  });

  it.each([
    ['3d', 24],
    ['8h', 8],
    ['90 min', 1.5],
    ['1,5 Tage', 12],
    ['2 semaines', 80],
    ['1 mo', 160],
    ['2 ed', 48],
    ['1d 4h', 12],
    ['PT6H30M0S', 6.5],
    ['4 days?', 32],
    ['2', 16],
    ['soon', undefined],
    ['-3d', undefined],
    ['', undefined],
  ])('[IM48] the length %j is %s hours', (text, hours) => {
    expect(lengthOf(text)?.hours).toBe(hours);
  });

  it('[IM48] a number alone is in the unit of its head', () => {
    for (const [head, hours] of [
      ['Duration (hours)', 6],
      ['duration_days', 48],
      ['Dauer [Wochen]', 240],
      ['Effort min', 0.1],
    ] as const) {
      expect(read(table(`name,${head}`, 'A,6')).tasks[0]?.hours?.likely).toBe(hours);
    }
  });

  it.each([
    ['2027-03-04', 'dmy', '2027-03-04'],
    ['2027-03-04T09:00+01:00', 'dmy', '2027-03-04'],
    ['4.3.27', 'dmy', '2027-03-04'],
    ['Do 04.03.27', 'dmy', '2027-03-04'],
    ['3/4/2027', 'mdy', '2027-03-04'],
    ['31.02.2027', 'dmy', undefined],
    ['later', 'dmy', undefined],
  ] as const)('[IM48] the date %j (%s) is %s', (text, order, date) => {
    expect(dateOf(text, order)).toBe(date);
  });

  it('[IM48] the order of days and months is that of the column; where both could be, it is told', () => {
    expect(orderOf(['3/4/2027', '13/4/2027'])).toBe('dmy');
    expect(orderOf(['3/4/2027', '3/14/2027'])).toBe('mdy');
    const unsure = read(table('name,start', 'A,3/4/2027'));
    expect(unsure).toMatchObject({
      startDate: '2027-03-04',
      defects: [{ kind: 'ambiguous_dates' }],
    });
  });

  it.each([
    ['1,234.50', 1234.5],
    ['1.234,50 €', 1234.5],
    ["CHF 1'000", 1000],
    ['1,234', 1234],
    ['12,5', 12.5],
    ['1.234.567', 1234567],
    ['free', undefined],
  ])('[IM48] the amount %j is %s', (text, value) => {
    expect(amountOf(text)?.value).toBe(value);
  });

  it('[IM48] has currency, progress, status, three points, deadlines and conditions', () => {
    const [task] = read(
      table(
        'name;low;likely;high;% complete;deadline;cost;assigned to;acceptance criteria;risk tier',
        'A;1d;2d;4d;25%;2027-05-01;1.500 €;"2 × Cook; Ana[50%]";"Tastes; Looks";t2',
      ),
    ).tasks;
    expect(task).toMatchObject({
      hours: { low: 8, likely: 16, high: 32 },
      ...{ status: 'begun', progress: 0.25, acceptance: ['Tastes', 'Looks'] },
      cost: { base: 1500, currency: 'EUR' },
      kept: {
        ...{ deadline: '2027-05-01', risk_tier: 'T2' },
        uses: [
          { role: 'Cook', units: 2 },
          { role: 'Ana', units: 1 },
        ],
      },
    });
    expect([shareOf('40 %'), shareOf('0.4'), shareOf('40'), shareOf('x')]).toEqual([
      0.4,
      0.4,
      0.4,
      undefined,
    ]);
    const statuses = ['done', 'Erledigt', 'En cours', 'cancelled', 'open'].map(
      (word) => `A,${word}`,
    );
    expect(read(table('name,status', ...statuses)).tasks.map(({ status }) => status)).toEqual([
      ...['done', 'done', 'begun', 'dropped', 'open'],
    ]);
  });

  it('[IM48] without a length takes the working days between its dates', () => {
    const { tasks, statedDays } = read(table('name,start,finish', 'A,2027-03-04,2027-03-09'));
    expect(tasks[0]?.hours?.likely).toBe(32);
    expect(statedDays).toBe(6);
  });
});

describe('our own CSV, read back', () => {
  const examples = ['bicycle-repair-shop', 'clinic-shifts', 'dog-breeders'].map((name): Plan => {
    const file = new URL(`../../../examples/${name}/plan.json`, import.meta.url);
    return planSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  });

  it('[IM49] has the same phases, tasks, lengths, roles and links', () => {
    for (const plan of [fullPlan(), ...examples]) {
      const imported = read(String(exportPlan(plan, 'csv')));
      expect(imported.defects).toEqual([]);
      const parts = plan.phases.flatMap((phase) => [
        { id: phase.phase_id, title: phase.name, parent: null },
        ...phase.tasks.map(({ task_id, title }) => ({
          id: task_id,
          title,
          parent: phase.phase_id,
        })),
      ]);
      expect(imported.tasks.map(({ id, title, parent }) => ({ id, title, parent }))).toEqual(parts);
      const links = scheduledPlan(plan)?.scheduled.project.links ?? [];
      const said = (list: readonly { from: string; to: string; lag: number }[]) =>
        list.map(({ from, to, lag }) => `${from} ${to} ${lag.toFixed(1)}`).toSorted();
      expect(said(imported.links)).toEqual(
        said(links.map(({ from, to, lagMinutes }) => ({ from, to, lag: lagMinutes / 60 }))),
      );
    }
  });

  it('[IM49] has the same names, also those that a spreadsheet would take for a formula', () => {
    const titles = ['=1+1', "'=1+1", 'a;=1+1', 'a | -b; @c', "a; '+b", 'a - b', "it's; so"];
    for (const title of titles) {
      const plan = fullPlan();
      const renamed: Plan = {
        ...plan,
        phases: plan.phases.map((phase) => ({
          ...phase,
          tasks: phase.tasks.map((task) => ({ ...task, title })),
        })),
      };
      const { tasks } = read(String(exportPlan(renamed, 'csv')));
      const names = tasks.filter(({ kind }) => kind !== 'group').map((task) => task.title);
      expect(new Set(names)).toEqual(new Set([title]));
    }
  });

  it('[IM49] becomes a plan that can be run', async () => {
    const imported = read(String(exportPlan(fullPlan(), 'csv')));
    const { plan } = await importPlan(imported, { planId: 'plan_table1', today: '2027-01-01' });
    expect(plan.phases.map(({ name }) => name)).toEqual(fullPlan().phases.map(({ name }) => name));
    expect(plan.schedule.tasks?.length).toBeGreaterThan(10);
  });
});

describe('a table with mistakes', () => {
  it('[IM50] tells each with its row, and takes the rest', () => {
    const { tasks, defects } = read(
      table('id,name,duration,cost,colour', '1,A,soon,free,red', '1,B,1d,5,', ',,3d,,'),
    );
    expect(defects.map(({ kind, where }) => [kind, where])).toEqual([
      ['duplicate_id', '1'],
      ['row_without_name', 'row 3'],
      ['unreadable_length', 'row 1 (1)'],
      ['unreadable_cost', 'row 1 (1)'],
    ]);
    expect(tasks.map(({ id }) => id)).toEqual(['1', '1 (row 2)']);
  });

  it('[IM48] has as many of a role as a task needs, and where nobody is named nobody is in the way', async () => {
    const text = table('name;duration;role', 'A;2 Tage;3 × Mason', 'B;2d;', 'C;2d;', 'D;2d;');
    const imported = read(text);
    expect(imported.kept?.roles).toEqual([{ name: 'Mason', capacity: 3 }]);
    const { plan, report } = await importPlan(imported, {
      planId: 'plan_crew1',
      today: '2027-01-04',
    });
    expect(report.defects.map(({ kind }) => kind)).not.toContain('over_capacity');
    expect(plan.finish_date).toBe('2027-01-05');
  });

  it('[IM50] names the columns that it did not read', () => {
    expect(read(table('name,colour', 'A,red')).notes).toEqual([
      'Columns that were not read: colour.',
    ]);
  });

  it('[IM50] refuses a table without a name column, without rows, or too large, and says why', () => {
    expect(() => read(table('a,b', '1,2'))).toThrow('no column is called name');
    expect(() => read('name,duration')).toThrow('no rows');
    expect(() => read(`name${',x'.repeat(300)}`)).toThrow('columns');
    expect(csvReader.recognizes('just words, and a comma')).toBe(false);
    expect(csvReader.recognizes('{"name": 1, "task": 2}')).toBe(false);
    expect(csvReader.recognizes('name\nA')).toBe(false);
  });

  it('[IM50] throws nothing but refusals at any text, and takes time in step with its length', () => {
    const word = fc.constantFrom(
      'name',
      'duration',
      ',',
      ';',
      '"',
      '\n',
      '1',
      '2FS+1d',
      ' ',
      'x',
      '\t',
      'id',
    );
    const codeOf = (text: string): unknown => {
      try {
        return read(text).format;
      } catch (error) {
        return (error as { code?: unknown }).code;
      }
    };
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const code = codeOf(`name,duration,predecessors\n${words.join('')}`);
        expect(['csv', 'INVALID_ARGUMENTS', 'limit_exceeded']).toContain(code);
      }),
      { numRuns: 300 },
    );
    const growth = growthOf(12_500, (size) => {
      for (const piece of [' ', '"', '2FS+', ',', '+ ', '1d ', 'a;']) {
        read(`name;depends on;duration\nA;"${piece.repeat(size).replaceAll('"', '""')}";1d`);
      }
    });
    expect(growth).toBeLessThan(mostGrowth);
  });
});
