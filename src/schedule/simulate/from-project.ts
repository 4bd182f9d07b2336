// A compiled project and its schedule as a model for the simulation: estimates, groups, rates and
// risks by index and in ticks.
import { PlanwrightError } from '../../base/errors.ts';
import { leavesWithin } from '../graph/hierarchy.ts';
import type { Minute, Role, Task, ThreePoint } from '../project.ts';
import type { Compiled } from '../solve/compile.ts';
import type { RealWay } from '../solve/compile-ways.ts';
import type { Answer, WorkAxis } from '../solve/problem.ts';
import { DEFAULT_RHO, type SimModel, type SimRisk, type SimTask } from './model.ts';
import type { Risk } from './risk.ts';

export interface Uncertainty {
  readonly risks?: readonly Risk[];
  /** Costs beside the tasks, in the project's currency. */
  readonly costs?: readonly ThreePoint[];
  /** Correlation inside each group; 0.5 where nothing is said. */
  readonly rho?: Readonly<Record<string, number>>;
  readonly budget?: number;
}

export function simModelOf(
  compiled: Compiled,
  answer: Pick<Answer, 'ways' | 'starts'>,
  uncertainty: Uncertainty = {},
): SimModel {
  const { project, problem, tickMinutes } = compiled;
  const leaves = compiled.taskOf.map((index) => project.tasks[index] as Task);
  const groups = [...new Set(leaves.flatMap(({ group }) => group ?? []))];
  const roles = new Map(project.roles.map((role) => [role.id, role]));
  const tickOf = (instant: Minute | undefined): number | null =>
    instant === undefined ? null : (instant - project.start) / tickMinutes;
  const tasks = leaves.map((task, at): SimTask => {
    const real = compiled.ways[at]?.[answer.ways[at] ?? -1];
    return {
      duration: real === undefined ? null : inTicks(real.way.estimate, tickMinutes),
      group: task.group === undefined ? -1 : groups.indexOf(task.group),
      costPerTick: ratePerMinute(real, roles) * tickMinutes,
      fixedCost: real?.way.fixedCost ?? null,
      deadline: tickOf(task.deadline),
      watched: task.kind === 'milestone' || task.deadline !== undefined,
    };
  });
  const workOfWait = (at: number): number => {
    const way = problem.tasks[at]?.ways[answer.ways[at] ?? -1];
    return shareOfFullWeeks(problem.axes[way?.axis ?? 0], tickMinutes);
  };
  return {
    problem,
    answer,
    tasks,
    risks: (uncertainty.risks ?? []).map((risk) => simRisk(risk, compiled, tasks, workOfWait)),
    costs: uncertainty.costs ?? [],
    groupRho: groups.map((group) => uncertainty.rho?.[group] ?? DEFAULT_RHO),
    deadline: tickOf(project.deadline),
    budget: uncertainty.budget ?? null,
  };
}

const inTicks = ({ low, likely, high }: ThreePoint, tick: number): ThreePoint => ({
  low: low / tick,
  likely: likely / tick,
  high: high / tick,
});

function ratePerMinute(real: RealWay | undefined, roles: ReadonlyMap<string, Role>): number {
  return (real?.uses ?? []).reduce(
    (sum, { role, units }) => sum + (units * (roles.get(role)?.ratePerHour ?? 0)) / 60,
    0,
  );
}

const YEAR_MINUTES = 364 * 24 * 60;
const FULL_WEEKS_MINUTES = 52 * 40 * 60;

/** Who works half the week has half the work in a day, so a day of waiting is half as much of it. */
function shareOfFullWeeks(axis: WorkAxis | undefined, tickMinutes: number): number {
  const worked = axis?.workBefore(Math.round(YEAR_MINUTES / tickMinutes)) ?? 0;
  return worked > 0 ? (worked * tickMinutes) / FULL_WEEKS_MINUTES : 1;
}

/** A risk that names a summary touches all the work below it. */
function simRisk(
  risk: Risk,
  compiled: Compiled,
  tasks: readonly SimTask[],
  workOfWait: (task: number) => number,
): SimRisk {
  const { hierarchy, taskOf, tickMinutes } = compiled;
  const placeOf = new Map(taskOf.map((index, at) => [index, at]));
  const touched = risk.tasks.flatMap((id) => {
    const index = hierarchy.indexOf.get(id);
    if (index === undefined) throw bad(risk, `names the task “${id}”, which does not exist`);
    return leavesWithin(hierarchy, index).flatMap((leaf) => placeOf.get(leaf) ?? []);
  });
  const working = [...new Set(touched)].filter((at) => (tasks[at]?.duration ?? null) !== null);
  if (risk.delayMinutes !== undefined && working.length === 0) {
    throw bad(risk, 'delays, but touches no task that takes time');
  }
  return {
    probability: risk.probability,
    delay: risk.delayMinutes === undefined ? null : inTicks(risk.delayMinutes, tickMinutes),
    cost: risk.cost ?? null,
    tasks: working,
    strikesOne: risk.strikes === 'one',
    ...(risk.delayCosts === 'nothing'
      ? { isUnpaid: true, workOfWait: working.map(workOfWait) }
      : {}),
  };
}

function bad(risk: Risk, problem: string): PlanwrightError {
  return new PlanwrightError('INVALID_ARGUMENTS', `risk “${risk.id}” ${problem}`, {
    risk: risk.id,
  });
}
