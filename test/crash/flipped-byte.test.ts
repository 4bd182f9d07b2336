// One byte changed behind the program's back is found, and named by run and number.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { allowTampering } from '../support/tamper.ts';
import { runCommand } from './killable-server.ts';

interface Place {
  readonly run: string;
  readonly seq: number;
  readonly content: string;
}

/** The letter before or after it, so that the text stays a text. */
const otherText = (text: string, at: number): string =>
  `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) ^ 1)}${text.slice(at + 1)}`;

function otherBytes(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('planwright verify', () => {
  let home: string;
  let place: Place;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'planwright-flip-'));
    const out = join(home, 'out');
    const goal = 'Open a coffee shop in Copenhagen';
    const made = await runCommand({ home }, 'plan', goal, '--out', out, '--json');
    if (made.code !== 0) throw new Error(made.stderr);
    place = withDatabase(findPlace);
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  function withDatabase<Result>(work: (db: DatabaseSync) => Result): Result {
    const db = allowTampering(new DatabaseSync(join(home, 'planwright.db')));
    try {
      return work(db);
    } finally {
      db.close();
    }
  }

  /** An event in the middle that points at a content. */
  function findPlace(db: DatabaseSync): Place {
    const rows = db.prepare('select run, seq, header from events order by seq').all();
    const events = rows.map((row) => decodeEvent(String(row.header)));
    const event = events.find((one) => one.type === 'step.verified' && one.refs?.output);
    if (!event?.refs?.output) throw new Error('the plan has no verified step');
    return { run: event.run, seq: event.seq, content: event.refs.output.id };
  }

  /** Changes one value, lets the test look, and puts it back. */
  async function tampered(
    column: 'header' | 'hash' | 'bytes' | 'salt',
    look: () => Promise<void>,
  ): Promise<void> {
    const isEvent = column === 'header' || column === 'hash';
    const where = isEvent ? 'events where run = ? and seq = ?' : 'content where id = ?';
    const key = isEvent ? [place.run, place.seq] : [place.content];
    const update = `update ${where.replace(' where', ` set ${column} = ? where`)}`;
    const old = withDatabase((db) => db.prepare(`select ${column} from ${where}`).get(...key));
    const value = old?.[column] as string | Uint8Array;
    const changed = typeof value === 'string' ? otherText(value, 9) : otherBytes(value, 3);
    withDatabase((db) => db.prepare(update).run(changed, ...key));
    const now = withDatabase((db) => db.prepare(`select ${column} from ${where}`).get(...key));
    expect(now?.[column]).toEqual(changed);
    await look();
    withDatabase((db) => db.prepare(update).run(value, ...key));
  }

  it('[CR3] says that an untouched log is valid', async () => {
    const { code, stdout } = await runCommand({ home }, 'verify');
    expect(stdout).toContain(`${place.run}: valid`);
    expect(code).toBe(0);
  });

  it.each(['header', 'hash', 'bytes', 'salt'] as const)(
    '[CR3] finds one changed byte in %s, and names run and sequence',
    async (column) => {
      await tampered(column, async () => {
        const json = await runCommand({ home }, 'verify', '--json');
        expect(json.code).toBe(1);
        const verdict = JSON.parse(json.stdout) as { ok: boolean; runs: object[] };
        expect(verdict.ok).toBe(false);
        expect(verdict.runs).toMatchObject([
          { run: place.run, ok: false, problem: { seq: place.seq } },
        ]);
      });
      expect((await runCommand({ home }, 'verify', '--json')).code).toBe(0);
    },
  );

  it('[CR3] says it in words, for one run too', async () => {
    await tampered('header', async () => {
      for (const args of [['verify'], ['verify', place.run]]) {
        const { code, stdout } = await runCommand({ home }, ...args);
        expect(code).toBe(1);
        expect(stdout).toContain(`${place.run}: BROKEN at event ${place.seq}`);
      }
    });
  });

  it('[CR3] finds a log whose tail was cut off', async () => {
    const last = withDatabase((db) => {
      const row = db.prepare('select max(seq) as seq from events where run = ?').get(place.run);
      return Number(row?.seq);
    });
    const row = withDatabase((db) => {
      const found = db
        .prepare('select * from events where run = ? and seq = ?')
        .get(place.run, last);
      db.prepare('delete from events where run = ? and seq = ?').run(place.run, last);
      return found;
    });
    const { code, stdout } = await runCommand({ home }, 'verify');
    expect(code).toBe(1);
    expect(stdout).toContain(`${place.run}: BROKEN at event ${last}`);
    expect(row?.seq).toBe(last);
  });
});
