// Critics judge the plan before it is revised. What they said is kept as they said it; where a task, a
// date or a number in it is no longer that of the plan, this is told beside it.
import type { PlanTask } from '../../contract/plan.ts';
import type { Refinement } from '../../contract/plan-critique.ts';
import { plainText } from '../../gates/alike.ts';
import { taskIdOf } from '../../gates/plan-parts.ts';
import { datesInWords } from '../../gates/text-dates.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { dayNumber } from '../working-days.ts';
import { clip, most } from './clip.ts';

export interface Revised {
  /** As the critics saw it. */
  readonly before: NetworkOutput;
  readonly after: NetworkOutput;
  readonly refinements: readonly Refinement[];
  readonly language: string;
}

const MOST_NOTES = 6;
const MAX_CHARS = 300;

const taskOf = ({ phases }: NetworkOutput, id: string): PlanTask | undefined =>
  phases.flatMap(({ tasks }) => tasks).find(({ task_id }) => task_id === id);

export const isTaskOf = (network: NetworkOutput, ref: string): boolean =>
  taskOf(network, taskIdOf(ref)) !== undefined;

const firstStart = (network: NetworkOutput, refs: readonly string[]): string | undefined =>
  refs
    .flatMap((ref) => taskOf(network, taskIdOf(ref))?.start_date ?? [])
    .sort()
    .at(0);

/** By how many days the first of these tasks begins later than the critics saw it. */
export function laterStart(refs: readonly string[], { before, after }: Revised): number {
  const [was, is] = [firstStart(before, refs), firstStart(after, refs)];
  return was === undefined || is === undefined ? 0 : Math.max(0, dayNumber(is) - dayNumber(was));
}

const refsIn = (text: string): string[] => [
  ...new Set(text.match(/(?<![\d.,])\d{1,2}\.\d{1,2}(?![\d%]|[.,]\d)/g) ?? []),
];

const datesIn = (text: string, language: string): ReadonlySet<string> =>
  new Set([...(text.match(/\d{4}-\d\d-\d\d/g) ?? []), ...datesInWords(text, language)]);

const moments = [
  ['start_date', 'begin'],
  ['finish_date', 'end'],
  ['result_date', 'have its result'],
] as const;

/** Dates of a task that the text gives and that have moved. */
function movedDates(ref: string, dates: ReadonlySet<string>, { before, after }: Revised): string[] {
  const [was, is] = [taskOf(before, taskIdOf(ref)), taskOf(after, taskIdOf(ref))];
  if (!was || !is) return [];
  return moments.flatMap(([field, verb]) => {
    const [then, now] = [was[field], is[field]];
    const hasMoved = then !== undefined && now !== undefined && then !== now && dates.has(then);
    return hasMoved ? [`${ref} was to ${verb} on ${then}; now on ${now}.`] : [];
  });
}

const goneTask = (ref: string, { before, after }: Revised): string[] =>
  isTaskOf(before, ref) && !isTaskOf(after, ref) ? [`${ref} is no longer in the plan.`] : [];

function movedEnd(dates: ReadonlySet<string>, { before, after }: Revised): string[] {
  const [then, now] = [before.finish_date, after.finish_date];
  return then !== now && dates.has(then) ? [`The plan was to end on ${then}; now on ${now}.`] : [];
}

/** Numbers that the text gives of something that it names, and that a revision changed. */
function changedNumbers(text: string, { refinements }: Revised): string[] {
  const words = new Set(
    text.split(/[\s():;/]+|,(?!\d)|\.(?!\d)/u).map((word) => word.toLowerCase()),
  );
  const numbers = new Set([...words].map((word) => plainText(word.replaceAll(/[,%$€]/g, ''))));
  return refinements
    .flatMap(({ changes }) => changes)
    .filter(({ before, after }) => /^-?\d+(\.\d+)?$/.test(before) && after !== '')
    .filter(({ path, before }) => numbers.has(plainText(before)) && isNamed(path, words))
    .map(({ path, before, after }) => `${path} was ${before}; now ${after}.`);
}

/** By the id at the beginning of a path, or after the name of its list. */
const isNamed = (path: string, words: ReadonlySet<string>): boolean =>
  [/^(\d{1,2}\.\d{1,2})\./, /^(?:\w+\.)?([A-Z]\d{1,2})\./].some((pattern) => {
    const id = pattern.exec(path)?.[1];
    return id !== undefined && words.has(id.toLowerCase());
  });

/** Empty where everything in these texts still holds. */
export function sinceThen(texts: readonly string[], revised: Revised): string[] {
  const notes = texts.flatMap((text) => {
    const dates = datesIn(text, revised.language);
    return [
      ...refsIn(text).flatMap((ref) => [
        ...goneTask(ref, revised),
        ...movedDates(ref, dates, revised),
      ]),
      ...movedEnd(dates, revised),
      ...changedNumbers(text, revised),
    ];
  });
  return most([...new Set(notes)], MOST_NOTES).map((note) => clip(note, MAX_CHARS));
}
