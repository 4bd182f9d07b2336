// Numbers and dates that a round of revisions replaced by others: those of fields, and in texts those
// of which exactly one of a unit went and one came.
import type { Refinement } from '../../contract/plan-critique.ts';
import { datesInWords } from '../../gates/text-dates.ts';
import { datesIn } from '../../gates/text-numbers.ts';
import { type Change, changesBetween } from './changes.ts';
import type { PlanState } from './plan-state.ts';
import { nowAt, placeOf } from './sections.ts';
import { figuresWithUnits, type UnitFigure } from './unit-figures.ts';

export interface MovedFigure {
  readonly kind: 'number' | 'date';
  /** What it is a figure of: A6, 1.1, M4. */
  readonly of: string;
  readonly was: string;
  readonly now: string;
  /** Of a number. */
  readonly unit: string;
}

export interface Round {
  readonly before: PlanState;
  readonly after: PlanState;
  readonly refinements: readonly Pick<Refinement, 'section' | 'item'>[];
  readonly language: string;
  readonly currency: string;
}

const MOST_CHARS = 5_000;
const subject = /^(?:\w+\.)?([A-Z]\d{1,2}|\d{1,2}\.\d{1,2})(?:\.|$)/;
const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

export const allDatesIn = (text: string, language: string): string[] => [
  ...new Set([...datesIn(text), ...datesInWords(text, language)]),
];

/** The unit of a field that is a number; null where texts do not tell such numbers. */
function unitOf(path: string, of: string, { after, currency }: Round): string | null {
  const field = path.split('.').at(-1) ?? '';
  if (/^A\d/.test(of) && ['lower', 'base', 'upper'].includes(field)) {
    return after.assumptions.find(({ id }) => id === of)?.unit ?? null;
  }
  if (/^M\d/.test(of) && field === 'target') {
    return after.charter.measures.find(({ id }) => id === of)?.unit ?? null;
  }
  return /\.costs\..*\.base$/.test(path) ? currency : null;
}

const unlike = (all: readonly UnitFigure[], others: readonly UnitFigure[]): UnitFigure[] =>
  all.filter(
    ({ values, unit }) =>
      unit !== '' && !others.some((other) => other.values.some((one) => values.includes(one))),
  );

/** Those that have no counterpart of their unit are not known to be replaced. */
function inTexts({ before, after }: Change, of: string): MovedFigure[] {
  const [old, fresh] = [figuresWithUnits(before), figuresWithUnits(after)];
  const [gone, come] = [unlike(old, fresh), unlike(fresh, old)];
  return gone.flatMap((one) => {
    const same = come.filter(({ unit }) => unit === one.unit);
    const isAlone = gone.filter(({ unit }) => unit === one.unit).length === 1;
    const [next] = same;
    return isAlone && same.length === 1 && next
      ? [{ kind: 'number' as const, of, was: one.raw, now: next.raw, unit: one.unit }]
      : [];
  });
}

function datesOf({ before, after }: Change, of: string, language: string): MovedFigure[] {
  const [old, fresh] = [allDatesIn(before, language), allDatesIn(after, language)];
  const [was, ...moreGone] = old.filter((date) => !fresh.includes(date));
  const [now, ...moreCome] = fresh.filter((date) => !old.includes(date));
  const isPair = was && now && moreGone.length + moreCome.length === 0;
  return isPair ? [{ kind: 'date', of, was, now, unit: '' }] : [];
}

function movedBy(change: Change, round: Round): MovedFigure[] {
  const of = subject.exec(change.path)?.[1] ?? '';
  const { path, before: was, after: now } = change;
  if (was === '' || now === '') return [];
  if (isNumber(was) && isNumber(now)) {
    const unit = unitOf(path, of, round);
    return unit === null ? [] : [{ kind: 'number', of, was, now, unit }];
  }
  if (isDate(was) && isDate(now)) return [{ kind: 'date', of, was, now, unit: '' }];
  return [...inTexts(change, of), ...datesOf(change, of, round.language)];
}

/** Each once; fields come before texts, since they know what they are. */
export function movedFigures(round: Round): MovedFigure[] {
  const all = round.refinements.flatMap(({ section, item }) => {
    const place = placeOf(`${section}${item}`);
    const changes = changesBetween(
      ...([nowAt(place, round.before), nowAt(place, round.after), MOST_CHARS] as const),
    );
    return changes.flatMap((change) => movedBy(change, round));
  });
  const byWords = new Map(all.map((one) => [`${one.of} ${one.was} ${one.unit}`, one]));
  return [...byWords.values()];
}
