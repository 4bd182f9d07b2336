import { describe, expect, it } from 'vitest';
import { migrations } from './index.ts';
import { isBreaking, type Migration } from './migration.ts';
import { missingMigrations } from './plan-migrations.ts';

const known = (...ids: number[]): Migration[] =>
  ids.map((id) => ({ id, name: `m${id}`, breaking: false, sqlite: '', postgres: '' }));
const applied = (id: number, breaking = 0) => ({ id, name: `m${id}`, breaking });

describe('missingMigrations', () => {
  it('[MG1] gives those that are not applied yet, in order', () => {
    const missing = missingMigrations(known(1, 2, 3), [applied(2)]);
    expect(missing.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('[MG3] is breaking on both stores, on one, or not', () => {
    const on = (breaking: Migration['breaking']) => {
      const migration = { id: 9, name: 'm', breaking, sqlite: '', postgres: '' };
      return [isBreaking(migration, 'sqlite'), isBreaking(migration, 'postgres')];
    };
    expect([on(true), on(false), on('sqlite'), on('postgres')]).toEqual([
      [true, true],
      [false, false],
      [true, false],
      [false, true],
    ]);
  });

  it('[MG3] refuses unknown breaking ones by name, and lets others be', () => {
    expect(missingMigrations(known(1), [applied(1), applied(2)])).toEqual([]);
    const tooNew = [applied(1), applied(2, 1), applied(3, 1)];
    expect(() => missingMigrations(known(1), tooNew)).toThrow(
      expect.objectContaining({ code: 'schema_newer', facts: { migrations: ['2 m2', '3 m3'] } }),
    );
  });

  it('[MG1] our own are numbered without gap or double', () => {
    expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, index) => index + 1));
  });
});
