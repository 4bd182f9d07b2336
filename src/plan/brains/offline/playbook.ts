// What a playbook is: data that turns a kind of goal into phases, tasks, numbers and risks.
// Texts carry {slots} that are filled from the goal, so that no two goals get the same words.
import type { Estimate } from '../../../contract/plan.ts';

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
  readonly after?: readonly string[];
  /** Working hours to wait once this is done, before what needs it can start: an answer, a delivery. */
  readonly waitHours?: number;
  readonly tier?: 'T1' | 'T2' | 'T3';
  readonly human?: boolean;
  /** Ends this many working days before the date the goal names, if it names one; 0 is the day itself. */
  readonly daysBefore?: number;
  /** The goal's date is kept when this is done by then; what comes after it only looks back. */
  readonly isDue?: boolean;
  /** Part of the money that this task spends; the parts of a playbook add up to 1. */
  readonly share?: number;
  /** Only when the variant or the goal has this flag. */
  readonly only?: string;
  readonly done: readonly string[];
  readonly steps: readonly StepTemplate[];
}

export interface PhaseTemplate {
  readonly name: string;
  readonly tasks: readonly TaskTemplate[];
}

export interface RiskTemplate {
  readonly description: string;
  readonly cause: string;
  readonly likelihood: Level;
  readonly impact: Level;
  readonly mitigation: string;
  readonly trigger: string;
  readonly only?: string;
}

/** A number of the plan: read from the goal's counts, derived from another number, or assumed. */
export interface NumberRule {
  readonly key: string;
  readonly claim: string;
  readonly unit: string;
  /** Matches the unit of a count in the goal. */
  readonly counted?: RegExp;
  readonly derived?: { readonly from: string; readonly times: number; readonly why: string };
  readonly assumed: number;
  readonly confirm: string;
}

export interface TypicalCost {
  readonly lowUsd: number;
  readonly baseUsd: number;
  readonly highUsd: number;
  /** A key of a number: the cost is for each of them. */
  readonly per?: string;
}

/** A narrower kind within the playbook, with what is special about it. */
export interface Variant {
  readonly name: string;
  readonly words: RegExp;
  readonly cost?: TypicalCost;
  readonly slots?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

export interface Playbook {
  readonly name: string;
  readonly label: string;
  /** Verbs and nouns that speak for this playbook. */
  readonly strong: RegExp;
  readonly weak?: RegExp;
  /** Words that speak against it. */
  readonly not?: RegExp;
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
