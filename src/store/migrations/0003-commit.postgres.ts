// `pw_commit_v3`: as the second, and what nearly every commit does is done with less. A set that only
// moves its run on is checked and written by one statement, of a step that is there only what moves is
// written, and no statement is begun that has nothing to do: to begin one takes 20 µs or more. Contents
// come as they are beside the batch, not as text in it: with 32 KB that was half of the time. Frozen.
import { heads, requirements, writes } from './0002-commit.postgres.ts';

/** The head of a run in the database is what the set says it was, or the set is a conflict. */
const moves = `  if w ? 'moves' then
    with done as (
      update runs t set status = e->>2, head_seq = (e->>3)::bigint, head_hash = e->>4,
        started_at = (e->>5)::bigint, ended_at = (e->>6)::bigint, changed_at = (e->>7)::bigint,
        steps_total = (e->>8)::bigint, steps_done = (e->>9)::bigint, held_at = (e->>10)::bigint,
        held_by = e->>11, ending = e->>12, rev = (e->>13)::bigint, progress = (e->>14)::bigint
      from jsonb_array_elements(w->'moves') e
      where t.id = e->>1 and t.head_seq = (e->>15)::bigint
      returning (e->>0)::int as number
    ) select array_agg(number) into moved from done;
    if coalesce(array_length(moved, 1), 0) <> jsonb_array_length(w->'moves') then
      for x in
        select (e->>0)::int as number, r.head_seq as seq, r.head_hash as hash
        from jsonb_array_elements(w->'moves') e left join runs r on r.id = e->>1
        where moved is null or (e->>0)::int <> all (moved)
      loop
        bad := array_append(bad, x.number);
        conflicts := conflicts || jsonb_build_array(jsonb_build_array(x.number, jsonb_build_object(
          'ok', false, 'conflict', 'seq', 'head',
          jsonb_build_object('seq', coalesce(x.seq, 0), 'hash', coalesce(x.hash, repeat('0', 64))))));
      end loop;
    end if;
  end if;
`;

const steps = `  if w ? 'steps~' then
    update steps t set state = e->>3, wait_for = e->>4, wait_until = (e->>5)::bigint,
      attempt = (e->>6)::bigint, holder = e->>7, output = e->>8, error = e->>9,
      changed_at = (e->>10)::bigint, turn_at = (e->>11)::bigint, failures = (e->>12)::bigint,
      wait_key = e->>13, choice = e->>14
    from jsonb_array_elements(w->'steps~') e
    where (bad is null or (e->>0)::int <> all (bad)) and t.run = e->>1 and t.step = e->>2;
  end if;
`;

/** An entry says where its salt and its bytes lie in what came beside the batch. */
const contents = `    if w ? 'contents' then
      insert into content (id, tenant, owner, salt, bytes)
      select e->>1, e->>2, e->>3, substring(blobs from (e->>4)::int for (e->>5)::int),
        substring(blobs from (e->>4)::int + (e->>5)::int for (e->>6)::int)
      from jsonb_array_elements(w->'contents') e where bad is null or (e->>0)::int <> all (bad);
    end if;
`;

interface CommitParts {
  readonly name: string;
  /** Locks that are taken before the first wave. */
  readonly locks: string;
  readonly requirements: string;
  readonly writes: string;
}

/**
 * Gives [number of the set, conflict] for every set that was not written. A plan made while a table was
 * small is kept while it grows, so only those are allowed that go through an index.
 */
export const commitFunction = (parts: CommitParts): string => `
create function ${parts.name}(batch jsonb, now_ms bigint, blobs bytea) returns jsonb
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
  -- Before any row, and in one order, so that two servers cannot both have what the other needs.
  if batch ? 'slots' then
    perform pg_advisory_xact_lock(l.id) from (
      select distinct hashtext('slot:' || s) as id from jsonb_array_elements_text(batch->'slots') s
      order by id offset 0) l;
  end if;
${parts.locks}  for i in 0 .. jsonb_array_length(batch->'waves') - 1 loop
    w := batch->'waves'->i;
    bad := null;
${moves}
    if w ? 'heads' then
${heads}
    end if;
    if w ? 'require' then
${parts.requirements}
    end if;
${contents}${parts.writes}${steps}
  end loop;
  return conflicts;
end $body$;
`;

export const commitV3Postgres = commitFunction({
  name: 'pw_commit_v3',
  locks: '',
  requirements,
  writes,
});
