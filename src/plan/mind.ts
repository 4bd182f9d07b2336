// Whoever thinks about a stage in this process: a model, or a recording of one.
import type { Amounts } from '../engine/event-types.ts';
import type { RowWrite } from '../store/store.ts';
import type { CostOf } from './generation.ts';
import type { StagePrompt } from './prompt.ts';
import type { Brain } from './settings.ts';
import type { ThoughtWork } from './thought.ts';

/** Where the thinking belongs, for the account of it. */
export interface ThoughtPlace {
  readonly tenant: string;
  readonly plan: string;
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
}

export interface MindQuestion {
  readonly work: ThoughtWork;
  readonly place: ThoughtPlace;
  readonly asked: StagePrompt;
  /** The same question, so short that it fits; null where it cannot be shortened so far. */
  shrink(fits: (prompt: string) => boolean): StagePrompt | null;
}

export interface MindAnswer {
  /** It has passed the schema and the stage's own checks. */
  readonly value: unknown;
  /** What of the question was shortened, in words. */
  readonly shortened?: readonly string[];
  readonly usage?: Amounts;
  /** Why rules stood in for the mind that was asked, where they did. */
  readonly standIn?: string;
  /** What must be kept with the step's completion. */
  readonly rows?: readonly RowWrite[];
}

export interface Mind {
  /** What its calls may cost, by the name of a profile; nothing of one that costs nothing. */
  costs?(profile: string): Promise<CostOf>;
  think(question: MindQuestion, signal: AbortSignal): Promise<MindAnswer>;
}

/** Opened with the first question; most processes never need one. */
export type Minds = (brain: Brain) => Promise<Mind>;
