// Small models for the tests of the simulation: plain tasks, a calendar of office days, and random
// problems with every feature.
import fc from 'fast-check';
import type { ThreePoint } from '../../src/schedule/project.ts';
import type { SimModel, SimTask } from '../../src/schedule/simulate/model.ts';
import type {
  ProblemLink,
  ProblemTask,
  ProblemWay,
  WorkAxis,
} from '../../src/schedule/solve/problem.ts';

export const always: WorkAxis = {
  always: true,
  workBefore: (tick) => tick,
  tickOf: (work) => work,
};

/** Ticks 3…8 of every ten are worked. */
export const fiveOfTen: WorkAxis = {
  always: false,
  workBefore: (tick) => {
    const day = Math.floor(tick / 10);
    return day * 5 + Math.min(5, Math.max(0, tick - day * 10 - 3));
  },
  tickOf: (work) => {
    const day = Math.floor(work / 5);
    return day * 10 + 3 + (work - day * 5);
  },
};

export interface PlainTask {
  readonly duration: ThreePoint | number;
  readonly uses?: ProblemWay['uses'];
  readonly axis?: number;
  readonly notBefore?: number;
  readonly deadline?: number;
  readonly sim?: Partial<SimTask>;
}

export type PlainLink = Partial<ProblemLink> & Pick<ProblemLink, 'from' | 'to'>;

export const point = (low: number, likely: number, high: number): ThreePoint => ({
  low,
  likely,
  high,
});

export const exactly = (value: number): ThreePoint => point(value, value, value);

/** Tasks are placed in the order in which they are given. A duration of 0 is a milestone. */
export function simModel(
  plain: readonly PlainTask[],
  links: readonly PlainLink[] = [],
  more: Partial<SimModel> & { readonly capacity?: readonly number[] } = {},
): SimModel {
  const tasks = plain.map(problemTask);
  const { capacity, ...rest } = more;
  return {
    problem: {
      tasks,
      links: links.map((link) => ({ type: 'FS', lag: 0, axis: 0, ...link })),
      capacity: capacity ?? [],
      axes: [always, fiveOfTen],
    },
    answer: { ways: tasks.map(() => 0), starts: tasks.map((_, index) => index) },
    tasks: plain.map(simTask),
    risks: [],
    costs: [],
    groupRho: [],
    deadline: null,
    budget: null,
    ...rest,
  };
}

const estimateOf = ({ duration }: PlainTask): ThreePoint =>
  typeof duration === 'number' ? exactly(duration) : duration;

function problemTask(plain: PlainTask): ProblemTask {
  const { likely } = estimateOf(plain);
  const way = { duration: likely, uses: plain.uses ?? [], axis: plain.axis ?? 0, cost: 0 };
  return {
    ways: likely === 0 ? [] : [way],
    notBefore: plain.notBefore ?? 0,
    fixedStart: null,
    deadline: null,
  };
}

function simTask(plain: PlainTask): SimTask {
  const estimate = estimateOf(plain);
  return {
    duration: estimate.likely === 0 ? null : estimate,
    group: -1,
    costPerTick: 0,
    fixedCost: null,
    deadline: plain.deadline ?? null,
    watched: false,
    ...plain.sim,
  };
}

const capacity = [2, 3] as const;

const anyTask: fc.Arbitrary<PlainTask> = fc.record({
  duration: fc
    .tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 5 }), fc.nat(5))
    .map(([low, likely, high]) => (low === 0 ? 0 : point(low, low + likely, low + likely + high))),
  uses: fc
    .tuple(fc.nat(capacity[0]), fc.nat(capacity[1]))
    .map((units) => units.flatMap((count, role) => (count > 0 ? [[role, count] as const] : []))),
  axis: fc.constantFrom(0, 1),
  notBefore: fc.constantFrom(0, 0, 0, 4, 17),
});

/** Random plans with all link types, lags, calendars, roles and milestones. */
export const anyModel: fc.Arbitrary<SimModel> = fc
  .array(anyTask, { minLength: 1, maxLength: 12 })
  .chain((tasks) => {
    const anyLink = fc.record({
      from: fc.nat(tasks.length - 1),
      to: fc.nat(tasks.length - 1),
      type: fc.constantFrom(
        'FS' as const,
        'FS' as const,
        'SS' as const,
        'FF' as const,
        'SF' as const,
      ),
      lag: fc.integer({ min: -4, max: 6 }),
      axis: fc.constantFrom(0, 1),
    });
    return fc.array(anyLink, { maxLength: 20 }).map((links) =>
      simModel(
        tasks,
        links.filter((link) => link.from < link.to),
        { capacity },
      ),
    );
  });
