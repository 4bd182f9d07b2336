// `pw_commit_v2`: a batch of write sets as one statement, table by table instead of set by set. What
// comes in is cut into waves in which no set builds on another (see postgres/waves.ts), each with one
// list per table; an entry is an array that begins with the number of its set, since positions are
// read several times faster than names. What does not hold is found first, and the entries of those
// sets are left out. Frozen: a change of tables makes a `pw_commit_v3` beside it.

/** Columns in the order in which the entries have them; `#` marks integers, `=` bytes. */
export const put = (table: string, key: string, rest: string): string => {
  const columns = `${key} ${rest}`.split(' ');
  const updates = rest.split(' ').map((column) => `${nameOf(column)} = excluded.${nameOf(column)}`);
  return `  if w ? '${table}' then
    insert into ${table} (${columns.map(nameOf).join(', ')})
    select ${columns.map(readOf).join(', ')}
    from jsonb_array_elements(w->'${table}') e where bad is null or (e->>0)::int <> all (bad)
    on conflict (${key.split(' ').map(nameOf).join(', ')}) do update set ${updates.join(', ')};
  end if;
  if w ? '-${table}' then
    delete from ${table} t using jsonb_array_elements(w->'-${table}') e
    where (bad is null or (e->>0)::int <> all (bad)) and ${sameKey(key)};
  end if;
`;
};

const insert = (table: string, columns: string): string => `  if w ? '${table}' then
    insert into ${table} (${columns.split(' ').map(nameOf).join(', ')})
    select ${columns.split(' ').map(readOf).join(', ')}
    from jsonb_array_elements(w->'${table}') e where bad is null or (e->>0)::int <> all (bad);
  end if;
`;

const nameOf = (column: string): string => `"${column.replace(/[#=]/, '')}"`;

const readOf = (column: string, index: number): string => {
  const text = `e->>${index + 1}`;
  if (column.startsWith('=')) return `decode(${text}, 'base64')`;
  return column.startsWith('#') ? `(${text})::bigint` : text;
};

const sameKey = (key: string): string =>
  key
    .split(' ')
    .map((column, index) => `t.${nameOf(column)} = e->>${index + 1}`)
    .join(' and ');

/** One requirement: null if it holds, which also takes the key or the slot; else the conflict. */
const requireOne = `
create function pw_require_v2(r jsonb, freed jsonb, now_ms bigint) returns jsonb
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
  end case;
end $body$;
`;

/** Of one set, in order. A later one that fails gives back what the earlier ones took. */
const requireAll = `
create function pw_require_all_v2(requirements jsonb, freed jsonb, now_ms bigint) returns jsonb
language plpgsql as $body$
declare
  r jsonb;
  conflict jsonb;
begin
  if jsonb_array_length(requirements) = 1 then
    return pw_require_v2(requirements->0, freed, now_ms);
  end if;
  begin
    for r in select * from jsonb_array_elements(requirements) loop
      conflict := pw_require_v2(r, freed, now_ms);
      if conflict is not null then raise exception using errcode = 'PW001'; end if;
    end loop;
  exception when sqlstate 'PW001' then null;
  end;
  return conflict;
end $body$;
`;

export const heads = `  for x in
    select (h->>0)::int as number, head.seq, head.hash from jsonb_array_elements(w->'heads') h
    left join lateral (
      select r.head_seq as seq, r.head_hash as hash from runs r where r.id = h->>1 for update
    ) head on true
    where coalesce(head.seq, 0) is distinct from (h->>2)::bigint
  loop
    bad := array_append(bad, x.number);
    conflicts := conflicts || jsonb_build_array(jsonb_build_array(x.number, jsonb_build_object(
      'ok', false, 'conflict', 'seq', 'head',
      jsonb_build_object('seq', coalesce(x.seq, 0), 'hash', coalesce(x.hash, repeat('0', 64))))));
  end loop;
`;

export const requirements = `  for entry in select * from jsonb_array_elements(w->'require') loop
    if bad is null or (entry->>0)::int <> all (bad) then
      conflict := pw_require_all_v2(entry->1, entry->2, now_ms);
      if conflict is not null then
        bad := array_append(bad, (entry->>0)::int);
        conflicts := conflicts || jsonb_build_array(jsonb_build_array(entry->0, conflict));
      end if;
    end if;
  end loop;
`;

const dueTable = `  if w ? 'due' then
    insert into due (id, at, kind, tenant, run, step, attempt)
    select e->>1, (e->>2)::bigint, e->>3, e->>4, e->>5, e->>6, (e->>7)::bigint
    from jsonb_array_elements(w->'due') e where bad is null or (e->>0)::int <> all (bad)
    on conflict (id) do update set at = excluded.at, kind = excluded.kind, attempt = excluded.attempt;
  end if;
  if w ? '-due' then
    delete from due t using jsonb_array_elements(w->'-due') e
    where (bad is null or (e->>0)::int <> all (bad)) and t.id = e->>1;
  end if;
`;

