// `pw_commit`: a batch of write sets as one statement, table by table instead of set by set: one round trip,
// one commit, and no transaction that stays open while somebody else's code runs. What comes in is cut into
// waves in which no set builds on another (see waves.ts), each with one list per table; an entry is an array
// that begins with the number of its set, since positions are read several times faster than names. What does
// not hold is found first, and the entries of those sets are left out. A set that only moves its run on is
// checked and written by one statement, of a step that is there only what moves is written, and no statement
// is begun that has nothing to do: to begin one takes 20 µs or more. Contents come beside the batch, not as
// text in it: with 32 KB that was half of the time.
import { quoted } from '../schema.ts';
import { eraseStatements } from '../sql/write.ts';
import {
  columnsOf,
  columnTypeOf,
  isAppendOnly,
  keyOf,
  movingOfRuns,
  movingOfSteps,
  restOf,
  type TableName,
  tableNames,
} from '../tables.ts';
import { purseFunctions } from './purse-functions.ts';

/** The entry's value for a column; the number of its set is the first. */
const readOf = (table: TableName, column: string, index: number): string => {
  const text = `e->>${index + 1}`;
  return columnTypeOf(table, column) === 'integer' ? `(${text})::bigint` : text;
};

const readsOf = (table: TableName, columns: readonly string[]): string =>
  columns.map((column, index) => readOf(table, column, index)).join(', ');

/** Assignments from the entry, of columns that stand after `from` others. */
const setsFrom = (table: TableName, columns: readonly string[], from: number): string =>
  columns
    .map((column, index) => `${quoted(column)} = ${readOf(table, column, from + index)}`)
    .join(', ');

const sameKey = (table: TableName): string =>
  keyOf(table)
    .map((column, index) => `t.${quoted(column)} = e->>${index + 1}`)
    .join(' and ');

const isGood = '(bad is null or (e->>0)::int <> all (bad))';

/** A row that is there already. */
const onSameKey = (table: TableName): string =>
  isAppendOnly(table)
    ? 'do nothing'
    : `do update set ${restOf(table)
        .map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
        .join(', ')}`;

const putAndRemove = (table: TableName): string =>
  putRows(table) + (isAppendOnly(table) ? '' : removeRows(table));

const putRows = (table: TableName): string => `  if w ? '${table}' then
    insert into ${table} (${columnsOf(table).map(quoted).join(', ')})
    select ${readsOf(table, columnsOf(table))}
    from jsonb_array_elements(w->'${table}') e where ${isGood}
    on conflict (${keyOf(table).map(quoted).join(', ')}) ${onSameKey(table)};
  end if;
`;

const removeRows = (table: TableName): string => `  if w ? '-${table}' then
    delete from ${table} t using jsonb_array_elements(w->'-${table}') e
    where ${isGood} and ${sameKey(table)};
  end if;
`;

/** One requirement: null if it holds, which also takes the key or the slot; else the conflict. */
const requireOne = `
create function pw_require(r jsonb, freed jsonb, now_ms bigint) returns jsonb
language plpgsql as $body$
declare
  had text;
begin
  case r->>0
  when 'unique' then
    delete from uniques u where u.key = r->>1 and u.until < now_ms;
    insert into uniques (key, value, until, owner)
    values (r->>1, r->>2, (r->>3)::bigint, r->>4) on conflict (key) do nothing;
    if found then return null; end if;
    select u.value into had from uniques u where u.key = r->>1;
    return jsonb_build_object('ok', false, 'conflict', 'unique', 'key', r->>1, 'value', coalesce(had, ''));
  when 'due' then
    perform 1 from due d where d.id = r->>1
      and d.at = coalesce((r->>2)::bigint, d.at) and d.attempt = coalesce((r->>3)::bigint, d.attempt)
    for update;
    if found then return null; end if;
    return jsonb_build_object('ok', false, 'conflict', 'due', 'key', r->>1);
  when 'slot' then
    select s.name into had from slots s where s.place = r->>3;
    if had = r->>1 then return null; end if;
    if (select count(*) from slots s where s.name = r->>1 and not freed ? s.place) >= (r->>2)::bigint then
      return jsonb_build_object('ok', false, 'conflict', 'slot', 'key', r->>1);
    end if;
    insert into slots (place, name, tenant, run) values (r->>3, r->>1, r->>4, r->>5)
    on conflict (place) do update set name = excluded.name, tenant = excluded.tenant, run = excluded.run;
    return null;
  when 'purse' then return pw_use_purse(r);
  when 'warn' then return pw_warn_of_purse(r);
  end case;
end $body$;
`;

