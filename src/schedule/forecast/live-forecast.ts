// The forecast that follows events: dates at once, by the critical path with the order in which
// the roles were planned; odds later, with their age. The clock moves only when it is told to.

import { PlanwrightError } from '../../base/errors.ts';
import { type ChosenWay, Workforce } from '../graph/chosen-way.ts';
import { handovers } from '../graph/critical-chain.ts';
import { type CriticalPath, criticalPath, type Slip } from '../graph/critical-path.ts';
import type { RoleLink, TaskFacts } from '../graph/network.ts';
import { type Assignment, assignmentsOf, workedBetween } from '../money/assignments.ts';
import type { Actual, Minute, Placed, Project, Task } from '../project.ts';
import { expectedMinutes } from '../run/settle.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import type { SimulationReport } from '../simulate/report.ts';
import { type Age, type Aged, ageOf, newer } from './aged.ts';
import { remainderOf } from './remainder.ts';
import { plannedRows, type Remaining, remainingProject } from './remaining.ts';
import { isDone, statusOf } from './status.ts';

export class LiveForecast {
  readonly #planned: readonly Placed[];
  readonly #tasks: Map<string, Task>;
  #project: Project;
  #places: ReadonlyMap<string, Assignment>;
  #roleLinks: readonly RoleLink[];
  #dates: CriticalPath;
  #now: Minute;
  /** When each running task was last heard of; the start of this forecast where none is kept. */
  readonly #heardAt = new Map<string, Minute>();
  readonly #begunAt: Minute;
  #revision = 0;
  #odds: Aged<SimulationReport> | undefined;

  /** `planned` is the levelled schedule that is followed; without it roles do not count. */
  constructor(project: Project, now: Minute, planned: readonly Placed[] = []) {
    this.#project = project;
    this.#planned = planned;
    this.#now = now;
    this.#begunAt = now;
    this.#tasks = new Map(project.tasks.map((task) => [task.id, task]));
    this.#places = this.#assign();
    this.#roleLinks = this.#handOver();
    this.#dates = this.#build();
  }

  get dates(): CriticalPath {
    return this.#dates;
  }

  get finish(): Minute {
    return this.#dates.finish;
  }

  get revision(): number {
    return this.#revision;
  }

