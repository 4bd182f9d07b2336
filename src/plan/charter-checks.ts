// What is wrong with a charter, as far as code can see.

import type { Quantity } from '../contract/plan-basis.ts';
import type { Charter } from '../contract/plan-charter.ts';
import { numberSources, unsourcedNumbers } from '../gates/number-sources.ts';
import { doubles } from './doubles.ts';
import type { DirectionOutput } from './outputs/direction.ts';
import { addCalendarDays, addWorkingDays, dayNumber, nextWorkingDay } from './working-days.ts';
import { withWorkings } from './workings.ts';

export interface CharterGround {
  readonly direction: DirectionOutput;
  readonly assumptions: readonly Quantity[];
  readonly goal: string;
  /** Figures of the plan, once it was reckoned. */
  readonly computed?: readonly (string | number)[];
}

const namedIds = (text: string): string[] => text.match(/\b[AD]\d{1,2}\b/g) ?? [];

function idProblems({ deliverables, measures }: Charter): string[] {
  const problem = (list: string) => (id: string) => `${list}: ${id} is used twice; number anew`;
  return [
    ...doubles(deliverables.map(({ id }) => id)).map(problem('deliverables')),
    ...doubles(measures.map(({ id }) => id)).map(problem('measures')),
  ];
}

function sourceProblems(
  { measures }: Charter,
  { direction, assumptions }: CharterGround,
): string[] {
  const known = new Set([...direction.directives, ...assumptions].map(({ id }) => id));
  return measures.flatMap(({ source }, index) =>
    namedIds(source)
      .filter((id) => !known.has(id))
      .map((id) => `measures.${index}.source: there is no ${id}; name one that there is, or none`),
  );
}

const dateProblems = ({ measures }: Charter, { direction }: CharterGround): string[] =>
  measures.flatMap(({ by }, index) =>
    by !== null && by < direction.start_date
      ? [`measures.${index}.by: ${by} is before the start on ${direction.start_date}`]
      : [],
  );

const DAYS_PER_WEEK = 7;
const DAYS_PER_MONTH = 30.44;

/** How long it is from the start to the deadline: everybody may say that in days, weeks or months. */
function spans({ start_date, deadline }: DirectionOutput): number[] {
  if (deadline === null) return [];
  const days = dayNumber(deadline.date) - dayNumber(start_date);
  const units = [1, DAYS_PER_WEEK, DAYS_PER_MONTH];
  return units.flatMap((unit) => [Math.floor(days / unit), Math.ceil((days + 1) / unit)]);
}

/** When it would end by what was estimated of its days, in working days or in all days. */
function estimatedEnds(
  { start_date }: DirectionOutput,
  assumptions: readonly Quantity[],
): string[] {
  const first = nextWorkingDay(start_date);
  return assumptions
    .filter(({ total }) => total === 'days')
    .flatMap(({ lower, base, upper }) => [lower, base, upper])
    .map(Math.round)
    .filter((days) => days >= 0 && days < MAX_DAYS)
    .flatMap((days) => [
      ...[days - 1, days].map((count) => addCalendarDays(start_date, Math.max(0, count))),
      ...[days - 1, days].map((count) => addWorkingDays(first, Math.max(0, count))),
    ]);
}
const MAX_DAYS = 36_525;

/** Where a charter may write out how it reckoned; an assumption stands for its base. */
function workingsIn(
  { goal, smart, measures }: Charter,
  assumptions: readonly Quantity[],
): string[] {
  const bases = new Map(assumptions.map(({ id, base }) => [id, String(base)]));
  const texts = [goal, ...Object.values(smart), ...measures.map(({ source }) => source)];
  return texts.map((text) => text.replace(/\bA\d{1,2}\b/g, (id) => bases.get(id) ?? id));
}

/** The goal in other words has no other numbers; what is measured states its source by itself. */
function numberProblems(
  charter: Charter,
  { direction, assumptions, goal, computed = [] }: CharterGround,
): string[] {
  const targets = charter.measures.map(({ target, by }) => ({ target, by }));
  const ends = estimatedEnds(direction, assumptions);
  const known = [goal, direction, assumptions, targets, spans(direction), ends, computed];
  const sources = withWorkings(numberSources(...known), workingsIn(charter, assumptions));
  const texts = Object.entries({ goal: charter.goal, ...charter.smart });
  return texts.flatMap(([field, text]) =>
    unsourcedNumbers(text, sources).map(
      (number) =>
        `${field}: ${number} stands neither in the goal nor in the material; use one that does, write out how it is reckoned from such (count × price), or leave it out`,
    ),
  );
}

export const charterProblems = (charter: Charter, ground: CharterGround): string[] => [
  ...idProblems(charter),
  ...sourceProblems(charter, ground),
  ...dateProblems(charter, ground),
  ...numberProblems(charter, ground),
];
