// On PostgreSQL a whole batch of write sets is one statement, `pw_commit_v1`: one round trip, one
// commit, and no transaction that stays open while somebody else's code runs. Frozen: a change of
// tables makes a `pw_commit_v2` beside it, so that older servers keep theirs.

export const commitPostgres = `
create function pw_commit_set_v1(s jsonb, now_ms bigint) returns jsonb
language plpgsql as $body$
declare
  w jsonb;
  head bigint;
  head_hash_now text;
  found_text text;
begin
  if s ? 'run' then
    select r.head_seq, r.head_hash into head, head_hash_now from runs r where r.id = s->>'run' for update;
    if coalesce(head, 0) is distinct from (s->>'expectedSeq')::bigint then
      return jsonb_build_object('ok', false, 'conflict', 'seq',
        'head', jsonb_build_object('seq', coalesce(head, 0), 'hash', coalesce(head_hash_now, repeat('0', 64))));
    end if;
  end if;
  for w in select * from jsonb_array_elements(coalesce(s->'require', '[]')) loop
    if w ? 'unique' then
      delete from uniques u where u.key = w->>'unique' and u.until < now_ms;
      insert into uniques (key, value, until)
      values (w->>'unique', w->>'value', (w->>'until')::bigint)
      on conflict (key) do nothing;
      if not found then
        select u.value into found_text from uniques u where u.key = w->>'unique';
        raise exception using errcode = 'PW001', message = jsonb_build_object('ok', false,
          'conflict', 'unique', 'key', w->>'unique', 'value', coalesce(found_text, ''))::text;
      end if;
    else
      perform 1 from due d
      where d.id = w->>'due'
        and d.at = coalesce((w->>'at')::bigint, d.at)
        and d.attempt = coalesce((w->>'attempt')::bigint, d.attempt)
      for update;
      if not found then
        raise exception using errcode = 'PW001', message = jsonb_build_object('ok', false,
          'conflict', 'due', 'key', w->>'due')::text;
      end if;
    end if;
  end loop;
  insert into events (run, seq, header, hash)
  select s->>'run', (e->>'seq')::bigint, e->>'header', e->>'hash'
  from jsonb_array_elements(coalesce(s->'events', '[]')) e;
  insert into content (id, tenant, owner, salt, bytes)
  select c->>'id', c->>'tenant', c->>'owner', decode(c->>'salt', 'base64'), decode(c->>'bytes', 'base64')
  from jsonb_array_elements(coalesce(s->'content', '[]')) c;
  for w in select * from jsonb_array_elements(coalesce(s->'rows', '[]')) loop
    if w ? 'put' then
      case w->>'table'
        when 'runs' then
          insert into runs (id, tenant, kind, plan, status, head_seq, head_hash, created_by, created_at, started_at, ended_at, changed_at, steps_total, steps_done)
          select id, tenant, kind, plan, status, head_seq, head_hash, created_by, created_at, started_at, ended_at, changed_at, steps_total, steps_done from jsonb_populate_record(null::runs, w->'put')
          on conflict (id) do update set
            tenant = excluded.tenant,
            kind = excluded.kind,
            plan = excluded.plan,
            status = excluded.status,
            head_seq = excluded.head_seq,
            head_hash = excluded.head_hash,
            created_by = excluded.created_by,
            created_at = excluded.created_at,
            started_at = excluded.started_at,
            ended_at = excluded.ended_at,
            changed_at = excluded.changed_at,
            steps_total = excluded.steps_total,
            steps_done = excluded.steps_done;
        when 'steps' then
          insert into steps (run, step, tenant, position, parent, performer, purpose, action, tier, state, wait_for, wait_until, attempt, attempts_max, holder, spec, output, error, changed_at)
          select run, step, tenant, position, parent, performer, purpose, action, tier, state, wait_for, wait_until, attempt, attempts_max, holder, spec, output, error, changed_at from jsonb_populate_record(null::steps, w->'put')
          on conflict (run, step) do update set
            tenant = excluded.tenant,
            position = excluded.position,
            parent = excluded.parent,
            performer = excluded.performer,
            purpose = excluded.purpose,
            action = excluded.action,
            tier = excluded.tier,
            state = excluded.state,
            wait_for = excluded.wait_for,
            wait_until = excluded.wait_until,
            attempt = excluded.attempt,
            attempts_max = excluded.attempts_max,
            holder = excluded.holder,
            spec = excluded.spec,
            output = excluded.output,
            error = excluded.error,
            changed_at = excluded.changed_at;
        when 'plans' then
          insert into plans (id, tenant, created_by, created_at, run, goal, title, erased_at)
          select id, tenant, created_by, created_at, run, goal, title, erased_at from jsonb_populate_record(null::plans, w->'put')
          on conflict (id) do update set
            tenant = excluded.tenant,
            created_by = excluded.created_by,
            created_at = excluded.created_at,
            run = excluded.run,
            goal = excluded.goal,
            title = excluded.title,
            erased_at = excluded.erased_at;
        when 'artifacts' then
          insert into artifacts (owner, path, tenant, content, content_type, size, sha256, updated_at)
          select owner, path, tenant, content, content_type, size, sha256, updated_at from jsonb_populate_record(null::artifacts, w->'put')
          on conflict (owner, path) do update set
            tenant = excluded.tenant,
            content = excluded.content,
            content_type = excluded.content_type,
            size = excluded.size,
            sha256 = excluded.sha256,
            updated_at = excluded.updated_at;
        when 'telemetry' then
          insert into telemetry (run, step, at, progress, note)
          select run, step, at, progress, note from jsonb_populate_record(null::telemetry, w->'put')
          on conflict (run, step) do update set
            at = excluded.at,
            progress = excluded.progress,
            note = excluded.note;
        when 'agents' then
          insert into agents (id, tenant, name, role, capabilities, created_at, seen_at)
          select id, tenant, name, role, capabilities, created_at, seen_at from jsonb_populate_record(null::agents, w->'put')
          on conflict (id) do update set
            tenant = excluded.tenant,
            name = excluded.name,
            role = excluded.role,
            capabilities = excluded.capabilities,
            created_at = excluded.created_at,
            seen_at = excluded.seen_at;
        when 'keys' then
          insert into keys (id, tenant, principal, kind, label, scopes, secret_hash, created_at, expires_at, revoked_at)
          select id, tenant, principal, kind, label, scopes, secret_hash, created_at, expires_at, revoked_at from jsonb_populate_record(null::keys, w->'put')
          on conflict (id) do update set
            tenant = excluded.tenant,
            principal = excluded.principal,
            kind = excluded.kind,
            label = excluded.label,
            scopes = excluded.scopes,
            secret_hash = excluded.secret_hash,
            created_at = excluded.created_at,
            expires_at = excluded.expires_at,
            revoked_at = excluded.revoked_at;
      end case;
    else
      case w->>'table'
        when 'runs' then delete from runs where id = w->'remove'->>'id';
        when 'steps' then delete from steps where run = w->'remove'->>'run' and step = w->'remove'->>'step';
        when 'plans' then delete from plans where id = w->'remove'->>'id';
        when 'artifacts' then delete from artifacts where owner = w->'remove'->>'owner' and path = w->'remove'->>'path';
        when 'telemetry' then delete from telemetry where run = w->'remove'->>'run' and step = w->'remove'->>'step';
        when 'agents' then delete from agents where id = w->'remove'->>'id';
        when 'keys' then delete from keys where id = w->'remove'->>'id';
      end case;
    end if;
  end loop;
  for w in select * from jsonb_array_elements(coalesce(s->'due', '[]')) loop
    if w ? 'clear' then
      delete from due where id = w->>'clear';
    else
      insert into due (id, at, kind, tenant, run, step, attempt)
      select id, at, kind, tenant, run, step, attempt from jsonb_populate_record(null::due, w->'set')
      on conflict (id) do update set
        at = excluded.at,
        kind = excluded.kind,
        attempt = excluded.attempt;
    end if;
  end loop;
  insert into outbox (id, tenant, run, seq, topic)
  select id, tenant, run, seq, topic from jsonb_populate_recordset(null::outbox, coalesce(s->'outbox', '[]'));
  for found_text in select * from jsonb_array_elements_text(coalesce(s->'erase'->'owners', '[]')) loop
    delete from content where owner = found_text;
    delete from artifacts where owner = found_text;
    delete from telemetry where run = found_text;
    delete from uniques where value = found_text;
    update plans set goal = '', title = '', erased_at = (s->'erase'->>'at')::bigint where id = found_text;
  end loop;
  return jsonb_build_object('ok', true);
end $body$;
-- Sets without requirements can only conflict before their first write, so they need no
-- subtransaction; the others roll back alone.
create function pw_commit_v1(sets jsonb, now_ms bigint) returns jsonb
language plpgsql as $body$
declare
  s jsonb;
  results jsonb := '[]';
  conflict text;
begin
  for s in select * from jsonb_array_elements(sets) loop
    if s ? 'require' then
      begin
        results := results || jsonb_build_array(pw_commit_set_v1(s, now_ms));
      exception when sqlstate 'PW001' then
        get stacked diagnostics conflict = message_text;
        results := results || jsonb_build_array(conflict::jsonb);
      end;
    else
      results := results || jsonb_build_array(pw_commit_set_v1(s, now_ms));
    end if;
  end loop;
  return results;
end $body$;
`;
