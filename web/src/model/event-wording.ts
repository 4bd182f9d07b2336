// An event in words: who, did what, to which task. Actor and object come first.
import type { PublicEvent } from '../../../src/contract/executions.ts';
import { humanize } from '../text/words.ts';

export const tones = ['plain', 'done', 'running', 'blocked', 'failed'] as const;
export type Tone = (typeof tones)[number];

export interface Wording {
  /** After an actor: "Ada finished". */
  readonly active: string;
  /** Without one, after the task: "Call prospects is done". */
  readonly passive: string;
  readonly tone: Tone;
}

const words = (active: string, passive: string, tone: Tone): Wording => ({
  active,
  passive,
  tone,
});

const fixed: Readonly<Record<string, Wording>> = {
  'run.created': words('created the execution', 'Execution created', 'plain'),
  'run.admitted': words('queued the execution', 'Execution ready for agents', 'plain'),
  'run.started': words('started the execution', 'Execution started', 'running'),
  'step.leased': words('took', 'was handed out', 'running'),
  'step.started': words('started', 'was started', 'running'),
  'step.done': words('handed in', 'was handed in and is being checked', 'running'),
  'approval.given': words('approved', 'was approved', 'running'),
  'approval.refused': words('rejected', 'was not approved', 'failed'),
  'step.verified': words('finished', 'is done', 'done'),
  'step.woken': words('let go on', 'is ready again', 'plain'),
  'step.skipped': words('skipped', 'was skipped', 'plain'),
  'step.parked': words('set aside', 'waits for somebody who can do or approve it', 'blocked'),
  'step.reopened': words('asked to try again', 'is tried again', 'plain'),
  'step.compensated': words('undid', 'was undone', 'plain'),
  'group.failed': words('failed', 'cannot be finished', 'failed'),
  'run.held': words('paused the execution', 'Execution paused', 'blocked'),
  'run.released': words('resumed the execution', 'Execution goes on', 'running'),
  'run.resumed': words('resumed the execution', 'Execution goes on', 'running'),
  'run.ending': words('began to cancel the execution', 'Execution is being canceled', 'blocked'),
  'message.sent': words('wrote', 'Message', 'plain'),
  'note.recorded': words('wrote about', 'has a note', 'plain'),
  'content.erased': words('erased content', 'Content erased', 'plain'),
};

export function wordEvent(event: PublicEvent): Wording {
  if (event.type === 'run.ended') return wordEnding(event);
  if (event.type === 'attempt.ended') return wordFailure(event);
  if (event.type === 'graph.patched') return wordPatch(event);
  const known = fixed[event.type];
  if (known !== undefined) return known;
  const plain = humanize(event.type);
  return words(plain.toLowerCase(), plain, 'plain');
}

function wordEnding(event: PublicEvent): Wording {
  switch (event.run_state) {
    case 'COMPLETED':
      return words('completed the execution', 'Execution completed', 'done');
    case 'FAILED':
      return words('ended the execution', 'Execution failed', 'failed');
    case 'CANCELLED':
      return words('canceled the execution', 'Execution canceled', 'failed');
    default:
      return words('ended the execution', 'Execution ended', 'plain');
  }
}

/** The first event of a log is its making; the graph comes right after. */
const layingSeq = 2;

/** What nobody did afterwards are checks of what was handed in. */
function wordPatch(event: PublicEvent): Wording {
  if (event.actor !== null) return words('changed the tasks', 'Tasks changed', 'plain');
  return event.seq > layingSeq
    ? words('added checks', 'Checks of it are to be done', 'plain')
    : words('laid out the tasks', 'Tasks laid out', 'plain');
}

function wordFailure(event: PublicEvent): Wording {
  const state = event.changes.find((change) => change.step_id === event.step_id)?.state;
  switch (state) {
    case 'BLOCKED':
      return words('asks about', 'waits for a person', 'blocked');
    case 'CANCELLED':
      return words('stopped', 'was canceled', 'plain');
    case 'ERROR':
      return words('failed', 'failed', 'failed');
    default:
      return words('could not finish', 'goes back to the queue', 'blocked');
  }
}
