// The chain and the fold, event by event: each stored header must hash onto the one before, carry
// its own run and number, and be something that can have happened.
import { apply } from './apply.ts';
import { isFileRef } from './artifacts.ts';
import type { ContentRef } from './event-types.ts';
import { chainHash, decodeEvent, emptyHead, parseHeader, type StoredEvent } from './log-header.ts';
import { wholeRef } from './packed-refs.ts';
import { emptyRun, type RunState } from './state.ts';

export interface LogProblem {
  readonly seq: number;
  readonly what: string;
}

/** A content that an event points at. */
export interface SeenRef extends ContentRef {
  readonly seq: number;
}

export interface ChainCheck {
  readonly state: RunState;
  readonly refs: Map<string, SeenRef>;
  /** Those of them that are files. */
  readonly files: Map<string, SeenRef>;
  /** The newest `content.erased`; contents of events before it may be gone. */
  erasedSeq: number;
}

export const startChain = (run: string): ChainCheck => ({
  state: emptyRun(run, emptyHead.hash),
  refs: new Map(),
  files: new Map(),
  erasedSeq: 0,
});

/** Takes in the next stored event, or says what is wrong with it. */
export function checkNext(check: ChainCheck, stored: StoredEvent): LogProblem | null {
  const { state } = check;
  const seq = state.seq + 1;
  if (stored.seq !== seq) return { seq, what: 'the event is missing' };
  if (stored.hash !== chainHash(state.hash, stored.header)) {
    return { seq, what: 'the stored hash does not fit the stored header' };
  }
  const what = headerProblem(state, stored) ?? foldProblem(check, stored);
  return what === null ? null : { seq, what };
}

function headerProblem(state: RunState, stored: StoredEvent): string | null {
  try {
    const header = parseHeader(stored.header);
    if (header.run !== state.id) return 'the header names another run';
    if (header.seq !== stored.seq) return 'the header has another number';
    return header.at < state.at ? 'the event is older than the one before' : null;
  } catch {
    return 'the header is not JSON';
  }
}

const liesWithin = ({ size, part }: ContentRef): boolean =>
  !part || (part.start >= 0 && size >= 0 && part.start + size <= part.whole);

function foldProblem(check: ChainCheck, stored: StoredEvent): string | null {
  try {
    const event = decodeEvent(stored.header);
    apply(check.state, event, stored.hash);
    for (const [name, one] of Object.entries(event.refs ?? {})) {
      const ref = wholeRef(one);
      if (!liesWithin(one)) return `the contract of ${name} lies outside its content`;
      const seen = { ...ref, seq: stored.seq };
      check.refs.set(ref.id, seen);
      const hasFiles = event.type === 'step.verified' || event.type === 'note.recorded';
      if (hasFiles && isFileRef(name)) check.files.set(ref.id, seen);
    }
    if (event.type === 'content.erased') check.erasedSeq = stored.seq;
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
