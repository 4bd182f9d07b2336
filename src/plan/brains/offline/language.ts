// Which language the goal is in, roughly: by script first, then by its commonest small words.
// Only used to say so in the plan and to relax word rules; nothing is refused for its language.
import { ownNumberWords } from './number-words.ts';
import { words } from './text.ts';

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\u3040-\u30ff]/, 'ja'],
  [/[\uac00-\ud7af]/, 'ko'],
  [/[\u4e00-\u9fff]/, 'zh'],
  [/[\u0e00-\u0e7f]/, 'th'],
  [/[\u0900-\u097f]/, 'hi'],
  [/[\u0600-\u06ff]/, 'ar'],
  [/[\u0590-\u05ff]/, 'he'],
  [/[\u0370-\u03ff]/, 'el'],
  [/[іїєґ]/i, 'uk'],
  [/[\u0400-\u04ff]/, 'ru'],
];

const smallWords: Readonly<Record<string, string>> = {
  en: 'the a an and of to in for with on my i we our by is are that this from want need within before without build open create start',
  de: 'der die das dem den des ein eine einen einer einem und in im für mit von vom zu zum zur ich wir bis nach auf am ist mein meine unser unsere ohne vor binnen innerhalb über soll will sollen wird jahre jahren monate monaten wochen eröffnen bauen eröffne gründe gründen an um bei durch',
  fr: 'le la les un une des et de du en au aux pour avec dans je nous sur mon ma mes notre nos sans avant par chez ouvrir créer à d l ici ans mois semaines jours pendant entre',
  es: 'el la los las un una unos y de del en para con por mi mis al quiero queremos abrir nuestro nuestra sin antes hasta crear construir dentro años año meses semanas días entre próxima próximo a',
  pt: 'o a os as um uma e de do da em para com por meu minha quero abrir no na sem antes até',
  it: 'il la lo gli un una e di del della in per con mio mia voglio aprire nel senza entro',
  nl: 'de het een en van in voor met op mijn ik wij naar openen binnen zonder',
  da: 'en et og i til med på af for min mit vores jeg vi det den der skal åbne åbn inden uden fra byg bygge start om løbet senest før år måneder uger over hold lav',
  sv: 'en ett och i till med på av för min jag vi det den öppna inom utan',
  pl: 'i w na z do dla moje chcę otworzyć',
};

/** Letters that hardly any other language has; one of them says as much as a small word. */
const letters: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/iu,
  fr: /[çœêèùû]|\b[dl]['’]\p{L}/iu,
  es: /[ñ¿¡íóú]|(?:ción|ería)(?!\p{L})/iu,
  da: /[æøå]/iu,
  sv: /[äö]/iu,
  pl: /[łąęśż]/iu,
  pt: /[ãõ]/iu,
};

const sets = new Map<string, ReadonlySet<string>>();

function smallOf(language: string, list: string): ReadonlySet<string> {
  const found = sets.get(language) ?? new Set([...list.split(' '), ...ownNumberWords(language)]);
  sets.set(language, found);
  return found;
}

export function languageOf(goal: string): string {
  const script = scripts.find(
    ([pattern]) => (goal.match(new RegExp(pattern, 'g'))?.length ?? 0) > goal.length / 8,
  );
  if (script) return script[1];
  const seen = words(goal.slice(0, 2_000)).flatMap((word) => word.split(/['’]/));
  let best = 'en';
  let bestHits = 0;
  for (const [language, list] of Object.entries(smallWords)) {
    const small = smallOf(language, list);
    const marked = letters[language]?.test(goal) ? 1 : 0;
    const hits = seen.filter((word) => small.has(word)).length + marked;
    if (hits > bestHits) [best, bestHits] = [language, hits];
  }
  return bestHits === 0 && seen.length > 0 ? 'und' : best;
}
