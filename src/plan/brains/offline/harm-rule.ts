// The form of a rule of grave harm: which act, done to whom or what, how near, and with what beside it.
import { guardWords } from './harm-guards.ts';
import { targetWords } from './harm-targets.ts';
import { actWords } from './harm-words.ts';

export const harmLexicon = { ...actWords, ...targetWords, ...guardWords };
export type HarmClass = keyof typeof harmLexicon;

export interface HarmRule {
  readonly kind: string;
  readonly act: readonly HarmClass[];
  /** Who or what it is done to; none where the act says it all. */
  readonly on?: readonly HarmClass[];
  /** At most so many words apart. */
  readonly reach?: number;
  readonly side?: 'after' | 'before' | 'either';
  /** Nothing that could be the object instead stands between. */
  readonly tight?: boolean;
  /** The target is the head of its phrase: "shoot the guests", not "shoot the guests' portraits". */
  readonly head?: boolean;
  /** Nothing follows the act that it could be done to: "so that they freeze", not "freeze meals". */
  readonly alone?: boolean;
  /** The target is followed by what may follow people who are sold. */
  readonly ends?: boolean;
  /** The target is what a place is rid of: "clear the town of them". */
  readonly ridOf?: boolean;
  /** Classes that the clause has as well, each of them. */
  readonly also?: readonly HarmClass[];
  /** Classes of which the clause has none. */
  readonly unless?: readonly HarmClass[];
  /** What is looked for may stand in different sentences. */
  readonly whole?: boolean;
  /** Classes that make it harmless just before the act, if nothing between commits it. */
  readonly guards?: readonly HarmClass[];
  /** An event as well as an act: who is made ready for it, or writes on it, does not do it. */
  readonly event?: boolean;
  /** What it is done with may stand between: "die Klinik mit Viren angreifen". */
  readonly means?: boolean;
  /** No film or book makes it harmless. */
  readonly evenTold?: boolean;
}

export const PEOPLE: readonly HarmClass[] = ['person', 'group'];
