// Processes with a worker, so that another one can prove that they are gone, and people see who shares a
// folder. When one was last alive says its pulse.
import { integer, table, text } from './table.ts';

export const processTables = {
  processes: table({
    /** The id of its worker. */
    key: { id: text },
    rest: {
      /** server, mcp or command. */
      role: text,
      /** Which process it is (see base/process-identity.ts); '' and 0 where that cannot be read. */
      boot: text,
      namespace: text,
      pid: integer,
      started: text,
    },
  }),
} as const;
