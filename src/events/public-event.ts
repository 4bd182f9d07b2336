// The log as people and agents see it: public state names, names of actors, and a line of text from
// the content where there is one.
import { isoTime } from '../base/clock.ts';
import { sharedRead } from '../base/shared-read.ts';
import type { PublicEvent, TaskState } from '../contract/executions.ts';
import { contentJson } from '../engine/content.ts';
import type { EventData, RunEvent, Waiting } from '../engine/event-types.ts';
import { livesByPulse } from '../engine/lease.ts';
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
      return 'COMPLETE';
    case 'FAILED':
      return 'ERROR';
    case 'SKIPPED':
      return 'SKIPPED';
    // What was undone or replaced does not stand any more.
    case 'CANCELLED':
    case 'SUPERSEDED':
    case 'COMPENSATED':
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
  if (ready.length === 0) return [];
  const forPersons = await names.forPersons(run);
  return ready.map((id) => change(id, forPersons.has(id) ? 'BLOCKED' : 'QUEUED'));
}

const changeAll = (ids: readonly string[] | undefined, state: TaskState): Change[] =>
  (ids ?? []).map((id) => change(id, state));

interface Opened {
  readonly ready: readonly string[];
  readonly waiting?: readonly Waiting[];
}

/** What a step that was settled opened. */
async function openedChanges(
  names: ReaderNames,
  run: string,
  { ready, waiting }: Opened,
): Promise<Change[]> {
  const waits = (waiting ?? []).map((wait) => change(wait.step, taskStateOf('WAITING', wait.for)));
  return [...(await readyChanges(names, run, ready)), ...waits];
}

async function attemptChanges(
  names: ReaderNames,
  run: string,
  data: EventData['attempt.ended'],
): Promise<Change[]> {
  switch (data.to) {
    case 'FAILED':
      return [change(data.step, 'ERROR')];
    case 'CANCELLED':
      return [change(data.step, 'CANCELLED')];
    case 'WAITING':
      return [change(data.step, taskStateOf('WAITING', data.for ?? 'time'))];
    case 'READY':
      return readyChanges(names, run, [data.step]);
  }
}

async function changesOf(names: ReaderNames, event: RunEvent): Promise<Change[]> {
  const { run } = event;
  switch (event.type) {
    case 'step.leased':
      return [change(event.data.step, 'RUNNING')];
    case 'step.verified':
      return [
        change(event.data.step, 'COMPLETE'),
        ...changeAll(event.data.cancelled, 'CANCELLED'),
        ...(await openedChanges(names, run, event.data)),
      ];
    case 'step.skipped':
      return [change(event.data.step, 'SKIPPED'), ...(await openedChanges(names, run, event.data))];
    case 'attempt.ended':
      return [
        ...(await attemptChanges(names, run, event.data)),
        ...changeAll(event.data.cancelled, 'CANCELLED'),
      ];
    case 'group.failed':
      return [change(event.data.step, 'ERROR')];
    case 'step.parked':
      return [change(event.data.step, taskStateOf('WAITING', event.data.for))];
    case 'approval.refused':
      return [change(event.data.step, 'ERROR')];
    case 'recovery.chosen':
      return recoveryChanges(names, run, event.data);
    case 'approval.given':
    case 'step.woken':
    case 'step.reopened':
      return readyChanges(names, run, [event.data.step]);
    case 'step.compensated':
      return [change(event.data.step, 'CANCELLED')];
    case 'graph.patched':
      return patchChanges(names, event);
    case 'run.ending':
    case 'run.ended':
      return changeAll(event.data.cancelled, 'CANCELLED');
    case 'run.created':
    case 'run.admitted':
    case 'run.started':
    case 'run.held':
    case 'run.released':
    case 'run.resumed':
    case 'budget.set':
    case 'budget.warned':
    case 'step.started':
    case 'step.done':
    case 'note.recorded':
    case 'message.sent':
    case 'content.erased':
      return [];
  }
}

/** Only where it leads by itself; a change of the graph says its own. */
async function recoveryChanges(
  names: ReaderNames,
  run: string,
  { step, strategy }: EventData['recovery.chosen'],
): Promise<Change[]> {
  if (strategy === 'other_worker') return readyChanges(names, run, [step]);
  return strategy === 'person' ? [change(step, 'ERROR')] : [];
}

