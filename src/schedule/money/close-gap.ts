// The loop: take the best change, schedule again, until the deadline and the budget are met or
// nothing helps any more. Bounded, and every change that was taken is on the record.
import type { Project } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';
import { applyChange } from './change.ts';
import type { StatedCost } from './cost-lines.ts';
import {
  carryOver,
  keepsLimits,
  type Outlook,
  type Proposal,
  type ProposalInput,
  propose,
} from './proposals.ts';

export interface ClosedGap {
  readonly project: Project;
  readonly risks: readonly Risk[];
  readonly stated: readonly StatedCost[];
  readonly taken: readonly Proposal[];
  readonly before: Outlook;
  readonly after: Outlook;
  readonly met: boolean;
}

const DEFAULT_ROUNDS = 8;

/** Never takes a change that breaks a limit which was kept. `aimed` sets the dates and the budget to
 * aim at, for each changed project anew: the margin that odds need changes with it. */
export function closeGap(
  given: ProposalInput,
  maxRounds = DEFAULT_ROUNDS,
  aimed = (input: ProposalInput): ProposalInput => input,
): ClosedGap {
  const taken: Proposal[] = [];
  let input = given;
  let report = propose(aimed(input));
  const before = report.now;
  while (taken.length < maxRounds) {
    const { now } = report;
    const best = report.proposals.find((proposal) => keepsLimits(now, proposal));
    if (best === undefined) break;
    taken.push(best);
    input = carryOver(input, applyChange(input.project, best.change), best);
    report = propose(aimed(input));
  }
  const { project, risks = [], stated = [] } = input;
  const after = report.now;
  const met = after.meetsDeadline !== false && after.meetsBudget !== false;
  return { project, risks, stated, taken, before, after, met };
}
