// How the parts of a scripted mind fit together.

/** What a test wants to go wrong, so that the plan has something to mend. */
export interface Mood {
  /** A quantity whose bounds lie too far apart, until it is sent back. */
  readonly hasWildQuantity?: boolean;
  /** Tasks that take far too long, until somebody is asked to save the deadline. */
  readonly isSlow?: boolean;
  /** Tasks that cost far too much, until somebody is asked to save the budget. */
  readonly isDear?: boolean;
  /** Critics who find something serious in the second phase and in the assumptions. */
  readonly hasCritics?: boolean;
}

/** By the field that no other stage has. */
export type Answers = Readonly<Record<string, (prompt: string, mood: Mood) => unknown>>;
