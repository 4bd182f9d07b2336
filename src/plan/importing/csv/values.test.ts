import { describe, expect, it } from 'vitest';
import { csvReader } from '../read-csv.ts';
import { dateOf, workdaysBetween } from './dates.ts';
import { amountOf } from './money.ts';
import { figureOf } from './numbers.ts';
import { lengthOf } from './values.ts';

const read = (...lines: string[]) => csvReader.read(lines.join('\n'), 'shop.csv');

describe('numbers in a table', () => {
  it.each([
    ['1,040', '.', 1040],
    ['1.040', '.', 1.04],
    ['1,040', ',', 1.04],
    ['1.040', ',', 1040],
    ['1,5', '.', 1.5],
    ['0,125', '.', 0.125],
    ['1040,125', '.', 1040.125],
    ['1,234,567', ',', 1_234_567],
    ['12,34,567.5', '.', 1_234_567.5],
    ['1 040', '.', 1040],
    ["1'040.25", '.', 1040.25],
    ['.5', '.', 0.5],
    ['-2', '.', -2],
    ['1.2.3', '.', undefined],
    ['1,2.3,4', '.', undefined],
    ['2 50', '.', undefined],
    ['5 x', '.', undefined],
    ['', '.', undefined],
    ['9'.repeat(400), '.', undefined],
  ] as const)('[IM48] %j with the decimal mark %j is %s', (text, decimal, value) => {
    expect(figureOf(text, decimal)).toBe(value);
  });

  it('[IM48] the mark between cells and the language tell which mark is decimal', () => {
    const hours = (head: string, row: string) => read(head, row).tasks[0]?.hours?.likely;
    expect(hours('Task,Duration', 'A,"1,040 hrs"')).toBe(1040);
    expect(hours('Task,Duration', 'A,1.040 h')).toBe(1.04);
    expect(hours('Aufgabe;Dauer', 'A;1,040 h')).toBe(1.04);
    expect(hours('Aufgabe;Dauer', 'A;1.040 h')).toBe(1040);
    expect(hours('Task;Duration', 'A;1,125 h')).toBe(1.125);
    expect(hours('Aufgabe\tDauer', 'A\t1.040 Std.')).toBe(1040);
  });
});

describe('lengths in a table', () => {
  it.each([
    ['P2W', 80],
    ['P1W2D', 56],
    ['PT1.5H', 1.5],
    ['PT1,5H', 1.5],
    ['P0.5D', 4],
    ['P1M', 160],
    ['PT1M', 1 / 60],
    ['PT0S', 0],
    ['P1DT4H30M', 12.5],
    ['phase 2', undefined],
    ['p2', undefined],
    ['P', undefined],
    ['PT', undefined],
    ['P2X', undefined],
    ['1,040 hrs', 1040],
    ['1 040 h', 1040],
    ['1,5 h', 1.5],
    ['1.2.3 h', undefined],
  ])('[IM48] the length %j is %s hours', (text, hours) => {
    expect(lengthOf(text)?.hours).toBe(hours);
  });
});

describe('amounts in a table', () => {
  it.each([
    ['10k', 10_000, undefined],
    ['$1.2M', 1_200_000, 'USD'],
    ['1.1 Mio. €', 1_100_000, 'EUR'],
    ['0.125', 0.125, undefined],
    ['12.125', 12.125, undefined],
    ['1.500 €', 1500, 'EUR'],
    ['€ 0.125', 0.125, 'EUR'],
    ['-$5', -5, 'USD'],
    ['$ -5', -5, 'USD'],
    ['US$ 100', 100, 'USD'],
    ['$50 CAD', 50, 'CAD'],
    ['EUR 1 000,50', 1000.5, 'EUR'],
    ['100,-', 100, undefined],
    ['250 kr.', 250, 'DKK'],
    ['CHF 100.–', 100, 'CHF'],
    ['20 euros', 20, 'EUR'],
    ['2 x 500', undefined, undefined],
    ['€5 USD', undefined, undefined],
    ['100 HRS', undefined, undefined],
    ['10 apples', undefined, undefined],
    ['1.2.3', undefined, undefined],
    ['constructor 5', undefined, undefined],
    ['about 500', undefined, undefined],
  ])('[IM48] the amount %j is %s %s', (text, value, currency) => {
    expect(amountOf(text)).toEqual(
      value === undefined ? undefined : { value, ...(currency ? { currency } : {}) },
    );
  });

  it('[IM50] what is no amount, or none that a cost can be, is told with its row', () => {
    const { tasks, defects } = read('Task,Cost', 'A,2 x 500', 'B,-5', 'C,0', 'D,10k');
    expect(defects.map(({ kind, where }) => [kind, where])).toEqual([
      ['unreadable_cost', 'row 1 (1)'],
      ['unreadable_cost', 'row 2 (2)'],
    ]);
    expect(tasks.map(({ cost }) => cost?.base)).toEqual([undefined, undefined, undefined, 10_000]);
  });

  it('[IM50] of several currencies the commonest is kept; the others are told with their rows', () => {
    const { tasks, defects, currency } = read(
      ...['Task,Cost', 'A,$50', 'B,100 EUR', 'C,€20', 'D,7'],
    );
    expect(currency).toBe('EUR');
    expect(tasks.map(({ cost }) => cost?.base)).toEqual([undefined, 100, 20, 7]);
    expect(defects).toEqual([
      {
        ...{ kind: 'other_currency', where: 'row 1 (1)', repaired: false },
        detail: '50 USD was left out: the costs of the table are in EUR, and it has no rates',
      },
    ]);
  });
});

