// One write set onto an open transaction. Everything that can conflict is checked before the first
// write, so a conflicting set leaves nothing behind and needs no savepoint.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PurseMove } from '../../engine/purse.ts';
import { erasePlanSql, eraseSql, writeSql } from '../sql/write.ts';
import type {
  CommitResult,
  DueWrite,
  Requirement,
  RowWrite,
  SnapshotWrite,
  WriteSet,
} from '../store.ts';
import { conflictOf, type RequireStatements } from './requirements.ts';
import { RowWriter } from './row-writer.ts';

const warnings = {
  money: 'warnOfMoney',
  tokens: 'warnOfTokens',
  calls: 'warnOfCalls',
} as const;

/** Runs whose number in the log is kept in memory. */
const logsKnownMax = 1_000;

type Statements = { readonly [Name in keyof typeof writeSql]: StatementSync };

export class WriteSetWriter {
  readonly #sql: Statements;
  readonly #rows: RowWriter;
  readonly #eraseSql: readonly StatementSync[];
  readonly #erasePlan: StatementSync;
  readonly #logs = new Map<string, number>();

  constructor(db: DatabaseSync) {
    const entries = Object.entries(writeSql).map(([name, text]) => [name, db.prepare(text)]);
    this.#sql = Object.fromEntries(entries) as Statements;
    this.#rows = new RowWriter(db);
    this.#eraseSql = eraseSql.map((text) => db.prepare(text));
    this.#erasePlan = db.prepare(erasePlanSql);
  }

  write(set: WriteSet, now: number): CommitResult {
    const isMoved = this.#isMoved(set);
    const conflict = isMoved ? null : conflictOf(this.#sql as RequireStatements, set, now);
    if (conflict) return conflict;
    const { run = '', events, content, rows, due, outbox } = set;
    // Before the rest, so that on a full disk there is room to record it; and after, for what the
    // set itself writes.
    if (set.erase) this.#eraseAll(set.erase);
    if (set.freeSlots) for (const place of set.freeSlots) this.#sql.freeSlot.run(place);
    if (set.require) for (const requirement of set.require) this.#take(requirement);
    if (events) {
      const log = this.#logNumber(run);
      for (const { seq, header, hash } of events) {
        this.#sql.insertEvent.run(log, seq, header, hash);
      }
    }
    if (content) {
      for (const { id, tenant, owner, salt, bytes } of content) {
        this.#sql.insertContent.run(id, tenant, owner, salt, bytes);
      }
    }
    if (rows) {
      for (let index = isMoved ? 1 : 0; index < rows.length; index += 1) {
        this.#rows.write(rows[index] as RowWrite);
      }
    }
    if (due) for (const write of due) this.#writeDue(write);
    if (outbox) {
      for (const { id, tenant, run: of, seq, topic, sent } of outbox) {
        this.#sql.putOutbox.run(id, tenant, of, seq, topic, sent);
      }
    }
    this.#writeRest(set);
    return { ok: true };
  }

  /** Most sets only move their run on: then one statement checks its head and writes its row. */
  #isMoved({ run, expectedSeq, rows, require, erase }: WriteSet): boolean {
    const first = rows?.[0];
    if (require || erase || expectedSeq === undefined) return false;
    if (first?.table !== 'runs' || !('put' in first) || first.put.id !== run) return false;
    return this.#rows.hasMoved(first.put, expectedSeq);
  }

  /** It is given once and stays. */
  #logNumber(run: string): number {
    const known = this.#logs.get(run);
    if (known !== undefined) return known;
    const row = this.#sql.logNumber.get(run);
    const number = Number(row ? row.no : this.#sql.newLog.run(run).lastInsertRowid);
    if (this.#logs.size >= logsKnownMax) this.#logs.clear();
    this.#logs.set(run, number);
    return number;
  }

  /** After a rollback: numbers that were given in it are not there. */
  forget(): void {
    this.#logs.clear();
  }

  purgeUniques(now: number, limit: number): number {
    return Number(this.#sql.purgeUniques.run(now, limit).changes);
  }

  /** What few sets have. */
  #writeRest({ outboxSent, outboxRemove, snapshot, erase }: WriteSet): void {
    if (outboxSent) {
      for (const { id, sent, nextAt, tries } of outboxSent) {
        this.#sql.noteOutbox.run(sent, nextAt, tries, id);
      }
    }
    if (outboxRemove) for (const id of outboxRemove) this.#sql.removeOutbox.run(id);
    if (snapshot) this.#writeSnapshot(snapshot);
    if (erase) this.#eraseAll(erase);
  }

  #take(requirement: Requirement): void {
    if ('unique' in requirement) {
      const { unique, value, until, owner = '' } = requirement;
      this.#sql.take.run(unique, value, until, owner);
    } else if ('slot' in requirement) {
      const { place, slot, tenant, run } = requirement;
      this.#sql.takeSlot.run(place, slot, tenant, run);
    } else if ('purse' in requirement) {
      this.#usePurse(requirement);
    } else if ('warn' in requirement) {
      const { warn, tenant, of } = requirement;
      this.#sql[warnings[of]].run(warn, tenant);
    }
  }

  #usePurse({ purse, tenant, run, spent, reserved }: PurseMove): void {
    const moved = [spent, reserved].flatMap(({ money, tokens, calls }) => [money, tokens, calls]);
    this.#sql.usePurse.run(...moved, run, purse, tenant);
  }

  #writeDue(write: DueWrite): void {
    if ('clear' in write) {
      this.#sql.clearDue.run(write.clear);
      return;
    }
    const { id, at, kind, tenant, run, step, attempt } = write.set;
    this.#sql.setDue.run(id, at, kind, tenant, run, step, attempt);
  }

  #writeSnapshot({ run, seq, hash, machine, bytes }: SnapshotWrite): void {
    this.#sql.insertSnapshot.run(run, seq, hash, machine, bytes);
    this.#sql.trimSnapshots.run(run, run);
  }

  #eraseAll({ owners, at }: NonNullable<WriteSet['erase']>): void {
    for (const owner of owners) {
      for (const statement of this.#eraseSql) statement.run(owner);
      this.#erasePlan.run(at, owner);
    }
  }
}
