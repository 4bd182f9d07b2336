// What is handed to the actor of a run, and what comes back.
import type { ContentRow, Requirement, RowWrite, WriteSet } from '../store/store.ts';
import type { Command } from './commands.ts';
import type { Rejection } from './decision.ts';
import type { Once } from './engine-api.ts';
import type { RunEvent } from './event-types.ts';
import type { RunState } from './state.ts';

/** What a caller takes from the state, computed while nobody else can move it. */
export type View<Value> = (state: RunState, events: readonly RunEvent[]) => Value;

export interface Submission {
  /** All or none, each on the state after the one before. */
  readonly commands: readonly Command[];
  /** A look at the state before the commands: why they are not taken, if so. */
  readonly refuse?: (state: RunState) => Rejection | null;
  /** More commands that what happened leads to; each may be refused by itself. */
  readonly follow?: (state: RunState, events: readonly RunEvent[]) => readonly Command[];
  readonly content?: readonly ContentRow[];
  readonly rows?: readonly RowWrite[];
  /** With requirements (or an erase) the submission is a write set of its own. */
  readonly require?: readonly Requirement[];
  /** What must be there for what happened; where it is not, the submission is refused. */
  readonly requireFor?: (state: RunState, events: readonly RunEvent[]) => readonly Requirement[];
  readonly erase?: WriteSet['erase'];
  /** Whether what happened leads to nothing outside: then it need not be on the disk for an answer. */
  readonly staysInside?: (state: RunState, events: readonly RunEvent[]) => boolean;
  /** The value of the view is kept as the answer to the key. */
  readonly once?: Once;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly events: readonly RunEvent[]; readonly value: Value }
  | {
      readonly ok: false;
      readonly rejection: Rejection;
      readonly takenValue?: string;
      /** It is the purse of the family that is short. */
      readonly isFamilyShort?: boolean;
    };

export const goesAlone = ({ require, erase, once }: Submission): boolean =>
  require !== undefined || erase !== undefined || once !== undefined;
