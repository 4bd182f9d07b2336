// Sections are revised at the same time, each by itself: one gets a new figure, others still tell the
// old one. Code finds these, rather few than wrong ones: the same number beside the same unit, and
// either exact enough to be no chance, or tied to what changed by its id or by the rest of the unit.
import type { PlanFinding } from '../../contract/plan-critique.ts';
import { type NumberSources, numberSources } from '../../gates/number-sources.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { clipped } from './hits.ts';
import { allDatesIn, type MovedFigure, movedFigures, type Round } from './moved-figures.ts';
import { type PlanText, planTexts } from './plan-texts.ts';
import {
  figuresWithUnits,
  furtherWords,
  hasUnit,
  type UnitFigure,
  writingsOf,
} from './unit-figures.ts';

export interface StaleGround extends Round {
  readonly network: Pick<NetworkOutput, 'phases' | 'finish_date' | 'start_date'>;
  /** What was laid down stands, whatever is revised. */
  readonly laidDown: readonly unknown[];
}

/** By it a finding of this kind is known again. */
const REMEDY = 'Bring it in line with the new figure, and what follows from it.';

export const isStaleMention = ({ remedy }: Pick<PlanFinding, 'remedy'>): boolean =>
  remedy === REMEDY;

const MOST_FOUND = 24;
const NEAR = 40;
/** Digits but for zeros at the end: 27,350 is hardly told twice by chance, 2,500 is. */
const EXACT = 3;
const LEAST_DIGITS = 3;

const isNamed = (id: string, text: string): boolean =>
  id !== '' &&
  new RegExp(`(?<![\\p{L}\\p{N}.])${id.replace('.', '\\.')}(?![\\p{N}]|\\.\\d)`, 'u').test(text);

const around = (text: string, { at, end }: Pick<UnitFigure, 'at' | 'end'>): string =>
  text.slice(Math.max(0, at - NEAR), end + NEAR);

const digitsIn = (raw: string): number => raw.replace(/\D/g, '').length;

/** What it is tied by to the figure that changed. */
function isTied(moved: MovedFigure, { text, restsOn }: PlanText, figure: UnitFigure): boolean {
  const after = text.slice(figure.end, figure.end + NEAR).toLowerCase();
  return (
    isNamed(moved.of, around(text, figure)) ||
    restsOn.includes(moved.of) ||
    furtherWords(moved.unit).some((word) => after.includes(word.slice(0, 5)))
  );
}

function isOldFigure(
  moved: MovedFigure,
  where: PlanText,
  figure: UnitFigure,
  writings: readonly string[],
): boolean {
  if (!figure.values.includes(amountOf(moved.was))) return false;
  const isLong = digitsIn(figure.raw) >= LEAST_DIGITS;
  if (!hasUnit(figure, writings)) {
    return isLong && isNamed(moved.of, around(where.text, figure));
  }
  return (isLong && figure.significant >= EXACT) || isTied(moved, where, figure);
}

const amountOf = (raw: string): number =>
  /^-?\d+(\.\d+)?$/.test(raw) ? Number(raw) : (figuresWithUnits(raw)[0]?.values[0] ?? Number.NaN);

const excerpt = (text: string, at: number, end: number): string =>
  `${at > NEAR ? '…' : ''}${text.slice(Math.max(0, at - NEAR), end + NEAR).trim()}${end + NEAR < text.length ? '…' : ''}`;

/** A text with what it tells. */
interface Told extends PlanText {
  readonly figures: readonly UnitFigure[];
}

const isTold = ({ now }: MovedFigure, { figures }: Told): boolean =>
  figures.some(({ values }) => values.includes(amountOf(now)));

/** The place in the text that still has it; null where none has, or where the new one stands too. */
function staleNumber(moved: MovedFigure, where: Told, writings: readonly string[]): string | null {
  const old = where.figures.find((figure) => isOldFigure(moved, where, figure, writings));
  return old && !isTold(moved, where) ? excerpt(where.text, old.at, old.end) : null;
}

function staleDate({ was, now }: MovedFigure, { text }: PlanText, language: string): string | null {
  // A field that is a date of its own is no mention.
  if (text.trim().length <= was.length) return null;
  const dates = allDatesIn(text, language);
  if (!dates.includes(was) || dates.includes(now)) return null;
  const at = Math.max(0, text.indexOf(was));
  return excerpt(text, at, at + was.length);
}

/** Whether the old figure holds for something else, or still. */
function stillStands(moved: MovedFigure, ground: StaleGround, laidDown: NumberSources): boolean {
  if (moved.kind === 'date') return laidDown.dates.has(moved.was) || isScheduled(moved.was, ground);
  const was = amountOf(moved.was);
  const writings = writingsOf(moved.unit, ground.language);
  return (
    laidDown.numbers.has(was) ||
    ground.after.assumptions.some(
      ({ lower, base, upper, unit }) =>
        [lower, base, upper].includes(was) &&
        writingsOf(unit, ground.language).some((one) => writings.includes(one)),
    )
  );
}

const isScheduled = (date: string, { network, after }: StaleGround): boolean =>
  [network.start_date, network.finish_date].includes(date) ||
  after.charter.measures.some(({ by }) => by === date) ||
  network.phases
    .flatMap(({ tasks }) => tasks)
    .some((task) => [task.start_date, task.finish_date, task.result_date].includes(date));

function findingOf(moved: MovedFigure, { section, item }: PlanText, still: string): PlanFinding {
  const { of, was, now, unit } = moved;
  const told = unit === '' ? now : `${now} ${unit}`;
  const what = of === '' ? 'What was' : of;
  const says =
    of === ''
      ? `${what} ${was} is now ${told}; this text still says “${still}”.`
      : `${what} now has ${told} (was ${was}); this text still says “${still}”.`;
  return { section, item, severity: 'major', says: clipped(says), remedy: REMEDY };
}

function mentionsOf(moved: MovedFigure, texts: readonly Told[], language: string): PlanFinding[] {
  const writings = writingsOf(moved.unit, language);
  return texts
    .filter(({ item }) => item === '' || item !== moved.of)
    .flatMap((where) => {
      const still =
        moved.kind === 'date'
          ? staleDate(moved, where, language)
          : staleNumber(moved, where, writings);
      return still === null ? [] : [findingOf(moved, where, still)];
    });
}

export function staleMentions(ground: StaleGround): PlanFinding[] {
  const laidDown = numberSources(...ground.laidDown);
  const moved = movedFigures(ground).filter((one) => !stillStands(one, ground, laidDown));
  if (moved.length === 0) return [];
  const texts = planTexts(ground.after)
    .filter(({ text }) => /\p{Nd}/u.test(text))
    .map((one) => ({ ...one, figures: figuresWithUnits(one.text) }));
  const all = moved.flatMap((one) => mentionsOf(one, texts, ground.language));
  // Two changes may have replaced the same figure: one word about it is enough.
  const byPlace = new Map(
    all.toReversed().map((one) => [`${one.section} ${one.item} ${one.says.split('“')[1]}`, one]),
  );
  return [...byPlace.values()].toReversed().slice(0, MOST_FOUND);
}
