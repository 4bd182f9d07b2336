import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { releasePages } from './release-pages.ts';

describe('free pages of the heap', () => {
  it('[BA20] are given back, and what is in use stays as it is', () => {
    const db = new DatabaseSync(':memory:');
    db.exec('create table t (a)');
    const insert = db.prepare('insert into t values (?)');
    for (let index = 0; index < 1_000; index += 1) insert.run('x'.repeat(500));
    releasePages();
    expect(db.prepare('select sum(length(a)) as sum from t').get()).toEqual({ sum: 500_000 });
    db.close();
  });
});
