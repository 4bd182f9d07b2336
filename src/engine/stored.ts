// What callers put into a run beside the work itself: notes, messages and files. The log keeps every
// version of it, so each is counted when it comes, and there is a most of it.
import type { Rejection } from './decision.ts';
import type { ContentRef } from './event-types.ts';
import { nothingStored, type RunState, type Stored } from './state.ts';

export interface StoredLimits {
  /** Notes, reports and messages about one step by those who hold it. */
  readonly notesPerStep: number;
  /** Each new version of a file counts. */
  readonly filesPerStep: number;
  readonly bytesPerStep: number;
  readonly bytesPerRun: number;
  readonly bytesPerTenant: number;
}

export const usualStoredLimits: StoredLimits = {
  notesPerStep: 500,
  filesPerStep: 100,
  bytesPerStep: 200 * 2 ** 20,
  bytesPerRun: 2 ** 30,
  bytesPerTenant: 4 * 2 ** 30,
};

/** What comes from those who hold no step, for each note that one step may have. */
const besidePerNote = 10;

type Refs = Readonly<Record<string, ContentRef>>;

const sumOf = (refs: Refs = {}): Stored => {
  const sizes = Object.values(refs).map(({ size }) => size);
  // One of them is the note itself; what announces a file is none.
  const files = sizes.length - 1;
  return {
    notes: files > 0 ? 0 : 1,
    files,
    bytes: sizes.reduce((all, one) => all + one, 0),
  };
};

const add = (to: Stored, more: Stored): void => {
  to.notes += more.notes;
  to.files += more.files;
  to.bytes += more.bytes;
};

/** The step that it counts for: only who holds it can use it up. */
const heldStep = (state: RunState, by: string, id: string) => {
  const step = state.steps.get(id);
  return step?.lease?.holder === by ? step : undefined;
};

interface Place {
  readonly by: string;
  readonly step: string;
}

export function countStored(state: RunState, { by, step: id }: Place, refs?: Refs): void {
  // The engine's own notes are few.
  if (by === '') return;
  const more = sumOf(refs);
  add(state.stored, more);
  const step = heldStep(state, by, id);
  if (step) step.stored ??= nothingStored();
  add(step?.stored ?? state.beside, more);
}

const refuse = (message: string): Rejection => ({ code: 'limit_exceeded', message });

const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

export interface Addition extends Place {
  readonly refs: Refs;
}

/** Null where there is room for it. Work can always be completed: that is not counted here. */
export function storedRefusal(
  state: RunState,
  { by, step: id, refs }: Addition,
  limits: StoredLimits,
): Rejection | null {
  const more = sumOf(refs);
  if (state.stored.bytes + more.bytes > limits.bytesPerRun) {
    const most = mib(limits.bytesPerRun);
    return refuse(
      `The notes and files of this run reach ${most} (PLANWRIGHT_MAX_RUN_BYTES). Complete the work and name large things instead of storing them.`,
    );
  }
  const step = heldStep(state, by, id);
  return step ? stepRefusal(step.stored, more, limits) : besideRefusal(state.beside, limits);
}

function stepRefusal(
  stored: Stored | null,
  more: Stored,
  { notesPerStep, filesPerStep, bytesPerStep }: StoredLimits,
): Rejection | null {
  const { notes, files, bytes } = stored ?? nothingStored();
  if (more.notes > 0 && notes >= notesPerStep) {
    return refuse(
      `This step has ${notes} notes and messages, the most it may have (PLANWRIGHT_MAX_STEP_NOTES). Call work_complete or work_fail.`,
    );
  }
  if (more.files > 0 && files + more.files > filesPerStep) {
    return refuse(
      `This step has stored ${files} files, new versions included, the most it may store (PLANWRIGHT_MAX_STEP_FILES). Put several into one, or complete the work.`,
    );
  }
  if (bytes + more.bytes > bytesPerStep) {
    return refuse(
      `The notes and files of this step reach ${mib(bytesPerStep)} (PLANWRIGHT_MAX_STEP_BYTES). Complete the work and name large things instead of storing them.`,
    );
  }
  return null;
}

function besideRefusal({ notes }: Stored, { notesPerStep }: StoredLimits): Rejection | null {
  if (notes < notesPerStep * besidePerNote) return null;
  return refuse(
    `This run has ${notes} notes and messages of callers without a lease, the most it may have (PLANWRIGHT_MAX_STEP_NOTES, times ${besidePerNote}). Claim work, and report with its lease_token.`,
  );
}

export function tenantRefusal(
  stored: number,
  { refs }: Addition,
  { bytesPerTenant }: StoredLimits,
): Rejection | null {
  if (stored + sumOf(refs).bytes <= bytesPerTenant) return null;
  return refuse(
    `The notes and files of all runs reach ${mib(bytesPerTenant)} (PLANWRIGHT_MAX_TENANT_BYTES). Erase plans that are no longer needed.`,
  );
}