describe('dates in a table', () => {
  it.each([
    ['30 Jun 2026', '2026-06-30'],
    ['Jun 30, 2026', '2026-06-30'],
    ['June 30th 2026', '2026-06-30'],
    ['Tue Jun 30 2026 17:00', '2026-06-30'],
    ['30-Jun-26', '2026-06-30'],
    ['30. Juni 2026', '2026-06-30'],
    ['Di 3. März 2026', '2026-03-03'],
    ['1er août 2026', '2026-08-01'],
    ['3 de mayo de 2026', '2026-05-03'],
    ['3 juil. 2026', '2026-07-03'],
    ['12. maj 2026', '2026-05-12'],
    ['2026/6/30', '2026-06-30'],
    ['31 Feb 2026', undefined],
    ['30 Foo 2026', undefined],
    ['30 Jun', undefined],
    ['30 Jun 17:00', undefined],
    ['30 Jun 10 am', undefined],
    ['2026-06', undefined],
  ])('[IM48] the date %j is %s', (text, date) => {
    expect(dateOf(text, 'dmy')).toBe(date);
  });

  it('[IM50] a date that cannot be read is told with its row, and a word for none is not', () => {
    const { defects, tasks } = read(
      'Task,Start,Finish,Deadline',
      'A,soon,2026-06-30,30 Jun 2026',
      'B,NA,n/a,whenever',
      'C,-,,NA',
    );
    expect(defects.map(({ kind, where, detail }) => [kind, where, detail])).toEqual([
      ['unreadable_date', 'row 1 (1)', '"soon" is no date that can be read (start)'],
      ['unreadable_date', 'row 2 (2)', '"whenever" is no date that can be read (deadline)'],
    ]);
    expect(tasks[0]?.kept?.deadline).toBe('2026-06-30');
  });

  it('[IM48] working days between two dates are counted right, and at once', () => {
    const days = (start: string, finish: string) =>
      (read('Task,Start,Finish', `A,${start},${finish}`).tasks[0]?.hours?.likely ?? 0) / 8;
    const loop = (start: string, finish: string) => {
      let count = 0;
      for (let ms = Date.parse(start); ms <= Date.parse(finish); ms += 86_400_000) {
        const day = new Date(ms).getUTCDay();
        if (day > 0 && day < 6) count += 1;
      }
      return count;
    };
    for (let from = 1; from < 15; from += 1) {
      const start = `1969-12-${String(from + 15)}`;
      for (const finish of ['1970-01-04', '1970-01-05', '1970-02-11', '2019-03-09']) {
        expect(days(start, finish)).toBe(loop(start, finish));
      }
    }
    expect(workdaysBetween('0001-01-01', '9999-12-31')).toBe(2_608_615);
  });
});

describe('words for how far a task is', () => {
  it.each([
    ['Not started', 'open'],
    ['not yet begun', 'open'],
    ['Unstarted', 'open'],
    ['To do', 'open'],
    ['Noch nicht begonnen', 'open'],
    ['Non démarré', 'open'],
    ['No iniciada', 'open'],
    ['Ikke i gang', 'open'],
    ['Started', 'begun'],
    ['In progress, not billed', 'begun'],
    ['In progress', 'begun'],
    ['Done', 'done'],
    ['Cancelled', 'dropped'],
  ])('[IM48] %j is %s', (word, status) => {
    expect(read('Task,Status', `A,${word}`).tasks[0]?.status).toBe(status);
  });

  it('[IM48] where work is shown, a word for none is not believed', () => {
    expect(read('Task,Status,Progress', 'A,Open,50%').tasks[0]?.status).toBe('begun');
  });

  it('[IM48] a row with all of them is read without a defect', () => {
    const { tasks, defects } = read(
      'Task,Status,Deadline,Duration,Cost',
      'A,Not started,30 Jun 2026,P2W,10k',
    );
    expect(defects).toEqual([]);
    expect(tasks[0]).toMatchObject({
      ...{ kind: 'task', status: 'open', hours: { likely: 80 }, cost: { base: 10_000 } },
      kept: { deadline: '2026-06-30' },
    });
  });
});
