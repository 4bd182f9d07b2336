// `pw_commit_v5`: as the fourth, with the account of models and the outputs that are used again. Frozen.
import { put } from './0002-commit.postgres.ts';
import { commitFunction } from './0003-commit.postgres.ts';
import { commitV4Parts } from './0004-purses.postgres.ts';

const putUsage = put(
  'usage',
  'id',
  'tenant key plan run step #step_attempt stage model model_name provider #attempt kind #tokens_in #tokens_out #tokens_reasoning #tokens_cached #cost_micros #first_token_ms #duration_ms finish error_class error_id reuse_key prompt_hash reply_hash reasoning_hash prompt reply reasoning #at',
);

const putReplies = put('replies', 'tenant reuse_key', 'owner step #attempt content stage #at');

/** What it cost stays on the books. */
const erase = `  if w ? 'erase' then
    for entry in select * from jsonb_array_elements(w->'erase') loop
      continue when (entry->>0)::int = any (bad);
      delete from replies where owner = entry->>1;
      update usage set reuse_key = ''
      where id > (entry->>1) || '.' and id < (entry->>1) || '/' and reuse_key <> '';
    end loop;
  end if;
`;

/** For a later one, which may build on this. */
export const commitV5Parts = {
  ...commitV4Parts,
  writes: commitV4Parts.writes + putUsage + putReplies + erase,
} as const;

export const commitV5Postgres = commitFunction({ name: 'pw_commit_v5', ...commitV5Parts });
