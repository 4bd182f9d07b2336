// Requirements on shared budgets, as functions beside `pw_commit`.

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
create function pw_use_purse(r jsonb) returns jsonb
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
create function pw_warn_of_purse(r jsonb) returns jsonb
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

export const purseFunctions = usePurse + warnOfPurse;
