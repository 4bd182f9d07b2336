// One write set onto an open transaction. Everything that can conflict is checked before the first
// write, so a conflicting set leaves nothing behind and needs no savepoint.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { emptyHead, type Head } from '../../engine/log-header.ts';
import { putSql, removeSql, writeSql } from '../sql/write.ts';
import type { CommitResult, DueWrite, Requirement, RowWrite, WriteSet } from '../store.ts';
import { columnsOf, type TableName, tableNames, tables } from '../tables.ts';

type Value = string | number | Uint8Array;

type Statements = { readonly [Name in keyof typeof writeSql]: StatementSync };

export class WriteSetWriter {
  readonly #sql: Statements;
  readonly #put = new Map<TableName, StatementSync>();
  readonly #remove = new Map<TableName, StatementSync>();

  constructor(db: DatabaseSync) {
    const entries = Object.entries(writeSql).map(([name, text]) => [name, db.prepare(text)]);
    this.#sql = Object.fromEntries(entries) as Statements;
    for (const table of tableNames) {
      this.#put.set(table, db.prepare(putSql(table)));
      this.#remove.set(table, db.prepare(removeSql(table)));
    }
  }

  write(set: WriteSet, now: number): CommitResult {
    const conflict = this.#headConflict(set) ?? this.#requireConflict(set.require ?? [], now);
    if (conflict) return conflict;
    this.#take(set.require ?? []);
    for (const event of set.events ?? []) {
      this.#sql.insertEvent.run(set.run ?? '', event.seq, event.header, event.hash);
    }
    for (const row of set.content ?? []) {
      this.#sql.insertContent.run(row.id, row.tenant, row.owner, row.salt, row.bytes);
    }
    for (const row of set.rows ?? []) this.#writeRow(row);
    for (const due of set.due ?? []) this.#writeDue(due);
    for (const row of set.outbox ?? []) {
      this.#sql.insertOutbox.run(row.id, row.tenant, row.run, row.seq, row.topic);
    }
    if (set.erase) this.#erase(set.erase.owners, set.erase.at);
    return { ok: true };
  }

  #headConflict(set: WriteSet): CommitResult | null {
    if (set.run === undefined) return null;
    const head = (this.#sql.head.get(set.run) as Head | undefined) ?? emptyHead;
    if (head.seq === set.expectedSeq) return null;
    return { ok: false, conflict: 'seq', head: { seq: head.seq, hash: head.hash } };
  }

  #requireConflict(requirements: readonly Requirement[], now: number): CommitResult | null {
    for (const requirement of requirements) {
      const conflict = this.#unmet(requirement, now);
      if (conflict) return conflict;
    }
    return null;
  }

  #unmet(requirement: Requirement, now: number): CommitResult | null {
    if ('unique' in requirement) {
      const taken = this.#sql.takenNow.get(requirement.unique, now);
      if (!taken) return null;
      const value = String(taken.value);
      return { ok: false, conflict: 'unique', key: requirement.unique, value };
    }
    const row = this.#sql.due.get(requirement.due) as { at: number; attempt: number } | undefined;
    const holds =
      row !== undefined &&
      (requirement.at ?? row.at) === row.at &&
      (requirement.attempt ?? row.attempt) === row.attempt;
    return holds ? null : { ok: false, conflict: 'due', key: requirement.due };
  }

  #take(requirements: readonly Requirement[]): void {
    for (const requirement of requirements) {
      if (!('unique' in requirement)) continue;
      this.#sql.take.run(requirement.unique, requirement.value, requirement.until);
    }
  }

  #writeRow(write: RowWrite): void {
    if ('put' in write) {
      const row = write.put as unknown as Record<string, Value>;
      const values = columnsOf(write.table).map((column) => row[column] as Value);
      this.#put.get(write.table)?.run(...values);
    } else {
      const values = tables[write.table].key.map((column) => write.remove[column] as Value);
      this.#remove.get(write.table)?.run(...values);
    }
  }

  #writeDue(write: DueWrite): void {
    if ('clear' in write) {
      this.#sql.clearDue.run(write.clear);
      return;
    }
    const { id, at, kind, tenant, run, step, attempt } = write.set;
    this.#sql.setDue.run(id, at, kind, tenant, run, step, attempt);
  }

  #erase(owners: readonly string[], at: number): void {
    for (const owner of owners) {
      this.#sql.eraseContent.run(owner);
      this.#sql.eraseArtifacts.run(owner);
      this.#sql.eraseTelemetry.run(owner);
      this.#sql.eraseUniques.run(owner);
      this.#sql.erasePlan.run(at, owner);
    }
  }
}
