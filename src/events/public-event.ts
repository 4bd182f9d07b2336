// The log as people and agents see it: public state names, names of actors, and a line of text from
// the content where there is one.
import { isoTime } from '../base/clock.ts';
import type { PublicEvent, TaskState } from '../contract/executions.ts';
import { contentJson } from '../engine/content.ts';
import type { RunEvent } from '../engine/event-types.ts';
import type { RunStatus, StepStateName } from '../engine/state.ts';
import type { Reader } from '../store/store.ts';

export function taskStateOf(state: StepStateName, waitFor: string): TaskState {
  switch (state) {
    case 'PENDING':
    case 'READY':
      return 'QUEUED';
    case 'LEASED':
    case 'DONE':
      return 'RUNNING';
    case 'WAITING':
      return waitFor === 'time' ? 'QUEUED' : 'BLOCKED';
    case 'VERIFIED':
    case 'SUPERSEDED':
    case 'COMPENSATED':
      return 'COMPLETE';
    case 'FAILED':
      return 'ERROR';
    case 'SKIPPED':
      return 'SKIPPED';
    case 'CANCELLED':
      return 'CANCELLED';
  }
}

type Change = PublicEvent['changes'][number];

const change = (id: string, state: TaskState): Change => ({ step_id: id, state });

function changesOf(event: RunEvent): Change[] {
  switch (event.type) {
    case 'step.leased':
      return [change(event.data.step, 'RUNNING')];
    case 'step.verified':
      return [
        change(event.data.step, 'COMPLETE'),
        ...event.data.ready.map((id) => change(id, 'QUEUED')),
      ];
    case 'attempt.ended':
      return [change(event.data.step, event.data.to === 'FAILED' ? 'ERROR' : 'QUEUED')];
    case 'step.woken':
      return [change(event.data.step, 'QUEUED')];
    case 'graph.patched':
    case 'run.created':
    case 'run.admitted':
    case 'run.started':
    case 'run.ended':
    case 'step.started':
    case 'note.recorded':
    case 'content.erased':
      return [];
  }
}

function runStateOf(event: RunEvent): RunStatus | null {
  switch (event.type) {
    case 'run.created':
      return 'CREATED';
    case 'run.admitted':
      return 'QUEUED';
    case 'run.started':
      return 'RUNNING';
    case 'run.ended':
      return event.data.as;
    default:
      return null;
  }
}

const actorOf = (event: RunEvent): string | null => {
  if (event.type === 'step.leased') return event.data.holder;
  if (event.type === 'note.recorded' || event.type === 'run.created') return event.data.by;
  return null;
};

const maxText = 400;

/** One line for a reader out of any stored JSON: its message, note or first plain values. */
export function excerpt(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, maxText);
  if (typeof value !== 'object' || value === null) return String(value);
  const record = value as Record<string, unknown>;
  for (const key of ['message', 'summary', 'notes', 'error_message', 'suggestion']) {
    const found = record[key];
    if (typeof found === 'string' && found !== '') return found.slice(0, maxText);
  }
  return JSON.stringify(value).slice(0, maxText);
}

export async function readExcerpt(reader: Reader, contentId: string): Promise<string | null> {
  if (contentId === '') return null;
  const row = await reader.content(contentId);
  return row ? excerpt(contentJson(row)) : '(erased)';
}

/** Names of principals as a reader knows them; looked up once per stream or page. */
export class ActorNames {
  readonly #reader: Reader;
  readonly #tenant: string;
  readonly #known = new Map<string, string>();

  constructor(reader: Reader, tenant: string) {
    this.#reader = reader;
    this.#tenant = tenant;
  }

  async nameOf(id: string): Promise<string> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const name = await this.#lookUp(id);
    this.#known.set(id, name);
    return name;
  }

  async #lookUp(id: string): Promise<string> {
    if (id.startsWith('agent_')) return (await this.#reader.agent(this.#tenant, id))?.name ?? id;
    if (id.startsWith('person_')) return 'A person';
    return id === 'service_engine' ? 'Planwright' : 'A local client';
  }
}

export async function toPublicEvent(
  reader: Reader,
  names: ActorNames,
  event: RunEvent,
): Promise<PublicEvent> {
  const actor = actorOf(event);
  const ref = event.refs?.output ?? event.refs?.error ?? event.refs?.note;
  const hasText = ref !== undefined && event.type !== 'graph.patched';
  const data = event.data as { step?: string; attempt?: number };
  return {
    run_id: event.run,
    seq: event.seq,
    at: isoTime(event.at),
    type: event.type,
    step_id: data.step || null,
    actor,
    actor_name: actor === null ? null : await names.nameOf(actor),
    attempt: data.attempt ?? null,
    run_state: runStateOf(event),
    changes: changesOf(event),
    text: hasText ? await readExcerpt(reader, ref.id) : null,
  };
}
