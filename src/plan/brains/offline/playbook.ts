// What a playbook is: data that turns a kind of goal into phases, tasks, numbers and risks.
// Texts carry {slots} that are filled from the goal, so that no two goals get the same words.
// playbook-file.ts has the format of the files; here is what they are once read.
import type { Estimate } from '../../../contract/plan.ts';
import type { PlaybookFile } from './playbook-file.ts';
import type { Words } from './word-list.ts';

type Item<T> = T extends readonly (infer One)[] ? One : never;
type Given<K extends keyof PlaybookFile> = NonNullable<PlaybookFile[K]>;
type Frozen<T> = { readonly [K in keyof T]: T[K] };

export type Level = 'low' | 'medium' | 'high';
export type ParamTemplate = string | number | boolean | readonly string[];

/** An action an agent can declare, what to do, and its parameters. */
export type StepTemplate = readonly [
  action: string,
  description: string,
  params: Readonly<Record<string, ParamTemplate>>,
];

export interface TaskTemplate {
  readonly key: string;
  readonly title: string;
  readonly does: string;
  readonly role: string;
  /** Low, likely and high working hours for a small project; larger ones are scaled by a stated rule. */
  readonly hours: readonly [number, number, number];
  readonly after?: readonly string[] | undefined;
  /** Goes on for as long as the goal gives: a deadline is filled, not only kept. */
  readonly lasts?: boolean | undefined;
  /** Working hours to wait once this is done, before what needs it can start: an answer, a delivery. */
  readonly waitHours?: number | undefined;
  readonly tier?: 'T1' | 'T2' | 'T3' | undefined;
  readonly human?: boolean | undefined;
  /** Ends this many working days before the date the goal names, if it names one; 0 is the day itself. */
  readonly daysBefore?: number | undefined;
  /** The goal's date is kept when this is done by then; what comes after it only looks back. */
  readonly isDue?: boolean | undefined;
  /** Part of the money that this task spends; the parts of a playbook add up to 1. */
  readonly share?: number | undefined;
  /** Only when the variant or the goal has this flag. */
  readonly only?: string | undefined;
  /** May be dropped when time or money is short. */
  readonly optional?: boolean | undefined;
  /** The shortest plan keeps it. */
  readonly brief?: boolean | undefined;
  readonly done: readonly string[];
  readonly steps: readonly StepTemplate[];
}

export interface PhaseTemplate {
  readonly name: string;
  readonly tasks: readonly TaskTemplate[];
}

export type RiskTemplate = Frozen<Item<Given<'risks'>>>;
export type TypicalCost = Frozen<Given<'cost'>>;

/** A number of the plan: read from the goal's counts, derived from another number, or assumed. */
export interface NumberRule extends Frozen<Omit<Item<Given<'numbers'>>, 'counted'>> {
  /** Fits the end of the unit of a count in the goal. */
  readonly counted?: Words;
}

/** A narrower kind within the playbook, with what is special about it. */
export interface Variant extends Frozen<Omit<Item<Given<'variants'>>, 'words'>> {
  /** None: it fits whenever no earlier one does. */
  readonly words?: Words;
}

/** What every stage but the tasks themselves may use; all of it may be missing. */
type Extras = Pick<
  PlaybookFile,
  'levers' | 'roles' | 'related' | 'swot' | 'documents' | 'experts' | 'failures' | 'deliverables'
>;

export interface Playbook extends Frozen<Extras> {
  readonly name: string;
  readonly version: number;
  /** Of the file's content: a stored plan says what it was made from. */
  readonly digest: string;
  readonly label: string;
  /** Verbs and nouns that speak for this playbook; the general one has none. */
  readonly strong?: Words;
  readonly weak?: Words;
  /** Words that speak against it. */
  readonly not?: Words;
  readonly cost: TypicalCost;
  readonly costWhy: string;
  readonly slots: Readonly<Record<string, string>>;
  readonly numbers: readonly NumberRule[];
  readonly variants: readonly Variant[];
  readonly phases: readonly PhaseTemplate[];
  readonly risks: readonly RiskTemplate[];
  readonly questions: readonly string[];
}

export function estimateOf(hours: readonly [number, number, number]): Estimate {
  return { low: hours[0], likely: hours[1], high: hours[2] };
}
