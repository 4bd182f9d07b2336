// The words around dates in the languages that goals most often come in: limits, parts of a month,
// seasons, ordinals, weekdays, "next week". Each table maps a word to the English one the rules know.
type Table = ReadonlyMap<string, string>;

const tableOf = (rows: Readonly<Record<string, string>>): Table =>
  new Map(
    Object.entries(rows).flatMap(([meaning, list]) =>
      list.split('|').map((word) => [word, meaning] as const),
    ),
  );

const sourceOf = (table: Table): string =>
  [...table.keys()].sort((a, b) => b.length - a.length).join('|');

const parts = tableOf({
  early: 'early|anfang|début|debut|principios de|begyndelsen af|starten af|primo',
  mid: 'the middle of|middle of|mid|mitte|mi|mediados de|midten af|medio',
  late: 'late',
  end: 'the end of|end of|ende|fin de|fin|finales de|slutningen af|udgangen af|ultimo',
});
/** Early, mid, late; "the end of" leaves the whole month or year, whose last day counts. */
export const PART = sourceOf(parts);
/** Before a month without a year: "our debut may come soon" has none. */
export const LONE_PART = sourceOf(new Map([...parts].filter(([word]) => word !== 'debut')));
export const partOf = (word: string): string => parts.get(word.toLowerCase()) ?? 'end';

const seasons = tableOf({
  spring: 'spring|frühling|frühjahr|printemps|primavera|forår|foråret',
  summer: 'summer|sommer|été|verano|sommeren',
  autumn: 'autumn|fall|herbst|automne|otoño|efterår|efteråret',
  winter: 'winter|hiver|invierno|vinter|vinteren',
});
export const SEASON = sourceOf(seasons);
export const seasonOf = (word: string): string => seasons.get(word.toLowerCase()) ?? '';

const ordinals = tableOf({
  '1': '1st|first|erste[ns]?|1er|premier|primer|første|1º|1\\.|1',
  '2': '2nd|second|zweite[ns]?|2e|2ème|deuxième|second|segundo|anden|andet|2º|2\\.|2',
  '3': '3rd|third|dritte[ns]?|3e|3ème|troisième|tercer|tredje|3º|3\\.|3',
  '4': '4th|fourth|vierte[ns]?|4e|4ème|quatrième|cuarto|fjerde|4º|4\\.|4',
});
export const ORDINAL = sourceOf(ordinals);
export function ordinalOf(word: string): number {
  const bare = word.toLowerCase().replace(/(?<=erste|zweite|dritte|vierte)[ns]$/, '');
  const digit = /^[1-4]/.exec(bare)?.[0];
  const found = [...ordinals].find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'iu').test(bare));
  return Number(digit ?? found?.[1] ?? 0);
}

const units = tableOf({
  week: 'week|woche|semaine|semana|uge',
  weekend: 'weekend|wochenende',
  month: 'month|monat|monats|mois|mes|måned',
  quarter: 'quarter|quartal|quartals|trimestre|kvartal',
  year: 'year|jahr|jahres|année|an|año|år',
});
export const TIME_UNIT = sourceOf(units);
export const unitOf = (word: string): string => units.get(word.toLowerCase()) ?? 'year';

const weekdays = [
  'monday|montag|lundi|lunes|mandag',
  'tuesday|dienstag|mardi|martes|tirsdag',
  'wednesday|mittwoch|mercredi|miércoles|onsdag',
  'thursday|donnerstag|jeudi|jueves|torsdag',
  'friday|freitag|vendredi|viernes|fredag',
  'saturday|samstag|sonnabend|samedi|sábado|lørdag',
  'sunday|sonntag|dimanche|domingo|søndag',
].map((list) => list.split('|'));
export const WEEKDAY = weekdays.flat().join('|');
export const weekdayOf = (word: string): number =>
  weekdays.findIndex((list) => list.includes(word.toLowerCase()));

/** What stands between the word of a limit and its date: "bis zum", "before the end of". */
const BETWEEN = String.raw`(?:\s(?:the|zum|dem|den|le|la|el|à|au))?(?:\s?(?:l['’])|\s(?:${PART}))?`;

/** Words that make the date after them the limit. */
const LIMITS =
  "by|through|until|till|before|no later than|deadline(?: is|:)?|due(?: on| by)?|ending|bis|spätestens(?: am| bis(?: zum)?)?|vor|frist:?|avant|d['’]ici|au plus tard|jusqu['’](?:à|au|en)|date limite ?:?|antes del?|hasta|para|a más tardar|fecha límite:?|senest|inden|før|frist:?|vóór|entro|até|finish(?:ed)? (?:in|on)|open(?:ed|ing)? (?:in|on)|launch(?:ed|ing)? (?:in|on)|complete[d]? (?:in|on|by)";
export const LIMIT = new RegExp(
  String.raw`(?<!\p{L})(?:${LIMITS})${BETWEEN}(?: (?:early|mid|late))?[\s'’-]*$`,
  'iu',
);
/** A limit that leaves the time itself out. */
export const BEFORE =
  /(?<!\p{L})(?:before|vor|avant|antes del?|før|vóór)(?: (?:the|dem|le|la|el|den|l['’]))?\s*$/iu;
/** The coming one: "next spring", "nächstes Frühjahr", "el próximo verano". */
export const NEXT = 'next|nächste[mnrs]?|næste|próxim[oa]';
/** The same, said after it: "été prochain", "verano que viene". */
export const NEXT_AFTER = 'prochaine?|próxim[oa]|que viene';
