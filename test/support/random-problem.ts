// Random scheduling problems with every feature the solver knows, small enough to be checked.
import type {
  Problem,
  ProblemLink,
  ProblemTask,
  ProblemWay,
  WorkAxis,
} from '../../src/schedule/solve/problem.ts';
import { Random } from '../../src/schedule/solve/random.ts';

export interface ProblemShape {
  readonly tasks: number;
  readonly roles?: number;
  readonly maxDuration?: number;
  /** Only finish-to-start links without lag, one way, no calendars, no dates. */
  readonly plain?: boolean;
  /** Fixed dates and deadlines. */
  readonly dates?: boolean;
}

export const roundTheClock: WorkAxis = {
  always: true,
  workBefore: (tick) => tick,
  tickOf: (work) => work,
};

/** An axis that repeats a pattern of worked ("x") and other ticks. */
export function patternAxis(pattern: string): WorkAxis {
  const worked = [...pattern].flatMap((sign, at) => (sign === 'x' ? [at] : []));
  return {
    always: false,
    workBefore: (tick) =>
      Math.floor(tick / pattern.length) * worked.length +
      worked.filter((at) => at < tick % pattern.length).length,
    tickOf: (work) =>
      Math.floor(work / worked.length) * pattern.length + (worked[work % worked.length] as number),
  };
}

export function randomProblem(seed: number, shape: ProblemShape): Problem {
  return new Maker(seed, shape).make();
}

const linkTypes = ['FS', 'SS', 'FF', 'SF'] as const;

class Maker {
  readonly #dice: Random;
  readonly #shape: Required<ProblemShape>;
  readonly #axes: readonly WorkAxis[];
  readonly #capacity: readonly number[];

  constructor(seed: number, shape: ProblemShape) {
    this.#dice = new Random(seed);
    this.#shape = { roles: 3, maxDuration: 5, plain: false, dates: true, ...shape };
    const calendars = [patternAxis('xx.'), patternAxis('.xxxx..'), patternAxis('x.x..xxx....')];
    this.#axes = [roundTheClock, ...(this.#shape.plain ? [] : calendars)];
    const most = this.#dice.below(8) === 0 ? 2 ** 20 : 6;
    this.#capacity = Array.from({ length: this.#shape.roles }, () => 1 + this.#dice.below(most));
  }

  make(): Problem {
    return {
      tasks: Array.from({ length: this.#shape.tasks }, () => this.#task()),
      links: this.#links(),
      capacity: this.#capacity,
      axes: this.#axes,
    };
  }

  #chance(share: number): boolean {
    return this.#dice.unit() < share;
  }

  #task(): ProblemTask {
    const { dates, plain } = this.#shape;
    const count = this.#chance(0.1) ? 0 : plain ? 1 : 1 + this.#dice.below(3);
    return {
      ways: Array.from({ length: count }, () => this.#way()),
      notBefore: !plain && this.#chance(0.2) ? this.#dice.below(12) : 0,
      fixedStart: dates && !plain && this.#chance(0.15) ? this.#dice.below(15) : null,
      deadline: dates && !plain && this.#chance(0.3) ? this.#dice.below(25) : null,
    };
  }

  #way(): ProblemWay {
    const uses = this.#capacity.flatMap((capacity, role) =>
      this.#chance(0.5) ? [[role, 1 + this.#dice.below(capacity)] as const] : [],
    );
    return {
      duration: this.#chance(0.05) ? 0 : 1 + this.#dice.below(this.#shape.maxDuration),
      uses,
      axis: this.#dice.below(this.#axes.length),
      cost: this.#dice.below(10),
    };
  }

  #links(): ProblemLink[] {
    const { plain, tasks } = this.#shape;
    const rank = this.#shuffled(tasks);
    return Array.from({ length: this.#dice.below(2 * tasks + 1) }, () => {
      const one = this.#dice.below(tasks);
      const two = this.#dice.below(tasks);
      const [from, to] = (rank[one] as number) < (rank[two] as number) ? [one, two] : [two, one];
      return {
        from,
        to,
        type: plain ? ('FS' as const) : (linkTypes[this.#dice.below(4)] as 'FS'),
        lag: plain || this.#chance(0.5) ? 0 : this.#dice.below(9) - 4,
        axis: plain ? 0 : this.#dice.below(this.#axes.length + 1) - 1,
      };
    }).filter(({ from, to }) => from !== to);
  }

  #shuffled(count: number): number[] {
    const list = Array.from({ length: count }, (_, index) => index);
    for (let at = count - 1; at > 0; at -= 1) {
      const other = this.#dice.below(at + 1);
      [list[at], list[other]] = [list[other] as number, list[at] as number];
    }
    return list;
  }
}
