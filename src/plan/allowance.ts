// How much thinking a plan gets, by its detail: how many lenses, experts, tasks and rounds. What all of
// it comes to stays within the calls that people are promised for that detail.
import type { Detail } from './stage.ts';

export interface Allowance {
  /** Calls that people are promised not to be exceeded. */
  readonly calls: number;
  readonly lenses: number;
  readonly leverAxes: number;
  readonly assumptions: number;
  readonly risks: number;
  readonly phases: number;
  readonly tasksPerPhase: number;
  readonly experts: number;
  readonly archetypes: number;
  readonly premises: number;
  readonly attackers: number;
  /** Sections that may be revised in one round. */
  readonly revised: number;
  /** Sections that a second round may revise. */
  readonly revisedAgain: number;
  /** Rounds in which the early gates send back, and how many sections in all. */
  readonly returns: number;
  readonly returnedAtOnce: number;
  /** Rounds in which a missed deadline or budget is worked at. */
  readonly rescues: number;
  readonly questions: number;
}

export const allowances: Readonly<Record<Detail, Allowance>> = {
  brief: {
    ...{ calls: 30, lenses: 2, leverAxes: 2, assumptions: 8, risks: 6, phases: 3 },
    ...{ tasksPerPhase: 5, experts: 0, archetypes: 1, premises: 3, attackers: 0 },
    ...{ revised: 2, revisedAgain: 0, returns: 1, returnedAtOnce: 1, rescues: 1, questions: 4 },
  },
  standard: {
    ...{ calls: 60, lenses: 5, leverAxes: 3, assumptions: 12, risks: 9, phases: 6 },
    ...{ tasksPerPhase: 6, experts: 4, archetypes: 3, premises: 5, attackers: 3 },
    ...{ revised: 4, revisedAgain: 4, returns: 2, returnedAtOnce: 2, rescues: 2, questions: 6 },
  },
  full: {
    ...{ calls: 110, lenses: 5, leverAxes: 3, assumptions: 18, risks: 14, phases: 8 },
    ...{ tasksPerPhase: 8, experts: 8, archetypes: 3, premises: 7, attackers: 5 },
    ...{ revised: 10, revisedAgain: 6, returns: 2, returnedAtOnce: 2, rescues: 2, questions: 10 },
  },
};

/** So many sections may go back early without taking anything from the second round of revisions. */
const RETURNS_FOR_FREE = 2;

/** Sections that a second round may revise, once so many went back early: calls are promised. */
export const revisableAgain = ({ revisedAgain }: Allowance, returned: number): number =>
  Math.max(0, revisedAgain - Math.max(0, returned - RETURNS_FOR_FREE));