/** Of one set, in order. A later one that fails gives back what the earlier ones took. */
const requireAll = `
create function pw_require_all(requirements jsonb, freed jsonb, now_ms bigint) returns jsonb
language plpgsql as $body$
declare
  r jsonb;
  conflict jsonb;
begin
  if jsonb_array_length(requirements) = 1 then
    return pw_require(requirements->0, freed, now_ms);
  end if;
  begin
    for r in select * from jsonb_array_elements(requirements) loop
      conflict := pw_require(r, freed, now_ms);
      if conflict is not null then raise exception using errcode = 'PW001'; end if;
    end loop;
  exception when sqlstate 'PW001' then null;
  end;
  return conflict;
end $body$;
`;

/** Before any row, and in one order: two servers cannot both have what the other needs. */
const locks = `  if batch ? 'slots' then
    perform pg_advisory_xact_lock(l.id) from (
      select distinct hashtext('slot:' || s) as id from jsonb_array_elements_text(batch->'slots') s
      order by id offset 0) l;
  end if;
  if batch ? 'purses' then
    perform 1 from purses p
    where p.id in (select s from jsonb_array_elements_text(batch->'purses') s)
    order by p.id for update;
  end if;
`;

const seqConflict = `bad := array_append(bad, x.number);
        conflicts := conflicts || jsonb_build_array(jsonb_build_array(x.number, jsonb_build_object(
          'ok', false, 'conflict', 'seq', 'head',
          jsonb_build_object('seq', coalesce(x.seq, 0), 'hash', coalesce(x.hash, repeat('0', 64))))));`;

/** Run, status, what moves, and the event it was at. */
const expectedSeq = movingOfRuns.length + 3;

/** The head of a run in the database is what the set says it was, or the set is a conflict. */
const moves = `  if w ? 'moves' then
    with done as (
      update runs t set ${setsFrom('runs', ['status', ...movingOfRuns], 1)}
      from jsonb_array_elements(w->'moves') e
      where t.id = e->>1 and t.head_seq = (e->>${expectedSeq})::bigint
      returning (e->>0)::int as number
    ) select array_agg(number) into moved from done;
    if coalesce(array_length(moved, 1), 0) <> jsonb_array_length(w->'moves') then
      for x in
        select (e->>0)::int as number, r.head_seq as seq, r.head_hash as hash
        from jsonb_array_elements(w->'moves') e left join runs r on r.id = e->>1
        where moved is null or (e->>0)::int <> all (moved)
      loop
        ${seqConflict}
      end loop;
    end if;
  end if;
`;

const heads = `  if w ? 'heads' then
    for x in
      select (h->>0)::int as number, head.seq, head.hash from jsonb_array_elements(w->'heads') h
      left join lateral (
        select r.head_seq as seq, r.head_hash as hash from runs r where r.id = h->>1 for update
      ) head on true
      where coalesce(head.seq, 0) is distinct from (h->>2)::bigint
    loop
        ${seqConflict}
    end loop;
  end if;
`;

const requirements = `  if w ? 'require' then
    for entry in select * from jsonb_array_elements(w->'require') loop
      if bad is null or (entry->>0)::int <> all (bad) then
        conflict := pw_require_all(entry->1, entry->2, now_ms);
        if conflict is not null then
          bad := array_append(bad, (entry->>0)::int);
          conflicts := conflicts || jsonb_build_array(jsonb_build_array(entry->0, conflict));
        end if;
      end if;
    end loop;
  end if;
`;

/** An entry says where its salt and its bytes lie in what came beside the batch. */
const contents = `  if w ? 'contents' then
    insert into content (id, tenant, owner, salt, bytes)
    select e->>1, e->>2, e->>3, substring(blobs from (e->>4)::int for (e->>5)::int),
      substring(blobs from (e->>4)::int + (e->>5)::int for (e->>6)::int)
    from jsonb_array_elements(w->'contents') e where ${isGood};
  end if;
`;

