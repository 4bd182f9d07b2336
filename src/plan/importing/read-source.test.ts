import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planexeZip } from '../../../test/support/planexe-zip.ts';
import { isPlanwrightError } from '../../base/errors.ts';
import { zipOf } from '../../base/zip.ts';
import { readSource } from './read-source.ts';

const tasks = JSON.stringify({ tasks: [{ id: 1, title: 'Dig', status: 'pending' }] });
const plan = JSON.stringify({ title: 'x', phases: [] });
const pack = (files: Readonly<Record<string, string>>) =>
  zipOf(
    Object.entries(files).map(([path, text]) => ({
      ...{ path, bytes: Buffer.from(text), updatedAtMs: 0 },
    })),
  );
const formatOf = (bytes: Uint8Array, name = 'x', format?: 'taskmaster' | 'planexe' | 'plan') => {
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
      'plan.json is no valid JSON',
    );
    expect(() => readSource(Buffer.alloc(33 * 2 ** 20), 'x')).toThrow('larger than 32 MiB');
    expect(() => readSource(Buffer.from('['.repeat(100_000)), 'x')).toThrow();
    const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
    expect(() => readSource(Buffer.from(deep), 'deep.json')).toThrow('nested deeper than 64');
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
