// Who looks at what the engine does, without a say in it: metrics, the log and traces.
import type { RunEvent } from './event-types.ts';
import type { RunState } from './state.ts';

export interface EngineObserver {
  /** After a commit of a run; the state is that after the events, and is only to be read. */
  committed(state: RunState, events: readonly RunEvent[]): void;
  /** A step that was ready for so long was handed out. */
  handedOut(performer: string, waitedMs: number): void;
}

const ignore = (): void => undefined;

export const noObserver: EngineObserver = { committed: ignore, handedOut: ignore };

/** What stands is committed: an observer that fails must not look like a failed commit. */
export function observers(
  all: readonly Partial<EngineObserver>[],
  onError: (error: unknown) => void,
): EngineObserver {
  const told = (tell: (one: Partial<EngineObserver>) => void): void => {
    for (const one of all) {
      try {
        tell(one);
      } catch (error) {
        onError(error);
      }
    }
  };
  return {
    committed: (state, events) => told((one) => one.committed?.(state, events)),
    handedOut: (performer, waitedMs) => told((one) => one.handedOut?.(performer, waitedMs)),
  };
}