const slotsAndEvents = `  if w ? 'freeSlots' then
    delete from slots t using jsonb_array_elements(w->'freeSlots') e
    where ${isGood} and t.place = e->>1;
  end if;
  if w ? 'events' then
    insert into events (run, seq, header, hash)
    select e->>1, (e->>2)::bigint, e->>3, e->>4
    from jsonb_array_elements(w->'events') e where ${isGood};
  end if;
`;

const movedSteps = `  if w ? 'steps~' then
    update steps t set ${setsFrom('steps', movingOfSteps, 2)}
    from jsonb_array_elements(w->'steps~') e where ${isGood} and ${sameKey('steps')};
  end if;
`;

const dueRows = `  if w ? 'due' then
    insert into due (id, at, kind, tenant, run, step, attempt)
    select e->>1, (e->>2)::bigint, e->>3, e->>4, e->>5, e->>6, (e->>7)::bigint
    from jsonb_array_elements(w->'due') e where ${isGood}
    on conflict (id) do update set at = excluded.at, kind = excluded.kind, attempt = excluded.attempt;
  end if;
  if w ? '-due' then
    delete from due t using jsonb_array_elements(w->'-due') e where ${isGood} and t.id = e->>1;
  end if;
`;

const outboxRows = `  if w ? 'outbox' then
    insert into outbox as t (id, tenant, run, seq, topic, sent, next_at, tries)
    select e->>1, e->>2, e->>3, (e->>4)::bigint, e->>5, (e->>6)::bigint, 0, 0
    from jsonb_array_elements(w->'outbox') e where ${isGood}
    on conflict (id) do update set seq = excluded.seq where excluded.seq > t.seq;
  end if;
  if w ? 'outboxSent' then
    update outbox t set sent = (e->>2)::bigint, next_at = (e->>3)::bigint, tries = (e->>4)::bigint
    from jsonb_array_elements(w->'outboxSent') e where ${isGood} and t.id = e->>1;
  end if;
  if w ? '-outbox' then
    delete from outbox t using jsonb_array_elements(w->'-outbox') e
    where ${isGood} and t.id = e->>1 and t.seq <= t.sent;
  end if;
`;

const snapshots = `  if w ? 'snapshots' then
    insert into snapshots (run, seq, hash, machine, bytes)
    select e->>1, (e->>2)::bigint, e->>3, (e->>4)::bigint, decode(e->>5, 'base64')
    from jsonb_array_elements(w->'snapshots') e where ${isGood}
    on conflict (run, seq) do update set hash = excluded.hash, machine = excluded.machine,
      bytes = excluded.bytes;
    delete from snapshots t using jsonb_array_elements(w->'snapshots') e
    where ${isGood} and t.run = e->>1 and t.seq < (
      select s.seq from snapshots s where s.run = e->>1 order by s.seq desc limit 1 offset 1);
  end if;
`;

const erase = `  if w ? 'erase' then
    for entry in select * from jsonb_array_elements(w->'erase') loop
      continue when (entry->>0)::int = any (bad);
${eraseStatements('(entry->>1)')
  .map((statement) => `      ${statement};\n`)
  .join(
    '',
  )}      update plans set goal = '', title = '', erased_at = (entry->>2)::bigint where id = entry->>1;
    end loop;
  end if;
`;

/**
 * Gives [number of the set, conflict] for every set that was not written. A plan made while a table was
 * small is kept while it grows: only those are allowed that go through an index.
 */
const commit = `
create function pw_commit(batch jsonb, now_ms bigint, blobs bytea) returns jsonb
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $body$
declare
  w jsonb;
  entry jsonb;
  x record;
  moved int[];
  bad int[];
  conflict jsonb;
  conflicts jsonb := '[]';
begin
${locks}  for i in 0 .. jsonb_array_length(batch->'waves') - 1 loop
    w := batch->'waves'->i;
    bad := null;
${moves}${heads}${requirements}${contents}${slotsAndEvents}${tableNames
  .map(putAndRemove)
  .join('')}${dueRows}${outboxRows}${snapshots}${erase}${movedSteps}  end loop;
  return conflicts;
end $body$;
`;

export const commitFunctions = purseFunctions + requireOne + requireAll + commit;
