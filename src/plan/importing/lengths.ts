// How long each task takes, for those of which the file does not say it or says it wrongly. Every figure
// that is not the file's own is a guess by a stated rule, and told as one.
import type { Estimate } from '../../contract/plan.ts';
import type { ImportDefect, ImportedTask } from './imported-plan.ts';

const usual = { low: 4, likely: 8, high: 16 };
const ofStep = { low: 2, likely: 4, high: 8 };
const maxHours = 1e6;

export interface Lengths {
  readonly hours: ReadonlyMap<string, Estimate>;
  readonly defects: readonly ImportDefect[];
  readonly guesses: readonly string[];
}

const times = ({ low, likely, high }: Estimate, factor: number): Estimate => ({
  low: low * factor,
  likely: likely * factor,
  high: high * factor,
});

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? usual.likely;
}

const isHours = (value: number): boolean =>
  Number.isFinite(value) && value >= 0 && value <= maxHours;

/** low ≤ likely ≤ high, by putting them in order. */
function ordered(id: string, given: Estimate, defects: ImportDefect[]): Estimate | null {
  const { low, likely, high } = given;
  if (![low, likely, high].every(isHours)) return null;
  if (low <= likely && likely <= high) return given;
  const [least = 0, middle = 0, most = 0] = [low, likely, high].toSorted((a, b) => a - b);
  const detail = `Its lengths ${low}, ${likely} and ${high} hours are out of order; they were put in order.`;
  defects.push({ kind: 'disordered_estimate', where: id, detail, repaired: true });
  return { low: least, likely: middle, high: most };
}

interface Guessing {
  readonly isStated: boolean;
  readonly middle: number;
  readonly steps: ReadonlyMap<string, number>;
}

/** By the file's own lengths where it has any, else by how many parts the task has. */
function guessed({ id }: ImportedTask, { isStated, middle, steps }: Guessing): Estimate {
  if (isStated) return { low: middle / 2, likely: middle, high: middle * 2 };
  const parts = steps.get(id) ?? 0;
  return parts === 0 ? usual : times(ofStep, parts);
}

const ruleOf = ({ isStated, middle }: Guessing, count: number): string =>
  isStated
    ? `${count} tasks have no length in the file: each is taken to be as long as the middle one of the others, ${middle} hours (half to twice as long).`
    : `The file has no lengths: a task is taken to be ${usual.likely} hours (${usual.low} to ${usual.high}), one with parts ${ofStep.likely} hours a part (${ofStep.low} to ${ofStep.high}).`;

export function lengthsOf(tasks: readonly ImportedTask[]): Lengths {
  const defects: ImportDefect[] = [];
  const hours = new Map<string, Estimate>();
  const open: ImportedTask[] = [];
  for (const task of tasks.filter(({ kind }) => kind === 'task')) {
    const own = task.hours === null ? null : ordered(task.id, task.hours, defects);
    if (own === null) open.push(task);
    else hours.set(task.id, own);
  }
  const steps = new Map<string, number>();
  for (const { kind, parent } of tasks) {
    if (kind === 'step' && parent !== null) steps.set(parent, (steps.get(parent) ?? 0) + 1);
  }
  const stated = [...hours.values()].map(({ likely }) => likely).filter((likely) => likely > 0);
  const guessing = { isStated: stated.length > 0, middle: median(stated), steps };
  for (const task of open) {
    hours.set(task.id, guessed(task, guessing));
    // Where no task has a length the format has no place for it.
    if (!guessing.isStated && task.hours === null) continue;
    const why = task.hours === null ? 'It has no length' : 'Its length is no number of hours';
    const detail = `${why}; ${guessed(task, guessing).likely} hours were taken.`;
    defects.push({ kind: 'missing_duration', where: task.id, detail, repaired: true });
  }
  return { hours, defects, guesses: open.length > 0 ? [ruleOf(guessing, open.length)] : [] };
}
