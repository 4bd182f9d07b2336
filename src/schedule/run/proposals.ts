// What would help when the deadline or the budget is missed. Each change is tried by scheduling
// again with little effort, so large projects are left out.

import { PlanwrightError } from '../../base/errors.ts';
import type { Change } from '../money/change.ts';
import { closeGap } from '../money/close-gap.ts';
import { oneCurrency } from '../money/currency.ts';
import { type Proposal, type ProposalInput, propose } from '../money/proposals.ts';
import type { Placed, Project } from '../project.ts';
import { compile } from '../solve/compile.ts';
import { toPlaced } from '../solve/placed.ts';
import { solve } from '../solve/solve.ts';
import type { ClosedOutcome, ProposalOutcome, ScheduleJob } from './outcome.ts';
import { expectedMinutes } from './settle.ts';

const MOST_TASKS = 1000;
const MOST_TRIES = 20;
const MOST_SHOWN = 10;
const MOST_ROUNDS = 8;
/** How hard each change is tried. */
export const TRY_SCHEDULES = 100;

export function proposalsOf(job: ScheduleJob, stop?: () => boolean): ProposalOutcome[] {
  if (job.project.tasks.length > MOST_TASKS) return [];
  return propose(inputOf(job, stop)).proposals.slice(0, MOST_SHOWN).map(outcomeOf);
}

export interface Closing {
  readonly changes: readonly Change[];
  readonly outcome: Omit<ClosedOutcome, 'project'>;
}

/** The loop, on what is still to be done. `aimed` says which dates and budget to aim at. */
export function closingOf(
  job: ScheduleJob,
  aimed: (job: ScheduleJob) => ScheduleJob,
  stop?: () => boolean,
): Closing {
  if (job.project.tasks.length > MOST_TASKS) {
    const message = `closing the gap takes at most ${MOST_TASKS} tasks; this plan has more`;
    throw new PlanwrightError('limit_exceeded', message, { limit: MOST_TASKS });
  }
  const aim = ({ project, risks = [], stated = [] }: ProposalInput): ProposalInput =>
    inputOf(aimed({ ...job, project, risks, stated }), stop);
  const { taken, met } = closeGap(inputOf(job, stop), MOST_ROUNDS, aim);
  return {
    changes: taken.map(({ change }) => change),
    outcome: {
      taken: taken.map(outcomeOf),
      met,
      addedRisks: taken.flatMap(({ addedRisk }) => addedRisk ?? []),
      addedCosts: taken.flatMap(({ addedCost }) => addedCost ?? []),
      steps: taken.map(({ change, addedRisk, addedCost }) => ({ change, addedRisk, addedCost })),
    },
  };
}

function inputOf(job: ScheduleJob, stop?: () => boolean): ProposalInput {
  const { project, budget, risks = [], stated = [], keepsRoles = false, notEarly = [] } = job;
  const schedule = (changed: Project): { placed: readonly Placed[]; makespan: number } => {
    const compiled = compile(changed, { minutesOf: (_, way) => expectedMinutes(way.estimate) });
    const effort = { seed: job.effort.seed, schedules: TRY_SCHEDULES };
    const answer = solve(compiled.problem, { ...effort, ...(stop === undefined ? {} : { stop }) });
    const makespan = answer.makespan * compiled.tickMinutes;
    return { placed: toPlaced(compiled, answer), makespan };
  };
  const limit = budget === null || budget === undefined ? {} : { budget: Math.floor(budget * 100) };
  const converter = oneCurrency();
  return {
    project,
    schedule,
    converter,
    risks,
    stated,
    maxTries: MOST_TRIES,
    keepsRoles,
    notEarly,
    ...limit,
  };
}

const outcomeOf = (proposal: Proposal): ProposalOutcome => ({
  kind: proposal.change.kind,
  text: proposal.text,
  assumption: proposal.assumption,
  gainMinutes: proposal.gainMinutes,
  late: proposal.late,
  price: oneCurrency().toAmount(proposal.price),
  finish: proposal.finish,
  meetsDeadline: proposal.meetsDeadline,
  meetsBudget: proposal.meetsBudget,
});
