// Purses over several runs, on PostgreSQL, and `pw_commit_v4`: as the third, with requirements on purses.
// Frozen: later changes are later migrations.
import { put, requirements, writes } from './0002-commit.postgres.ts';
import { commitFunction } from './0003-commit.postgres.ts';

const tables = `
create table purses (
  id text collate "C" not null primary key,
  tenant text collate "C" not null,
  label text collate "C" not null,
  limit_money bigint not null,
  limit_tokens bigint not null,
  limit_calls bigint not null,
  created_by text collate "C" not null,
  created_at bigint not null,
  funded_by text collate "C" not null,
  funded_at bigint not null,
  spent_money bigint not null default 0,
  spent_tokens bigint not null default 0,
  spent_calls bigint not null default 0,
  reserved_money bigint not null default 0,
  reserved_tokens bigint not null default 0,
  reserved_calls bigint not null default 0,
  warned_money bigint not null default -1,
  warned_tokens bigint not null default -1,
  warned_calls bigint not null default -1,
  changes bigint not null default 0,
  last_run text collate "C" not null default ''
);
create index purses_tenant on purses (tenant, id);
create index steps_unpaid on steps (wait_key, urgency, turn_at, run, position)
  where state = 'WAITING' and wait_for = 'budget';
`;

const kinds = ['money', 'tokens', 'calls'];

/** For every kind, with `#` in its place; `@` and `^` are what it adds to what is spent and reserved. */
const each = (text: string, between: string): string =>
  kinds
    .map((kind, index) =>
      text
        .replaceAll('#', kind)
        .replaceAll('@', `(r->>${5 + index})::bigint`)
        .replaceAll('^', `(r->>${8 + index})::bigint`),
    )
    .join(between);

/** The purse was locked before, so what is read holds until the end. */
const usePurse = `
create function pw_use_purse_v4(r jsonb) returns jsonb
language plpgsql as $body$
declare
  p purses;
  asks text := r->>4;
  short text;
begin
  select * into p from purses where id = r->>1 and tenant = r->>2 for update;
  if not found then
    return case when asks = '' then null
      else jsonb_build_object('ok', false, 'conflict', 'purse', 'key', 'missing') end;
  end if;
  short := case
    when asks = '' then null
    when asks = 'any' then case
      ${each(`when p.limit_# >= 0 and p.spent_# + @ > 0 and p.spent_# + @ >= p.limit_# then '#'`, '\n      ')}
    end
    when asks = 'price' and p.limit_money >= 0 then 'price'
    else case
      ${each(`when p.limit_# >= 0 and p.spent_# + @ + p.reserved_# + ^ > p.limit_# then '#'`, '\n      ')}
    end
  end;
  if short is not null then
    return jsonb_build_object('ok', false, 'conflict', 'purse', 'key', short);
  end if;
  update purses set changes = changes + 1, last_run = coalesce(nullif(r->>3, ''), last_run),
    ${each('spent_# = spent_# + @', ', ')},
    ${each('reserved_# = reserved_# + ^', ', ')}
  where id = p.id;
  return null;
end $body$;
`;

const warnOfPurse = `
create function pw_warn_of_purse_v4(r jsonb) returns jsonb
language plpgsql as $body$
begin
  update purses set
    ${each(`warned_# = case when r->>3 = '#' then limit_# else warned_# end`, ',\n    ')}
  where id = r->>1 and tenant = r->>2 and (
    ${each(`(r->>3 = '#' and limit_# >= 0 and warned_# <> limit_# and spent_# * 5 >= limit_# * 4)`, '\n    or ')});
  if found then return null; end if;
  return jsonb_build_object('ok', false, 'conflict', 'purse', 'key', r->>3);
end $body$;
`;

const requireOne = `
create function pw_require_v4(r jsonb, freed jsonb, now_ms bigint) returns jsonb
language plpgsql as $body$
begin
  case r->>0
  when 'purse' then return pw_use_purse_v4(r);
  when 'warn' then return pw_warn_of_purse_v4(r);
  else return pw_require_v2(r, freed, now_ms);
  end case;
end $body$;
`;

/** Of one set, in order. A later one that fails gives back what the earlier ones took. */
const requireAll = `
create function pw_require_all_v4(requirements jsonb, freed jsonb, now_ms bigint) returns jsonb
language plpgsql as $body$
declare
  r jsonb;
  conflict jsonb;
begin
  if jsonb_array_length(requirements) = 1 then
    return pw_require_v4(requirements->0, freed, now_ms);
  end if;
  begin
    for r in select * from jsonb_array_elements(requirements) loop
      conflict := pw_require_v4(r, freed, now_ms);
      if conflict is not null then raise exception using errcode = 'PW001'; end if;
    end loop;
  exception when sqlstate 'PW001' then null;
  end;
  return conflict;
end $body$;
`;

const putPurses = put(
  'purses',
  'id',
  'tenant label #limit_money #limit_tokens #limit_calls created_by #created_at funded_by #funded_at',
);

const lockPurses = `  if batch ? 'purses' then
    perform 1 from purses p
    where p.id in (select s from jsonb_array_elements_text(batch->'purses') s)
    order by p.id for update;
  end if;
`;

/** For a later one, which may build on this. */
export const commitV4Parts = {
  locks: lockPurses,
  requirements: requirements.replaceAll('pw_require_all_v2', 'pw_require_all_v4'),
  writes: writes + putPurses,
} as const;

const commit = commitFunction({ name: 'pw_commit_v4', ...commitV4Parts });

export const pursesPostgres = tables + usePurse + warnOfPurse + requireOne + requireAll + commit;
