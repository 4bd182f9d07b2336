// What is asked of the scheduler and what it answers, as plain data: both cross threads as they are.
import type { PlanLint } from '../../contract/plan-schedule.ts';
import type { EarnedValue } from '../forecast/earned-value.ts';
import type { BudgetVerdict } from '../money/budget.ts';
import type { Change } from '../money/change.ts';
import type { CostCategory, StatedCost } from '../money/cost-lines.ts';
import type { Minute, Placed, Project } from '../project.ts';
import type { SimulationReport } from '../simulate/report.ts';
import type { Risk } from '../simulate/risk.ts';

export interface ScheduleJob {
  readonly project: Project;
  readonly effort: { readonly seed: number; readonly schedules: number };
  readonly risks?: readonly Risk[];
  /** Money beside the tasks. */
  readonly stated?: readonly StatedCost[];
  /** The schedule from before the work began. */
  readonly baseline?: readonly Placed[];
  readonly budget?: number | null;
  /** The odds at which deadline and budget should hold. */
  readonly confidence?: number;
  readonly simulation?: SimulationJob;
  /** Of a project with actuals: what is not done is scheduled from here on. Default: the last of
   * the actual dates. */
  readonly now?: Minute;
  /** Look for changes that help when the deadline or the budget is missed. */
  readonly propose?: boolean;
  /** Take such changes, one by one, until nothing is missed or nothing helps. */
  readonly closeGap?: boolean;
  /** Nobody can be added to a role: such changes are neither proposed nor taken. */
  readonly keepsRoles?: boolean;
  /** Tasks that must not begin before what they wait for is over: nothing overlaps into them. */
  readonly notEarly?: readonly string[];
}

export interface SimulationJob {
  readonly runs: number;
  readonly seed: number;
}

export interface OutcomeTask {
  readonly id: string;
  readonly way: string | null;
  readonly uses: readonly { readonly role: string; readonly units: number }[];
  readonly start: Minute;
  readonly finish: Minute;
  readonly workMinutes: number;
  /** What it has cost and will cost, without risks, in the project's currency. */
  readonly cost: number;
  readonly totalFloatMinutes: number;
  readonly freeFloatMinutes: number;
  readonly critical: boolean;
}

export interface ScheduleOutcome {
  /** In the order of the project, summaries included. */
  readonly tasks: readonly OutcomeTask[];
  /** One chain of tasks that decides the end, in order. */
  readonly criticalPath: readonly string[];
  readonly finish: Minute;
  readonly tickMinutes: number;
  /** How many schedules were built. */
  readonly schedules: number;
  /** Nothing shorter exists. */
  readonly optimal: boolean;
  /** What an independent check found wrong; empty unless there is a mistake of ours. */
  readonly violations: readonly string[];
  readonly lint: readonly PlanLint[];
  readonly cost: CostOutcome;
  readonly simulation: SimulationOutcome | null;
  /** Whether deadlines and the budget hold. */
  readonly verdict?: VerdictOutcome;
  /** What would help, best first; empty when nothing is missed or nobody asked. */
  readonly proposals: readonly ProposalOutcome[];
  /** Against the baseline; null without one, or before anything has happened. */
  readonly progress: ProgressOutcome | null;
  /** What was changed to meet deadline and budget; null when nobody asked. */
  readonly closed: ClosedOutcome | null;
}

export interface VerdictOutcome {
  /** The odds that were asked for; null when nothing was simulated and the plan itself decides. */
  readonly confidence: number | null;
  /** Of what is due: the end, or, where only tasks have deadlines, the last of these; else null. */
  readonly deadline: boolean | null;
  /** Of all tasks that have one; null when none has. */
  readonly taskDeadlines: boolean | null;
  readonly budget: boolean | null;
  readonly note: string;
}

export interface ProgressOutcome {
  readonly now: Minute;
  readonly baselineFinish: Minute;
  /** Minutes by which the end comes later than planned; below zero earlier. */
  readonly finishByMinutes: number;
  /** Tasks that end at another time than planned, latest first. */
  readonly slips: readonly { readonly id: string; readonly byMinutes: number }[];
  /** In the project's currency; null when the baseline costs nothing. */
  readonly earnedValue: EarnedValue | null;
}

export interface ClosedOutcome {
  readonly taken: readonly ProposalOutcome[];
  /** Deadline and budget are met. */
  readonly met: boolean;
  readonly project: Project;
  readonly addedRisks: readonly Risk[];
  readonly addedCosts: readonly StatedCost[];
  /** What was taken, as data, so that it can be made again without some of it. */
  readonly steps: readonly ClosedStep[];
}

export interface ClosedStep {
  readonly change: Change;
  readonly addedRisk: Risk | null;
  readonly addedCost: StatedCost | null;
}

export interface ProposalOutcome {
  readonly kind: Change['kind'];
  readonly text: string;
  readonly assumption: string;
  /** How much earlier what is late ends: this task, or the whole (null). */
  readonly gainMinutes: number;
  readonly late: string | null;
  /** In the project's currency; below zero it saves money. */
  readonly price: number;
  readonly finish: Minute;
  /** With a simulation: with the margin that the asked odds need. */
  readonly meetsDeadline: boolean | null;
  readonly meetsBudget: boolean | null;
}

export interface CostOutcome {
  /** What was spent and what is to come. */
  readonly total: number;
  readonly low: number;
  readonly high: number;
  readonly spent: number;
  /** The part of what was spent that no task states: its hours by its rates, and its costs. */
  readonly spentEstimated: number;
  /** What was spent and what is to come, by month. */
  readonly cashFlow: readonly { readonly period: string; readonly amount: number }[];
  /** The budget from the top against the lines from the bottom, and against the contingency. */
  readonly verdict: BudgetVerdict;
  readonly note: string;
  /** What was spent, and what the money that is to come goes to. */
  readonly shares: readonly CostShare[];
  /** Of each risk that costs something, what it adds on average, dearest first. */
  readonly riskCosts: readonly RiskCost[];
}

export interface RiskCost {
  readonly id: string;
  /** Part of the total. */
  readonly mean: number;
  /** If it strikes in full. */
  readonly worst: number;
}

export interface CostShare {
  readonly category: CostCategory | 'spent';
  readonly amount: number;
  /** Of the total, 0…1. */
  readonly share: number;
}

export interface SimulationOutcome extends Omit<SimulationReport, 'costs'> {
  /** What was spent and what is to come, at the asked confidence. */
  readonly costAtConfidence: number;
  /** What the cost at the asked confidence lies above the sum of the lines. */
  readonly contingency: number;
}