const outboxTable = `  if w ? 'outbox' then
    insert into outbox as t (id, tenant, run, seq, topic, sent, next_at, tries)
    select e->>1, e->>2, e->>3, (e->>4)::bigint, e->>5, (e->>6)::bigint, 0, 0
    from jsonb_array_elements(w->'outbox') e where bad is null or (e->>0)::int <> all (bad)
    on conflict (id) do update set seq = excluded.seq where excluded.seq > t.seq;
  end if;
  if w ? 'outboxSent' then
    update outbox t set sent = (e->>2)::bigint, next_at = (e->>3)::bigint, tries = (e->>4)::bigint
    from jsonb_array_elements(w->'outboxSent') e
    where (bad is null or (e->>0)::int <> all (bad)) and t.id = e->>1;
  end if;
  if w ? '-outbox' then
    delete from outbox t using jsonb_array_elements(w->'-outbox') e
    where (bad is null or (e->>0)::int <> all (bad)) and t.id = e->>1 and t.seq = t.sent;
  end if;
`;

const trimSnapshots = `  if w ? 'snapshots' then
    delete from snapshots t using jsonb_array_elements(w->'snapshots') e
    where (bad is null or (e->>0)::int <> all (bad)) and t.run = e->>1 and t.seq < (
      select s.seq from snapshots s where s.run = e->>1 order by s.seq desc limit 1 offset 1);
  end if;
`;

const erase = `  if w ? 'erase' then
    for entry in select * from jsonb_array_elements(w->'erase') loop
      continue when (entry->>0)::int = any (bad);
      delete from content where id > (entry->>1) || '.' and id < (entry->>1) || '/';
      delete from content where owner = entry->>1 and substr(id, 1, length(owner) + 1) <> owner || '.';
      delete from artifacts where owner = entry->>1;
      delete from telemetry where run = entry->>1;
      delete from snapshots where run = entry->>1;
      delete from messages where run = entry->>1;
      delete from slots where run = entry->>1;
      delete from uniques where owner = entry->>1 and owner <> '';
      delete from uniques where value = entry->>1 and length(value) <= 64;
      update plans set goal = '', title = '', erased_at = (entry->>2)::bigint where id = entry->>1;
    end loop;
  end if;
`;

export const writes = [
  `  if w ? 'freeSlots' then
    delete from slots t using jsonb_array_elements(w->'freeSlots') e
    where (bad is null or (e->>0)::int <> all (bad)) and t.place = e->>1;
  end if;
`,
  insert('events', 'run #seq header hash'),
  insert('content', 'id tenant owner =salt =bytes'),
  put(
    'runs',
    'id',
    'tenant kind plan status #head_seq head_hash created_by #created_at #started_at #ended_at #changed_at #steps_total #steps_done #held_at held_by ending #rev #progress',
  ),
  put(
    'steps',
    'run step',
    'tenant #position parent performer purpose action #tier state wait_for #wait_until #attempt #attempts_max holder spec output error #changed_at #urgency #turn_at #failures slot wait_key choice undoes',
  ),
  put('plans', 'id', 'tenant created_by #created_at run goal title #erased_at'),
  put('artifacts', 'owner path', 'tenant content content_type #size sha256 #updated_at'),
  put('telemetry', 'run step', '#at #progress note'),
  put('agents', 'id', 'tenant name role capabilities #created_at #seen_at'),
  put(
    'keys',
    'id',
    'tenant principal kind label scopes secret_hash #created_at #expires_at #revoked_at',
  ),
  put('slots', 'place', 'name tenant run'),
  put('messages', 'id', 'tenant run step sender recipient thread content #sent_at #delivered_at'),
  put('switches', 'scope', 'by #at reason'),
  put(
    'webhooks',
    'id',
    'tenant url types created_by #created_at #disabled_at disabled_why #secret_version',
  ),
  put(
    'deliveries',
    'id',
    'tenant webhook run #from_seq #to_seq #attempt #at #status error #took_ms',
  ),
  dueTable,
  outboxTable,
  put('snapshots', 'run #seq', 'hash #machine =bytes').split("  if w ? '-snapshots'")[0],
  trimSnapshots,
  erase,
].join('');

/**
 * Gives [number of the set, conflict] for every set that was not written. A plan made while a table was
 * small is kept while it grows, so only those are allowed that go through an index.
 */
const commit = `
create function pw_commit_v2(batch jsonb, now_ms bigint) returns jsonb
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $body$
declare
  w jsonb;
  entry jsonb;
  x record;
  bad int[];
  conflict jsonb;
  conflicts jsonb := '[]';
begin
  -- Before any row, and in one order, so that two servers cannot both have what the other needs.
  if batch ? 'slots' then
    perform pg_advisory_xact_lock(l.id) from (
      select distinct hashtext('slot:' || s) as id from jsonb_array_elements_text(batch->'slots') s
      order by id offset 0) l;
  end if;
  for w in select * from jsonb_array_elements(batch->'waves') loop
    bad := null;
${heads}${requirements}${writes}  end loop;
  return conflicts;
end $body$;
`;

export const commitV2Postgres = requireOne + requireAll + commit;
