// Who is there to take work now: agents that were heard of lately, and workers in this program.
import { actionsOfAgent } from '../engine/agent-actions.ts';
import type { Rows } from '../store/tables.ts';
import { type CanTake, isCheck } from './condition.ts';
import type { Context } from './context.ts';

/** A waiting agent asks again within 50 s; one that was not heard of for longer is away. */
const agentAwayMs = 60_000;

const inProcess = new Set(['engine', 'model', 'tool']);

export interface Crew {
  readonly canTake: CanTake;
  /** A switch that stops the whole tenant is on. */
  readonly isStopped: boolean;
}

export async function findCrew(
  { reader, principal, now }: Context,
  steps: readonly Rows['steps'][],
): Promise<Crew> {
  const { tenant } = principal;
  const stops = new Set((await reader.switches()).map((one) => one.scope));
  const isStopped = stops.has('all') || stops.has(`tenant:${tenant}`);
  const agents = await reader.agents(tenant, { seenAfter: now() - agentAwayMs });
  const present = agents
    .filter((agent) => !stops.has(`agent:${agent.id}`))
    .map((agent) => ({ id: agent.id, actions: actionsOfAgent(agent) }));
  const holders = new Map(steps.map((step) => [step.step, step.holder]));
  /** Nobody checks what it did itself. */
  const authorOf = (step: Rows['steps']): string =>
    isCheck(step) ? (holders.get(step.parent) ?? '') : '';
  const canTake: CanTake = (step) =>
    !isStopped &&
    (inProcess.has(step.performer) ||
      (step.performer === 'agent' &&
        present.some(
          ({ id, actions }) =>
            id !== authorOf(step) && (actions.length === 0 || actions.includes(step.action)),
        )));
  return { canTake, isStopped };
}