/** A changed step begins anew; what it became ready for comes after. */
async function patchChanges(
  names: ReaderNames,
  { run, seq, data }: Extract<RunEvent, { type: 'graph.patched' }>,
): Promise<Change[]> {
  const { changed, cancelled, superseded } = data;
  await names.forgetBefore(run, seq);
  return [
    ...changeAll(
      changed?.filter((def) => def.purpose !== 'group').map((def) => def.id),
      'QUEUED',
    ),
    ...changeAll(cancelled, 'CANCELLED'),
    ...changeAll(superseded, 'CANCELLED'),
    ...(await openedChanges(names, run, data)),
  ];
}

function runStateOf(event: RunEvent): RunStatus | null {
  switch (event.type) {
    case 'run.created':
      return 'CREATED';
    case 'run.admitted':
      return 'QUEUED';
    case 'run.started':
    case 'run.resumed':
      return 'RUNNING';
    case 'run.ended':
      return event.data.as;
    default:
      return null;
  }
}

function heldOf(event: RunEvent): boolean | null {
  if (event.type === 'run.held') return true;
  return event.type === 'run.released' || event.type === 'run.ended' ? false : null;
}

/** Whoever did it, where the event says so. */
function actorOf(event: RunEvent): string | null {
  if (event.type === 'step.leased') return event.data.holder;
  // Whoever made the run stands in `run.created`; the graph came with it.
  // Checks come by themselves with what was handed in.
  const { type } = event;
  if (type === 'graph.patched' && /^(created|check)$/.test(event.data.cause)) return null;
  const { by } = event.data as { by?: string };
  return by || null;
}

const maxText = 400;

/** Where the word for a reader stands, in order. */
const excerptKeys = [
  'message',
  'question',
  'answer',
  'text',
  'note',
  'summary',
  'notes',
  'error_message',
  'suggestion',
] as const;

/** Names of refs that are a text to show; the others are files and contracts. */
const textRefs = [
  // Why somebody decided so comes before what it was about.
  'reason',
  'output',
  'error',
  'question',
  'proposal',
  'answer',
  'note',
  'message',
] as const;

/** One line for a reader out of any stored JSON: its message, note or first plain values. */
export function excerpt(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, maxText);
  if (typeof value !== 'object' || value === null) return String(value);
  const record = value as Record<string, unknown>;
  for (const key of excerptKeys) {
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

/** Whose work the steps of a run were, read when its log ended at `head` or later. */
interface ForPersons {
  readonly head: number;
  readonly steps: ReadonlySet<string>;
}

/** What a reader must know beside the events: names of principals, and whose work a step is. Looked
 * up once per stream or page. */
export class ReaderNames {
  readonly #reader: Reader;
  readonly #tenant: string;
  readonly #names = new Map<string, Promise<string>>();
  readonly #forPersons = new Map<string, Promise<ForPersons>>();

  constructor(reader: Reader, tenant: string) {
    this.#reader = reader;
    this.#tenant = tenant;
  }

  nameOf(id: string): Promise<string> {
    return sharedRead(this.#names, id, () => this.#lookUp(id));
  }

  /** Ids of the steps of a run that are a person's work. */
  async forPersons(run: string): Promise<ReadonlySet<string>> {
    return (await this.#readForPersons(run)).steps;
  }

  /** Its graph changed with this event: what was read before it is read anew. */
  async forgetBefore(run: string, seq: number): Promise<void> {
    const known = this.#forPersons.get(run);
    if (!known) return;
    const { head } = await known;
    if (head < seq && this.#forPersons.get(run) === known) this.#forPersons.delete(run);
  }

  #readForPersons(run: string): Promise<ForPersons> {
    return sharedRead(this.#forPersons, run, async () => {
      // The head first: the steps are at least as new as that.
      const row = await this.#reader.run(run);
      return {
        head: row?.head_seq ?? 0,
        steps: new Set(await this.#reader.humanSteps(run)),
      };
    });
  }

  async #lookUp(id: string): Promise<string> {
    if (id.startsWith('agent_')) return (await this.#reader.agent(this.#tenant, id))?.name ?? id;
    if (id.startsWith('person_')) return 'A person';
    if (livesByPulse(id)) return 'Planwright';
    return id === 'service_local' ? 'A local client' : 'A service';
  }
}

export async function toPublicEvent(
  reader: Reader,
  names: ReaderNames,
  event: RunEvent,
): Promise<PublicEvent> {
  const actor = actorOf(event);
  const name = textRefs.find((one) => event.refs?.[one] !== undefined);
  const ref = name === undefined ? undefined : event.refs?.[name];
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
    held: heldOf(event),
    changes: await changesOf(names, event),
    text: hasText ? await readExcerpt(reader, ref.id) : null,
  };
}
