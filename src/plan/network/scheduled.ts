// A plan as it can be read, with what the scheduler says of it.
import { type PlanReading, readPlan } from '../../schedule/read/plan.ts';
import type { ScheduleJob, ScheduleOutcome } from '../../schedule/run/outcome.ts';
import type { Json } from '../../schedule/write/json.ts';

export const EFFORT = { seed: 1, schedules: 200 };
const SIMULATION = { seed: 1, runs: 1000 };

export interface Scheduled {
  readonly plan: Json;
  readonly reading: PlanReading;
  readonly outcome: ScheduleOutcome;
}

export function jobOf({ project, risks, stated, budget, confidence }: PlanReading): ScheduleJob {
  return { project, risks, stated, budget, confidence, effort: EFFORT, simulation: SIMULATION };
}

export async function scheduled(plan: Json, reading = readPlan(plan)): Promise<Scheduled> {
  const { runSchedule } = await import('../run-schedule.ts');
  const { outcome } = await runSchedule(jobOf(reading));
  return { plan, reading, outcome };
}
