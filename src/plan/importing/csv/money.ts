// Amounts of money as people write them in tables. What is no amount as a whole is none: a figure taken
// out of a sentence is a wrong one.
import type { ImportedTask } from '../imported-plan.ts';
import type { Tell } from '../telling.ts';
import { type Decimal, figureOf } from './numbers.ts';

export interface Amount {
  readonly value: number;
  readonly currency?: string;
}

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Kroner are Danish here: of the languages with kroner only Danish heads are known. */
const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '€': 'EUR', eur: 'EUR', euro: 'EUR', euros: 'EUR', '£': 'GBP', '¥': 'JPY' },
    ...{ $: 'USD', us$: 'USD', usd: 'USD', dollars: 'USD', kr: 'DKK', fr: 'CHF', sfr: 'CHF' },
  }),
);

const currencyOf = (word: string): string | undefined =>
  codes.has(word) ? word : names.get(word.toLowerCase().replace(/\.$/, ''));

/** One before the figure and one behind it must not differ; a dollar may be that of any country. */
function oneOf(before: string, behind: string): string | null | undefined {
  if (before === '' && behind === '') return null;
  const [first, second] = [before, behind].map((word) => (word === '' ? null : currencyOf(word)));
  if (first === undefined || second === undefined) return undefined;
  if (first === null || second === null) return first ?? second;
  return first === second || before === '$' ? second : undefined;
}

const scales: ReadonlyMap<string, number> = new Map([
  ...(['k', 'tsd', 'thousand'] as const).map((word) => [word, 1e3] as const),
  ...(['m', 'mn', 'mio', 'million'] as const).map((word) => [word, 1e6] as const),
]);

const word = String.raw`[^\d\s.,'’()+-]{1,7}\.?`;
const shape = new RegExp(
  String.raw`^(-?) ?(${word})? ?(-?)([\d.,][\d.,'’ ]*?)(?:[.,] ?[-–—]{1,2})? ?` +
    String.raw`((?:${[...scales.keys()].join('|')})(?!\p{L})\.?)? ?(${word})?$`,
  'iu',
);

/** 1,234.50, 1.234,50 €, EUR 1'000, $1.2M, 10k, 100,-. */
export function amountOf(text: string, decimal: Decimal = '.'): Amount | undefined {
  const plain = text.trim().replace(/\s+/g, ' ');
  if (plain.length > 60) return undefined;
  const found = shape.exec(plain);
  if (found === null) return undefined;
  const [, minus, before = '', inner, figure = '', scaleWord = '', behind = ''] = found;
  const currency = oneOf(before, behind);
  const scale = scales.get(scaleWord.toLowerCase().replace('.', '')) ?? 1;
  // Money has two digits behind its mark: beside a currency three are thousands, whatever the mark.
  const value = figureOf(figure, currency && scale === 1 ? null : decimal);
  if (value === undefined || currency === undefined) return undefined;
  const signed = minus || inner ? -value : value;
  return {
    value: scale === 1 ? signed : Math.round(signed * scale * 100) / 100,
    ...(currency === null ? {} : { currency }),
  };
}

/** Of those that are named most often the first. */
function commonest(named: readonly string[]): string | undefined {
  const counts = [...Map.groupBy(named, (code) => code)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

export interface Priced {
  readonly tasks: ImportedTask[];
  readonly currency?: string;
}

/** A table has no rates, so one currency is kept. `placeOf` says where a task stands. */
export function inOneCurrency(
  tasks: readonly ImportedTask[],
  placeOf: (id: string) => string,
  tell: Tell,
): Priced {
  const currency = commonest(tasks.flatMap(({ cost }) => cost?.currency ?? []));
  if (currency === undefined) return { tasks: [...tasks] };
  const priced = tasks.map((task): ImportedTask => {
    const { cost, ...rest } = task;
    if (cost?.currency === undefined || cost.currency === currency) return task;
    const detail = `${cost.base} ${cost.currency} was left out: the costs of the table are in ${currency}, and it has no rates`;
    tell('other_currency', placeOf(task.id), detail, false);
    return rest;
  });
  return { tasks: priced, currency };
}
