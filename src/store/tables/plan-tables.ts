// Plans, their files and shared budgets.
import { integer, table, text } from './table.ts';

export const planTables = {
  plans: table({
    key: { id: text },
    rest: {
      tenant: text,
      created_by: text,
      created_at: integer,
      run: text,
      goal: text,
      title: text,
      erased_at: integer,
    },
    indexes: { plans_tenant: '(tenant, id)' },
    hasRowid: true,
  }),
  /**
   * Plans that lists leave out. A row of its own beside the plan: a plan that is exported or made anew is
   * the same row as before.
   */
  archives: table({
    key: { plan: text },
    rest: { tenant: text, by: text, at: integer },
  }),
  artifacts: table({
    key: { owner: text, path: text },
    rest: {
      tenant: text,
      content: text,
      content_type: text,
      size: integer,
      sha256: text,
      updated_at: integer,
    },
  }),
  /** What a person sets of a shared budget; only requirements move its account. */
  purses: table({
    key: { id: text },
    rest: {
      tenant: text,
      label: text,
      /** Micro-units; -1 for no limit. */
      limit_money: integer,
      limit_tokens: integer,
      limit_calls: integer,
      created_by: text,
      created_at: integer,
      funded_by: text,
      funded_at: integer,
    },
    account: {
      spent_money: 0,
      spent_tokens: 0,
      spent_calls: 0,
      /** For attempts under way. */
      reserved_money: 0,
      reserved_tokens: 0,
      reserved_calls: 0,
      /** The limit for which a warning was given; -1 for none. */
      warned_money: -1,
      warned_tokens: -1,
      warned_calls: -1,
      /** How often it moved. */
      changes: 0,
      /** The run that moved it last. */
      last_run: '',
    },
    indexes: { purses_tenant: '(tenant, id)' },
  }),
} as const;
