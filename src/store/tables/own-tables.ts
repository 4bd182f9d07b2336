// Tables that write sets reach by parts of their own (events, content, due …) and not as rows.
import { bytes, integer, table, text } from './table.ts';

/** Contents whose ids do not begin with their owner: bundles of early builds bring them. */
export const foreignContent = `substr(id, 1, length(owner) + 1) <> owner || '.'`;

export const ownTables = {
  content: table({
    key: { id: text },
    rest: {
      tenant: text,
      /** The run or plan that the bytes belong to; erasing it erases them. */
      owner: text,
      salt: bytes,
      bytes,
    },
    indexes: { content_foreign: `(owner) where ${foreignContent}` },
    uncompressed: ['bytes'],
  }),
  due: table({
    key: { id: text },
    rest: { at: integer, kind: text, tenant: text, run: text, step: text, attempt: integer },
    indexes: { due_at: '(at, id)' },
  }),
  /** Something to deliver up to `seq`. */
  outbox: table({
    key: { id: text },
    rest: {
      tenant: text,
      run: text,
      seq: integer,
      topic: text,
      /** Delivered up to here. */
      sent: integer,
      next_at: integer,
      tries: integer,
    },
    // Every commit of a run with a webhook moves its row. On PostgreSQL an index that asks how far the
    // row has come would make each of these a new entry in every index of the table.
    indexes: {
      outbox_next: { sqlite: '(next_at, id) where seq > sent', postgres: '(next_at, id)' },
    },
  }),
  uniques: table({
    key: { key: text },
    rest: { value: text, until: integer, owner: text },
    indexes: {
      uniques_until: '(until)',
      uniques_value: '(value) where length(value) <= 64',
      uniques_owner: `(owner) where owner <> ''`,
    },
  }),
  /** The state of a run after `seq`. */
  snapshots: table({
    key: { run: text, seq: integer },
    rest: {
      hash: text,
      /** The version of the machine that made it. */
      machine: integer,
      bytes,
    },
    hasRowid: true,
  }),
} as const;

/** On SQLite logs are numbered instead (see ../sqlite/schema.ts). */
export const eventsTable = table({
  key: { run: text, seq: integer },
  rest: { header: text, hash: text },
});

/** Facts of the store itself: its schema, and the secret that signs leases and tickets. */
export const metaTable = table({ key: { key: text }, rest: { value: text }, hasRowid: true });
