// The activity feed: one row per attempt at a task, newest first, its events folded into it.
// Events of the run itself stand alone.
import type { PublicEvent } from '../../../src/contract/executions.ts';
import { type Tone, wordEvent } from './event-wording.ts';

export const feedKinds = ['all', 'results', 'problems', 'notes'] as const;
export type FeedKind = (typeof feedKinds)[number];

export interface FeedRow {
  readonly key: string;
  /** Newest first; never empty. */
  readonly events: readonly PublicEvent[];
  readonly newest: PublicEvent;
  /** Who it is about: only the first event of an attempt names its holder. */
  readonly actor: Actor | null;
  readonly tone: Tone;
}

export interface Actor {
  readonly id: string;
  readonly name: string;
}

export interface FeedFilter {
  readonly kind: FeedKind;
  /** The actor's id, or '' for everyone. */
  readonly actor: string;
  /** Ids of a task and its subtasks; null for all. */
  readonly steps: ReadonlySet<string> | null;
}

/** A row that did not change keeps its identity from `before`, so it is not drawn again. */
export function feedRows(
  events: readonly PublicEvent[],
  filter: FeedFilter,
  before: readonly FeedRow[] = [],
): readonly FeedRow[] {
  const known = new Map(before.map((row) => [row.key, row]));
  const groups = new Map<string, PublicEvent[]>();
  for (const event of events) {
    const key = groupKey(event);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.unshift(event);
  }
  return [...groups]
    .map(([key, group]) => toRow(key, group))
    .filter((row) => row !== undefined)
    .filter((row) => isWanted(row, filter))
    .map((row) => keepIdentity(row, known.get(row.key)))
    .sort((a, b) => b.newest.seq - a.newest.seq);
}

/** Events of one attempt belong together; the roll-up of a parent has no attempt of its own. */
function groupKey(event: PublicEvent): string {
  if (event.step_id === null || event.attempt === null) return `seq ${event.seq}`;
  return `${event.step_id} ${event.attempt}`;
}

function toRow(key: string, events: readonly PublicEvent[]): FeedRow | undefined {
  const newest = events[0];
  if (newest === undefined) return undefined;
  const actor = events.map(actorOf).find((one) => one !== null) ?? null;
  return { key, events, newest, actor, tone: wordEvent(newest).tone };
}

function keepIdentity(row: FeedRow, old: FeedRow | undefined): FeedRow {
  const isSame = old?.newest === row.newest && old.events.length === row.events.length;
  return isSame ? old : row;
}

function actorOf({ actor, actor_name }: PublicEvent): Actor | null {
  return actor === null ? null : { id: actor, name: actor_name ?? actor };
}

function isWanted(row: FeedRow, filter: FeedFilter): boolean {
  const { step_id } = row.newest;
  if (filter.steps !== null && (step_id === null || !filter.steps.has(step_id))) return false;
  if (filter.actor !== '' && row.actor?.id !== filter.actor) return false;
  switch (filter.kind) {
    case 'all':
      return true;
    case 'results':
      return row.events.some((event) => event.type === 'step.verified');
    case 'problems':
      return row.events.some((event) => event.type === 'attempt.ended');
    case 'notes':
      return row.events.some((event) => event.type === 'note.recorded');
  }
}

/** Everyone who did something, by name, each once. */
export function actorsOf(events: readonly PublicEvent[]): readonly Actor[] {
  const byId = new Map<string, Actor>();
  for (const actor of events.map(actorOf)) if (actor !== null) byId.set(actor.id, actor);
  return [...byId.values()].sort((a, b) => a.name.localeCompare(b.name));
}
