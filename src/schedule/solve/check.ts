// Checks a schedule against its problem, from the definitions alone: nothing here is shared with
// the code that builds schedules, so that a mistake there cannot hide.
import { checkCapacity } from './check-capacity.ts';
import {
  type Problem,
  type ProblemLink,
  type ProblemTask,
  type ProblemWay,
  successorAxis,
  type WorkAxis,
} from './problem.ts';
import type { Checked, Violation, ViolationKind } from './violation.ts';

export type { Checked, Violation } from './violation.ts';

/** Empty when the schedule is right. At most `limit` violations are listed. */
export function checkAnswer(problem: Problem, answer: Checked, limit = 100): Violation[] {
  const shape = checkShape(problem, answer);
  if (shape.length > 0) return shape.slice(0, limit);
  const asked = askedFinishes(problem, answer);
  const found = [
    ...problem.tasks.flatMap((_, index) => checkTask(problem, index, answer, asked)),
    ...problem.links.flatMap((link, index) => checkLink(problem, link, index, answer)),
    ...checkCapacity(problem, answer),
    ...checkMakespan(answer),
  ];
  return found.slice(0, limit);
}

function checkShape(problem: Problem, answer: Checked): Violation[] {
  const lists = [answer.ways, answer.starts, answer.finishes];
  if (lists.some((list) => list.length !== problem.tasks.length)) {
    return [{ kind: 'shape', message: `Not every list has ${problem.tasks.length} entries` }];
  }
  return problem.tasks.flatMap((task, index): Violation[] => {
    const way = answer.ways[index] as number;
    const known = task.ways.length === 0 ? way === -1 : task.ways[way] !== undefined;
    if (!known) return [{ kind: 'way', message: `Task ${index} has no way ${way}`, task: index }];
    const whole = [answer.starts[index], answer.finishes[index]].every(Number.isSafeInteger);
    if (whole) return [];
    return [{ kind: 'shape', message: `Task ${index} lies between two ticks`, task: index }];
  });
}

/** The latest finish that its way and links ask of each task; 0 where none does. */
function askedFinishes(problem: Problem, answer: Checked): number[] {
  const asked = problem.tasks.map(
    ({ ways }, index) => ways[answer.ways[index] as number]?.finishNotBefore ?? 0,
  );
  for (const link of problem.links) {
    if (link.type[1] !== 'F') continue;
    asked[link.to] = Math.max(asked[link.to] as number, boundOf(problem, link, answer));
  }
  return asked;
}

function checkTask(
  problem: Problem,
  index: number,
  answer: Checked,
  asked: readonly number[],
): Violation[] {
  const task = problem.tasks[index] as ProblemTask;
  const start = answer.starts[index] as number;
  const finish = answer.finishes[index] as number;
  const way = task.ways[answer.ways[index] as number];
  const earliest = Math.max(0, task.notBefore, task.fixedStart ?? 0, way?.notBefore ?? 0);
  const found: Violation[] = [];
  const add = (kind: ViolationKind, message: string) =>
    void found.push({ kind, message: `Task ${index} ${message}`, task: index, tick: start });
  if (start < earliest) add('too-early', `starts at ${start}, before ${earliest}`);
  const leastFinish = way?.finishNotBefore ?? 0;
  if (finish < leastFinish) add('too-early', `ends at ${finish}, before ${leastFinish}`);
  if (way === undefined || way.duration === 0) {
    if (finish !== start) add('duration', `has no length, yet starts ${start} and ends ${finish}`);
    return found;
  }
  checkWork(problem, way, { start, finish, asked: asked[index] as number }, add);
  return found;
}

/** The finish is where the work ends; in the pause after it a link may hold it up. */
function checkWork(
  problem: Problem,
  way: ProblemWay,
  { start, finish, asked }: { start: number; finish: number; asked: number },
  add: (kind: ViolationKind, message: string) => void,
): void {
  const axis = problem.axes[way.axis] as WorkAxis;
  const before = axis.workBefore(start);
  if (axis.tickOf(before) !== start) add('calendar', `starts at ${start}, which is not worked`);
  const right = axis.tickOf(before + way.duration - 1) + 1;
  const isHeld = finish === asked && finish > right && finish <= axis.tickOf(before + way.duration);
  if (finish !== right && !isHeld) add('duration', `ends at ${finish}, not at ${right}`);
}

function checkLink(
  problem: Problem,
  link: ProblemLink,
  index: number,
  answer: Checked,
): Violation[] {
  const to = (link.type[1] === 'F' ? answer.finishes : answer.starts)[link.to] as number;
  const bound = boundOf(problem, link, answer);
  if (to >= bound) return [];
  const message = `Link ${index} (${link.from} ${link.type} ${link.to}) asks for ${bound}, has ${to}`;
  return [{ kind: 'link', message, link: index, task: link.to, tick: to }];
}

/** What the link asks of its second end. */
function boundOf(problem: Problem, link: ProblemLink, answer: Checked): number {
  const from = (link.type[0] === 'F' ? answer.finishes : answer.starts)[link.from] as number;
  const way = problem.tasks[link.to]?.ways[answer.ways[link.to] as number];
  const axis = link.axis === successorAxis ? (way?.axis ?? 0) : link.axis;
  return afterLag(problem.axes[axis] as WorkAxis, from, link.lag);
}

function afterLag(axis: WorkAxis, from: number, lag: number): number {
  if (lag === 0) return from;
  if (axis.always) return from + lag;
  const worked = axis.workBefore(from) + lag;
  if (lag > 0) return axis.tickOf(worked - 1) + 1;
  return worked < 0 ? 0 : axis.tickOf(worked);
}

function checkMakespan(answer: Checked): Violation[] {
  const end = answer.finishes.reduce((most, finish) => Math.max(most, finish), 0);
  if (end === answer.makespan) return [];
  return [{ kind: 'makespan', message: `The makespan is ${end}, not ${answer.makespan}` }];
}
