// The log as people and agents see it: public state names, names of actors, and a line of text from
// the content where there is one.
import { isoTime } from '../base/clock.ts';
import type { PublicEvent, TaskState } from '../contract/executions.ts';
import { contentJson } from '../engine/content.ts';
import type { RunEvent } from '../engine/event-types.ts';
import type { RunStatus, StepStateName } from '../engine/state.ts';
import type { ContentRow, Reader } from '../store/store.ts';

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

/** What becomes ready for a person waits for one: to a reader that is a blocker. */
async function readyChanges(
  names: ReaderNames,
  run: string,
  ready: readonly string[],
): Promise<Change[]> {
  const states = ready.map(async (id) =>
    change(id, (await names.isForPerson(run, id)) ? 'BLOCKED' : 'QUEUED'),
  );
  return Promise.all(states);
}

async function changesOf(names: ReaderNames, event: RunEvent): Promise<Change[]> {
  switch (event.type) {
    case 'step.leased':
      return [change(event.data.step, 'RUNNING')];
    case 'step.verified':
      return [
        change(event.data.step, 'COMPLETE'),
        ...(await readyChanges(names, event.run, event.data.ready)),
      ];
    case 'attempt.ended':
      if (event.data.to === 'FAILED') return [change(event.data.step, 'ERROR')];
      return readyChanges(names, event.run, [event.data.step]);
    case 'step.woken':
      return readyChanges(names, event.run, [event.data.step]);
    case 'graph.patched':
      return readyChanges(names, event.run, event.data.ready);
    case 'run.ended':
      return event.data.cancelled.map((id) => change(id, 'CANCELLED'));
    case 'run.created':
    case 'run.admitted':
    case 'run.started':
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
  if (event.type === 'step.verified' || event.type === 'attempt.ended')
    return event.data.by || null;
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
  return plainFields(record).slice(0, maxText);
}

/** `words: 1839 · copies: 6` reads better than braces; what is nested is shown as JSON. */
const plainFields = (record: Record<string, unknown>): string =>
  Object.entries(record)
    .map(([key, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${key.replaceAll('_', ' ')}: ${text}`;
    })
    .join(' · ');

/** Null where there never was a content; what was erased says so. */
export function excerptOf(contentId: string, row: ContentRow | null | undefined): string | null {
  if (contentId === '') return null;
  return row ? excerpt(contentJson(row)) : '(erased)';
}

export const readExcerpt = async (reader: Reader, contentId: string): Promise<string | null> =>
  excerptOf(contentId, contentId === '' ? null : await reader.content(contentId));

/** What a reader must know beside the events: names of principals, and whose work a step is. Looked
 * up once per stream or page. */
export class ReaderNames {
  readonly #reader: Reader;
  readonly #tenant: string;
  readonly #known = new Map<string, string>();
  readonly #forPersons = new Map<string, ReadonlySet<string>>();

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

  async isForPerson(run: string, step: string): Promise<boolean> {
    const known = this.#forPersons.get(run);
    if (known) return known.has(step);
    const rows = await this.#reader.steps(run);
    const human = rows.filter((row) => row.performer === 'human').map((row) => row.step);
    this.#forPersons.set(run, new Set(human));
    return human.includes(step);
  }

  async #lookUp(id: string): Promise<string> {
    if (id.startsWith('agent_')) return (await this.#reader.agent(this.#tenant, id))?.name ?? id;
    if (id.startsWith('person_')) return 'A person';
    if (id === 'service_engine') return 'Planwright';
    return id === 'service_local' ? 'A local client' : 'A service';
  }
}

export async function toPublicEvent(
  reader: Reader,
  names: ReaderNames,
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
    changes: await changesOf(names, event),
    text: hasText ? await readExcerpt(reader, ref.id) : null,
  };
}
