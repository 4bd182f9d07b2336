// Small views of a plan that several gates share.
import type { Plan, PlanTask } from '../contract/plan.ts';

export const tasksOf = ({ phases }: Pick<Plan, 'phases'>): PlanTask[] =>
  phases.flatMap(({ tasks }) => tasks);

/** A thing of the plan as minds name it (2.1) or as plan.json does (task_2_1). */
export const taskIdOf = (ref: string): string =>
  /^\d/.test(ref) ? `task_${ref.replaceAll('.', '_')}` : ref;

const dayMs = 86_400_000;

/** Days from one date to the other; null where one of them is none (2026-02-31). */
export function daysBetween(from: string, to: string): number | null {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return Number.isFinite(days) ? Math.round(days) : null;
}

/** Amounts that differ by no more than their cents do. */
export const isSameAmount = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(1, Math.abs(one) * 0.001);

export const earliest = (dates: readonly string[]): string => dates.toSorted()[0] ?? '';
export const latest = (dates: readonly string[]): string => dates.toSorted().at(-1) ?? '';
