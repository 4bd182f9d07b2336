import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleSchedule } from '../../../test/support/scheduled.ts';
import { textCell, writeCsv } from './csv.ts';
import { guarded, unguarded } from './formula-guard.ts';

/** RFC 4180, strictly: quotes only around a whole cell, lines end with CR LF. */
function readCsv(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true);
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n' && cell.lastIndex < text.length) rows.push([]);
    if (cell.lastIndex === text.length) return rows;
  }
  throw new Error('not RFC 4180');
}

describe('the schedule as CSV', () => {
  it('[SC84] has one row a task, with times, float and predecessors', () => {
    const [head = [], ...rows] = readCsv(writeCsv(sampleSchedule));
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => head.length));
    const second = Object.fromEntries(head.map((name, index) => [name, rows[2]?.[index]]));
    expect(second).toMatchObject({
      id: 'task_2',
      parent: 'phase_1',
      roles: '2 × Cook',
      start: '2026-03-02T13:00+01:00',
      finish: '2026-03-04T13:00+01:00',
      duration_hours: '16',
      work_hours: '32',
      cost: '1530.5',
      critical: 'yes',
      predecessors: 'task_1',
    });
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
    expect(column('total_float_hours')[1]).toBe('-1.5');
    expect(column('predecessors')[4]).toBe('task_2 SS-1.5eh');
    expect(column('predecessors')[5]).toBe('task_3 FF+1h');
  });

  it('[SC85] no text is a formula, and every text is one cell', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const [row = []] = readCsv(`${textCell(text)}\r\n`);
        expect(row).toHaveLength(1);
        expect(row[0]).not.toMatch(/^[=+\-@\t\r]/);
        expect(row[0]).not.toMatch(/[;|]\s*[=+\-@＝＋－＠]/u);
      }),
    );
    const odd = fc.string({ unit: fc.constantFrom(...";|'=+-@ a\u00a0＝"), maxLength: 30 });
    fc.assert(
      fc.property(odd, (text) => {
        expect(guarded(text)).not.toMatch(/(?:^|[;|]\s*)[=+\-@＝＋－＠]/u);
        expect(unguarded(guarded(text))).toBe(text);
      }),
    );
    expect(textCell('=1+1')).toBe("'=1+1");
    // Where a semicolon or a bar parts the cells, what follows one begins a cell.
    expect(textCell('a;=1+1')).toBe("a;'=1+1");
    expect(textCell('a |  -b; c - d')).toBe("a | '-b; c - d");
    expect(textCell('a,"b"')).toBe('"a,""b"""');
  });
});