  /** The project with all that has happened. */
  get project(): Project {
    const tasks = this.#project.tasks.map((task) => this.#tasks.get(task.id) ?? task);
    return { ...this.#project, tasks };
  }

  /** One task has started, gone on or finished. Returns what moved by that. */
  happened(id: string, actual: Actual): Slip {
    const before = this.#tasks.get(id);
    if (before === undefined || before.kind === 'summary') throw unknown(id);
    const task = { ...before, actual };
    statusOf(task, this.#now);
    this.#tasks.set(id, task);
    this.#heardAt.set(id, this.#now);
    this.#revision += 1;
    if (!goesOn(before.actual, actual)) return this.#rebuild();
    return this.#dates.update(id, this.#factsOf(task));
  }

  /** Time has passed: what has not begun begins later, what runs has gone on meanwhile. */
  advance(now: Minute): void {
    this.#now = Math.max(this.#now, now);
    for (const task of this.#running()) this.#dates.update(task.id, this.#factsOf(task));
    this.#dates.advance(this.#now);
  }

  /** What is left, for levelling it again or simulating it. */
  remaining(): Remaining {
    const left = new Map(this.#running().map((task) => [task.id, this.#factsOf(task).workMinutes]));
    const project = this.project;
    const tasks = project.tasks.map((task) => {
      const remainingMinutes = left.get(task.id);
      if (remainingMinutes === undefined || !isReported(task)) return task;
      return { ...task, actual: { ...task.actual, remainingMinutes } };
    });
    return remainingProject({ ...project, tasks }, this.#now, this.#planned);
  }

  #running(): Task[] {
    return [...this.#tasks.values()].filter(
      (task) => task.kind === 'task' && statusOf(task, this.#now).kind === 'running',
    );
  }

  /** Takes odds in; older ones than those known are ignored. */
  keepOdds(odds: Aged<SimulationReport>): void {
    this.#odds = newer(this.#odds, odds);
  }

  odds(): { readonly report: SimulationReport; readonly age: Age } | null {
    if (this.#odds === undefined) return null;
    return { report: this.#odds.value, age: ageOf(this.#odds, this.#revision, this.#now) };
  }

  #rebuild(): Slip {
    const before = this.#dates.finish;
    this.#project = this.project;
    this.#places = this.#assign();
    this.#roleLinks = this.#handOver();
    this.#dates = this.#build();
    const { finish } = this.#dates;
    return { moved: [], finish, finishByMinutes: finish - before };
  }

  #assign(): ReadonlyMap<string, Assignment> {
    const rows = plannedRows(this.#project, this.#planned);
    return new Map(assignmentsOf(this.#project, rows).map((each) => [each.task.id, each]));
  }

  /** In which order the plan hands the roles on. */
  #handOver(): readonly RoleLink[] {
    const places = new Map(this.#planned.map((row) => [row.id, row]));
    return handovers(this.#project, places, this.#choose());
  }

  #choose(): (task: Task) => ChosenWay | null {
    const workforce = new Workforce(this.#project);
    return (task) => {
      const place = this.#places.get(task.id);
      const uses = place?.roles.map(({ role, units }) => ({ role: role.id, units }));
      return workforce.choose(task, place?.way.id, uses);
    };
  }

  #build(): CriticalPath {
    const project = this.project;
    const leaves = project.tasks.filter(({ kind }) => kind !== 'summary');
    const dates = criticalPath(project, {
      choose: this.#choose(),
      minutesOf: (_, { way }) => expectedMinutes(way.estimate),
      facts: new Map(leaves.map((task) => [task.id, this.#factsOf(task)])),
      roleLinks: this.#roleLinks,
    });
    dates.advance(this.#now);
    return dates;
  }

  #factsOf(task: Task): TaskFacts {
    const status = statusOf(task, this.#now, this.#places.get(task.id));
    switch (status.kind) {
      case 'waiting':
        return {};
      case 'finished':
        return { started: status.started, finished: status.finished };
      case 'running':
        return this.#runningFacts(task, status.started);
    }
  }

  #runningFacts(task: Task, started: Minute): TaskFacts {
    const place = this.#places.get(task.id);
    if (place === undefined) return { started };
    // What was reported was true then; without a report the work so far tells.
    const heardAt = isReported(task) ? this.#heardAtOf(task) : this.#now;
    const worked = workedBetween(place, started, heardAt);
    const left = remainderOf(place.way.estimate, task.actual ?? {}, worked).minutes;
    const resumeAt = Math.max(this.#now, task.resumes ?? this.#now);
    const since = resumeAt > this.#now ? 0 : workedBetween(place, heardAt, this.#now);
    const mean = pertMean(left) - since;
    const assumed = pertMean(remainderOf(place.way.estimate, {}, Infinity).minutes);
    const workMinutes = Math.round(mean >= 1 || since === 0 ? mean : assumed);
    return { started, resumeAt, workMinutes: Math.max(1, workMinutes) };
  }

  #heardAtOf({ id, actual }: Task): Minute {
    return Math.max(this.#heardAt.get(id) ?? this.#begunAt, actual?.started ?? this.#begunAt);
  }
}

const isReported = ({ actual }: Task): boolean =>
  actual?.progress !== undefined || actual?.remainingMinutes !== undefined;

/** False when something is taken back or another way is taken; then all is computed anew. */
function goesOn(before: Actual | undefined, after: Actual): boolean {
  const kept = (key: 'started' | 'finished') =>
    before?.[key] === undefined || after[key] !== undefined;
  const isOpened = before !== undefined && isDone(before) && !isDone(after);
  return kept('started') && kept('finished') && !isOpened && before?.way === after.way;
}

function unknown(id: string): PlanwrightError {
  return new PlanwrightError('INVALID_ARGUMENTS', `there is no task “${id}” that takes time`, {
    task: id,
  });
}
