// The job after the loop has closed what it could: the same changes, made in the project that was
// given rather than in what remains of it.
import { leafLinks } from '../forecast/remaining.ts';
import { applyChange } from '../money/change.ts';
import { risksWithin } from '../money/proposals.ts';
import type { ClosedOutcome, ScheduleJob } from './outcome.ts';
import { jobLeft, pastOf } from './past.ts';
import { closingOf } from './proposals.ts';

export interface Closed {
  readonly job: ScheduleJob;
  readonly closed: ClosedOutcome;
}

/** `aimed` says which dates and budget to aim at, of the project as it is after each change. */
export function closedJob(
  job: ScheduleJob,
  aimed: (left: ScheduleJob) => ScheduleJob,
  stop?: () => boolean,
): Closed {
  const past = pastOf(job);
  if (past?.isOver === true) return { job, closed: nothingToDo(job) };
  const { changes, outcome } = closingOf(past === null ? job : jobLeft(job, past), aimed, stop);
  if (changes.length === 0) return { job, closed: { ...outcome, project: job.project } };
  // What remains has links between leaves only, so the changes are about those.
  const given = past === null ? job.project : { ...job.project, links: leafLinks(job.project) };
  const project = changes.reduce(applyChange, given);
  const left = new Set(project.tasks.map(({ id }) => id));
  const stated = [...(job.stated ?? []), ...outcome.addedCosts];
  return {
    job: {
      ...job,
      project,
      risks: risksWithin([...(job.risks ?? []), ...outcome.addedRisks], left),
      stated: stated.filter(({ task }) => task === undefined || left.has(task)),
    },
    closed: { ...outcome, project },
  };
}

const nothingToDo = ({ project }: ScheduleJob): ClosedOutcome => ({
  taken: [],
  met: true,
  project,
  addedRisks: [],
  addedCosts: [],
  steps: [],
});
