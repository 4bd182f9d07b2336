// Which language the goal is in, roughly: by script first, then by its commonest small words.
// Only used to say so in the plan and to relax word rules; nothing is refused for its language.
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
  en: 'the a an and of to in for with on my i we by is are that this from want need',
  de: 'der die das ein eine einen und in für mit von zu ich wir bis nach auf ist mein meine eröffnen',
  fr: 'le la les un une des et de du en pour avec dans je nous sur mon ma ouvrir à',
  es: 'el la los las un una y de del en para con por mi quiero abrir nuestro',
  pt: 'o a os as um uma e de do da em para com por meu minha quero abrir no na',
  it: 'il la lo gli un una e di del della in per con mio mia voglio aprire nel',
  nl: 'de het een en van in voor met op mijn ik wij naar openen binnen',
  da: 'en et og i til med på af for min jeg vi det den åbne åbn inden',
  sv: 'en ett och i till med på av för min jag vi det den öppna inom',
  pl: 'i w na z do dla moje chcę otworzyć',
};

export function languageOf(goal: string): string {
  const script = scripts.find(
    ([pattern]) => (goal.match(new RegExp(pattern, 'g'))?.length ?? 0) > goal.length / 8,
  );
  if (script) return script[1];
  const seen = words(goal);
  let best = 'en';
  let bestHits = 0;
  for (const [language, list] of Object.entries(smallWords)) {
    const small = new Set(list.split(' '));
    const hits = seen.filter((word) => small.has(word)).length;
    if (hits > bestHits) [best, bestHits] = [language, hits];
  }
  return bestHits === 0 && seen.length > 0 ? 'und' : best;
}
