// Where the figures of a summary come from: dates, percentages and numbers from 100. Smaller numbers
// and bare years are as often names as figures, and are left out.
import { numbersIn, type TextNumber } from '../../../src/gates/text-numbers.ts';
import { datesIn } from './stated-end.ts';

export interface ComputedFigures {
  /** In milliseconds; the day counts. */
  readonly days: readonly number[];
  /** Amounts and spans; shares of one are told as percentages. */
  readonly numbers: readonly number[];
}

export interface FigureSources {
  readonly computed: ComputedFigures;
  /** Texts; a figure that is told in one of them comes from it. */
  readonly goal: string;
  readonly assumptions: string;
  readonly language?: string | undefined;
}

export interface SummaryFigures {
  readonly all: number;
  readonly computed: number;
  readonly ofGoal: number;
  readonly assumed: number;
  /** In none of these: a milestone of the text, a trigger, or nothing at all. */
  readonly elsewhere: number;
}

type Source = 'computed' | 'ofGoal' | 'assumed' | 'elsewhere';

const dayMs = 86_400_000;
const dayOf = (ms: number): number => Math.floor(ms / dayMs);
const isYear = (value: number): boolean => value >= 1900 && value <= 2100;
const rounds = (one: number, other: number): boolean => Math.abs(one - other) <= 0.5;

const isFigure = ({ values, isPercent, isPlain }: TextNumber): boolean =>
  isPercent || values.some((value) => value >= 100 && !(isPlain && isYear(value)));

function firstOf(isComputed: boolean, isOfGoal: boolean, isAssumed: boolean): Source {
  if (isComputed) return 'computed';
  if (isOfGoal) return 'ofGoal';
  return isAssumed ? 'assumed' : 'elsewhere';
}

function dateSources(text: string, sources: FigureSources): Source[] {
  const { computed, goal, assumptions, language } = sources;
  const days = (list: readonly number[]) => new Set(list.map(dayOf));
  const known = days(computed.days);
  const [ofGoal, assumed] = [days(datesIn(goal, language)), days(datesIn(assumptions, language))];
  return datesIn(text, language)
    .map(dayOf)
    .map((day) => firstOf(known.has(day), ofGoal.has(day), assumed.has(day)));
}

function numberSources(text: string, { computed, goal, assumptions }: FigureSources): Source[] {
  const ofGoal = numbersIn(goal).flatMap(({ values }) => values);
  const assumed = numbersIn(assumptions).flatMap(({ values }) => values);
  return numbersIn(text)
    .filter(isFigure)
    .map(({ values, isPercent }) => {
      const isIn = (own: readonly number[]) => values.some((value) => own.includes(value));
      const isComputed = computed.numbers.some((own) =>
        values.some((value) =>
          isPercent ? own <= 1 && rounds(own * 100, value) : rounds(own, value),
        ),
      );
      return firstOf(isComputed, isIn(ofGoal), isIn(assumed));
    });
}

export function summaryFigures(text: string, sources: FigureSources): SummaryFigures {
  const found = [...dateSources(text, sources), ...numberSources(text, sources)];
  const count = (source: Source): number => found.filter((one) => one === source).length;
  return {
    all: found.length,
    computed: count('computed'),
    ofGoal: count('ofGoal'),
    assumed: count('assumed'),
    elsewhere: count('elsewhere'),
  };
}
