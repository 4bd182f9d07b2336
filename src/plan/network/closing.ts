// Where the deadline or the budget is missed, the scheduler takes what changes help. What it took is
// weighed at the asked odds then: a change without which nothing is lost is left out again.
import { isPlanwrightError } from '../../base/errors.ts';
import type { PlanChange } from '../../contract/plan-critique.ts';
import { applyChange } from '../../schedule/money/change.ts';
import type { ClosedStep, ProposalOutcome } from '../../schedule/run/outcome.ts';
import type { Risk } from '../../schedule/simulate/risk.ts';
import { changedPlan } from '../../schedule/write/changed-plan.ts';
import { closedChange } from './closed-changes.ts';
import { notEarlyIn } from './not-early.ts';
import { jobOf, type Scheduled, scheduled } from './scheduled.ts';

/** What simulated runs do not tell apart. */
const NOTHING = 1e-4;

interface Step extends ClosedStep {
  readonly told: ProposalOutcome;
}

export interface Closed {
  readonly at: Scheduled;
  readonly changes: PlanChange[];
}

/** People are not multiplied by a scheduler: roles stay as they are. */
export async function closed(first: Scheduled): Promise<Closed> {
  const { reading, plan } = first;
  const notEarly = notEarlyIn(plan);
  const job = { ...jobOf(reading), closeGap: true, keepsRoles: true, notEarly };
  const { runSchedule } = await import('../run-schedule.ts');
  const { closed: gap } = (await runSchedule(job)).outcome;
  const steps = (gap?.steps ?? []).flatMap((step, at): Step[] => {
    const told = gap?.taken[at];
    return told === undefined ? [] : [{ ...step, told }];
  });
  return steps.length === 0 ? { at: first, changes: [] } : worthTheirPrice(first, steps);
}

/** The last first: what helps most was taken first. */
async function worthTheirPrice(first: Scheduled, steps: readonly Step[]): Promise<Closed> {
  const tryOut = (some: readonly Step[]): Promise<Scheduled> => withSteps(first, some, steps);
  let left = [...steps];
  let at = await tryOut(left);
  const needed: { step: Step; without: Scheduled }[] = [];
  for (const step of steps.toReversed().filter((one) => left.includes(one))) {
    const rest = fitting(
      first,
      left.filter((one) => one !== step),
    );
    const without = await tryOut(rest);
    if (shortBy(at) < shortBy(without) - NOTHING) {
      needed.unshift({ step, without });
      continue;
    }
    left = rest;
    at = without;
  }
  const changes = needed
    .filter(({ step }) => left.includes(step))
    .map(({ step, without }) => closedChange(step.told, without, at));
  return { at, changes };
}

/** Those that can be made: one may be about a link that only another one made. */
function fitting({ reading }: Scheduled, steps: readonly Step[]): Step[] {
  let { project } = reading;
  return steps.filter(({ change }) => {
    try {
      project = applyChange(project, change);
      return true;
    } catch (error) {
      if (isPlanwrightError(error)) return false;
      throw error;
    }
  });
}

/** The risk of rework comes with each overlap into a task, and is one of the task. */
function risksOf(steps: readonly Step[], all: readonly Step[]): Risk[] {
  const early = new Set(
    steps.flatMap(({ change }) => (change.kind === 'fast_track' ? [change.to] : [])),
  );
  return all
    .flatMap(({ addedRisk }) => addedRisk ?? [])
    .filter(({ tasks }) => tasks.some((task) => early.has(task)));
}

async function withSteps(
  first: Scheduled,
  steps: readonly Step[],
  all: readonly Step[],
): Promise<Scheduled> {
  if (steps.length === 0) return first;
  const { project: before, currency } = first.reading;
  const after = steps.map(({ change }) => change).reduce(applyChange, before);
  const addedCosts = steps.flatMap(({ addedCost }) => addedCost ?? []);
  const change = { before, after, currency, addedRisks: risksOf(steps, all), addedCosts };
  return scheduled(changedPlan(first.plan, change));
}

/** Late by the whole length of the plan counts 1, and so does twice the budget. */
function shortBy({ reading, outcome }: Scheduled): number {
  const { project, budget } = reading;
  const { simulation, finish, cost } = outcome;
  const length = project.deadline === undefined ? 1 : project.deadline - project.start;
  const late = (simulation?.finishAtConfidence ?? finish) - (project.deadline ?? Infinity);
  const over = (simulation?.costAtConfidence ?? cost.total) - (budget ?? Infinity);
  return Math.max(0, late) / Math.max(1, length) + Math.max(0, over) / Math.max(1, budget ?? 1);
}
