// What an agent declared that it can do.
import type { Rows } from '../store/tables.ts';

/** Names of its actions; an empty list means any. */
export const actionsOfAgent = (agent: Rows['agents']): string[] =>
  (JSON.parse(agent.capabilities) as { action: string }[]).map((capability) => capability.action);
