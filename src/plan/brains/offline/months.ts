// Month names in the languages goals most often come in, by their first distinct letters.
const names: readonly (readonly string[])[] = [
  [
    'january',
    'jan',
    'januar',
    'jänner',
    'januari',
    'janvier',
    'enero',
    'gennaio',
    'janeiro',
    'января',
  ],
  [
    'february',
    'feb',
    'februar',
    'februari',
    'février',
    'fevrier',
    'febrero',
    'febbraio',
    'fevereiro',
    'февраля',
  ],
  ['march', 'mar', 'märz', 'marts', 'mars', 'maart', 'marzo', 'março', 'марта'],
  ['april', 'apr', 'avril', 'abril', 'aprile', 'апреля'],
  ['may', 'mai', 'maj', 'mei', 'mayo', 'maggio', 'maio', 'мая'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho', 'июня'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho', 'июля'],
  ['august', 'aug', 'augustus', 'augusti', 'août', 'aout', 'agosto', 'августа'],
  [
    'september',
    'sep',
    'sept',
    'septembre',
    'septiembre',
    'setiembre',
    'settembre',
    'setembro',
    'сентября',
  ],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'outubro', 'октября'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro', 'ноября'],
  [
    'december',
    'dec',
    'dezember',
    'dez',
    'décembre',
    'decembre',
    'diciembre',
    'dicembre',
    'dezembro',
    'декабря',
  ],
];

const monthOf = new Map(
  names.flatMap((list, index) => list.map((name) => [name, index + 1] as const)),
);

export const MONTH = [...monthOf.keys()].sort((a, b) => b.length - a.length).join('|');

export function monthNumber(name: string): number {
  return monthOf.get(name.toLowerCase()) ?? 0;
}
