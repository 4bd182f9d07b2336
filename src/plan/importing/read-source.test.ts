import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planexeZip } from '../../../test/support/planexe-zip.ts';
import { isPlanwrightError } from '../../base/errors.ts';
import { zipOf } from '../../base/zip.ts';
import type { ImportFormat } from './imported-plan.ts';
import { readSource } from './read-source.ts';

const tasks = JSON.stringify({ tasks: [{ id: 1, title: 'Dig', status: 'pending' }] });
const plan = JSON.stringify({ title: 'x', phases: [] });
const pack = (files: Readonly<Record<string, string | Buffer>>) =>
  zipOf(
    Object.entries(files).map(([path, text]) => ({
      ...{ path, bytes: Buffer.from(text as string), updatedAtMs: 0 },
    })),
  );
const formatOf = (bytes: Uint8Array, name = 'x', format?: ImportFormat) => {
  const source = readSource(bytes, name, format);
  return source.kind === 'foreign' ? source.imported.format : source.kind;
};

/** What it is, or the code of the refusal. */
function outcomeOf(bytes: Uint8Array): string {
  try {
    return readSource(bytes, 'x').kind;
  } catch (error) {
    return isPlanwrightError(error) ? error.code : String(error);
  }
}

describe('what a file is', () => {
  it('[IM3] is seen by its content, whatever it is called', () => {
    expect(formatOf(Buffer.from(tasks), 'plan.zip')).toBe('taskmaster');
    expect(formatOf(Buffer.from(`\uFEFF${tasks}`), 'a.md')).toBe('taskmaster');
    expect(formatOf(Buffer.from(`\uFEFF${tasks}`, 'utf16le'))).toBe('taskmaster');
    expect(formatOf(Buffer.from(plan), 'tasks.json')).toBe('plan');
    expect(formatOf(planexeZip('plain'), 'a.json')).toBe('planexe');
    expect(formatOf(pack({ '.taskmaster/x.txt': 'a', 'taskmaster/tasks/tasks.json': tasks }))).toBe(
      'taskmaster',
    );
    expect(formatOf(pack({ 'plan_1/plan.json': plan, 'plan_1/wbs/wbs_level2.json': '[]' }))).toBe(
      'plan',
    );
  });

  it('[IM3] is what its giver says, where it can be that', () => {
    expect(formatOf(Buffer.from(tasks), 'x', 'taskmaster')).toBe('taskmaster');
    expect(() => formatOf(Buffer.from(tasks), 'x', 'planexe')).toThrow('cannot be read as planexe');
    expect(formatOf(Buffer.from('{"title": "x"}'), 'x', 'plan')).toBe('plan');
  });

  it('[IM3] what is not understood is refused with the list of what is', () => {
    for (const bytes of [
      Buffer.from('just words'),
      Buffer.from('{"a": 1}'),
      pack({ 'a.txt': 'x' }),
    ]) {
      expect(() => readSource(bytes, 'my file')).toThrow(
        /my file.*What is taken in: a plan\.json.*CSV/,
      );
    }
    expect(() => readSource(Buffer.from('{"phases": '), 'plan.json')).toThrow(
      'plan.json is not valid JSON',
    );
    expect(() => readSource(Buffer.alloc(33 * 2 ** 20), 'x')).toThrow('larger than 32 MiB');
    expect(() => readSource(Buffer.from('['.repeat(100_000)), 'x')).toThrow();
    const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(() => readSource(Buffer.from(deep), 'deep.json')).toThrow('nested deeper than 64');
  });

  it('[IM3] a table beside files of other programs is found', () => {
    const table = 'Task,Duration\nDig,2d\n';
    const config = '{\n  // strict\n  "strict": true\n}';
    expect(formatOf(pack({ 'a.json': config, 'tasks.csv': table }))).toBe('csv');
    expect(formatOf(pack({ 'package.json': '{}', 'tasks.csv': table }), 'x', 'csv')).toBe('csv');
    expect(formatOf(pack({ 'a.csv': 'x,y\n1,2', 'b.csv': table }), 'x', 'csv')).toBe('csv');
    const two = pack({ 'a.json': '{"name": "x"}', 'b.json': plan });
    const found = readSource(two, 'x', 'plan');
    expect(found).toMatchObject({ kind: 'plan', plan: { title: 'x' } });
  });

  const unkept = [
    ['"duration": 1, "duration": 2', 'duration'],
    ['"duration": 1e999', '1e999'],
    ['"duration": 12345678901234567890', '12345678901234567890'],
    ['"note": "T\u00fcr"', 'UTF-8'],
  ] as const;

  it.each(unkept)(
    '[AP20] JSON that would not be kept is refused with its place: %s',
    (part, what) => {
      const bytes = (json: string) => Buffer.from(json, 'latin1');
      const task = bytes(`{"tasks": [\n{"id": 1, "title": "Dig", ${part}}]}`);
      const own = bytes(`{"title": "x", "phases": [],\n${part}}`);
      for (const [name, given, format] of [
        ['tasks.json', task],
        ['tasks.json', task, 'taskmaster'],
        ['tasks.json', pack({ 'tasks.json': task })],
        ['plan.json', own],
        ['plan.json', own, 'plan'],
        ['plan.json', pack({ 'plan.json': own })],
      ] as const) {
        const read = () => readSource(given, name, format);
        expect(read).toThrow(name);
        expect(read).toThrow(what);
        expect(read).toThrow('line 2');
        expect(outcomeOf(given)).toBe('INVALID_ARGUMENTS');
      }
    },
  );

  it('[AP20] a PlanExe plan with such a file is refused; with one that is no text, it is a defect', () => {
    const zipWith = (text: string | Buffer) => planexeZip('plain', { 'task_durations.json': text });
    for (const [part, what] of unkept.slice(0, 3)) {
      const read = () => readSource(zipWith(`[\n{${part}}]`), 'x.zip');
      expect(read).toThrow(`task_durations.json`);
      expect(read).toThrow(what);
      expect(read).toThrow('line 2');
    }
    const broken = readSource(zipWith(Buffer.from('[{"a": "T\u00fcr"}]', 'latin1')), 'x.zip');
    const defect = { kind: 'broken_file', where: 'task_durations.json', repaired: false };
    expect(broken).toMatchObject({
      imported: { defects: expect.arrayContaining([expect.objectContaining(defect)]) },
    });
  });

  it('[IM3] where nothing is found, the first refusal is told', () => {
    const broken = pack({ 'a.json': '{ // x\n}', 'b.csv': 'just words', 'c.json': '{ // y' });
    expect(() => readSource(broken, 'x')).toThrow('a.json is not valid JSON');
    const tables = pack({ 'a.csv': 'x,y\n1,2', 'b.csv': 'Task,Duration\n' });
    expect(() => readSource(tables, 'x', 'csv')).toThrow('no rows below its head');
    expect(() => readSource(pack({ 'a.csv': 'x,y\n1,2' }), 'x', 'csv')).toThrow('no column');
  });

  it('[IM3] is the same in the codes that spreadsheets write, alone or in an archive', () => {
    const table = 'Aufgabe;Vorg\u00e4nger;Dauer\nT\u00fcr \u2013 1;;2d\nB;1;1d\n';
    const old = Buffer.from(table.replace('\u2013', '\u0096'), 'latin1');
    const wide = Buffer.from(`\uFEFF${table}`, 'utf16le');
    for (const [bytes, count] of [
      [Buffer.from(table), 0],
      [old, 1],
      [wide, 0],
      [Buffer.from(wide).swap16(), 0],
    ] as const) {
      for (const given of [bytes, pack({ 'tasks.csv': bytes })]) {
        const source = readSource(given, 'tasks.csv');
        if (source.kind !== 'foreign') throw new Error(source.kind);
        const { tasks: rows, links, defects } = source.imported;
        expect(rows[0]?.title).toBe('T\u00fcr \u2013 1');
        expect(links).toHaveLength(1);
        const told = defects.map(({ kind, where, repaired }) => [kind, where, repaired]);
        expect(told).toEqual(count === 0 ? [] : [['other_encoding', 'tasks.csv', true]]);
      }
    }
  });

  it('[IM3] one broken sign does not make UTF-8 another code', () => {
    const text = Buffer.from('Aufgabe;Dauer\nT\u00fcr \u2013 \u00f6ffnen ?;2d\n');
    text[text.indexOf('?')] = 0xff;
    const source = readSource(text, 'tasks.csv');
    expect(source).toMatchObject({
      imported: {
        tasks: [{ title: 'T\u00fcr \u2013 \u00f6ffnen \uFFFD' }],
        defects: [{ kind: 'other_encoding', repaired: false }],
      },
    });
  });

  it('[IM12] a file of a folder in an old code is told too', () => {
    const task = '---\nid: task-1\ntitle: T\u00fcr\nstatus: To Do\n---\n';
    const source = readSource(
      pack({ 'backlog/tasks/task-1 - T.md': Buffer.from(task, 'latin1') }),
      'x',
    );
    expect(source).toMatchObject({
      imported: {
        tasks: [{ title: 'T\u00fcr' }],
        defects: [{ kind: 'other_encoding', where: 'backlog/tasks/task-1 - T.md' }],
      },
    });
  });

  it('[IM1] an archive with any bytes changed or cut off is read, or refused with a word for it', () => {
    const whole = Buffer.from(planexeZip('numbered'));
    const byte = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }));
    const changes = fc.array(byte, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(changes, fc.nat(40), (bytes, cut) => {
        const changed = Buffer.from(whole.subarray(0, whole.length - (cut > 30 ? cut * 20 : 0)));
        for (const [at, value] of bytes) if (at < changed.length) changed[at] = value;
        expect(outcomeOf(changed)).toMatch(/^(?:foreign|INVALID_ARGUMENTS|too_large)$/);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
