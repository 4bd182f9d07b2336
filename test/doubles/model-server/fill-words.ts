// Words for made-up answers: real enough that lengths, languages and token counts are like a
// model's, and plainly made up to anybody who reads them.
import type { Random } from '../../../src/schedule/solve/random.ts';

export const languages = ['en', 'de', 'ja'] as const;
export type Language = (typeof languages)[number];

const texts: Record<Language, string> = {
  en: `the team checks permits before work starts and a supplier confirms each delivery in writing
    while costs stay within budget so that people who live nearby know what happens next because
    early tests show which parts fail and what to change when demand grows faster than planned`,
  de: `das Team prüft die Genehmigungen vor dem Beginn und ein Lieferant bestätigt jede Lieferung
    schriftlich während die Kosten im Rahmen bleiben damit alle Nachbarn wissen was als Nächstes
    geschieht weil frühe Versuche zeigen welche Teile versagen und was zu ändern ist`,
  ja: `担当者は 開始前に 許可を 確認し 供給業者は 納品を 書面で 約束する 費用は 予算内に 収まり
    近隣の 住民は 次の 予定を 知る 早期の 試験で 弱い 部分が わかる 需要が 増えた 場合の 対応も 決める`,
};

const listOf = (language: Language): readonly string[] => texts[language].split(/\s+/);
const lists = { en: listOf('en'), de: listOf('de'), ja: listOf('ja') } as const;

export function someWords(random: Random, count: number, language: Language): string {
  const list = lists[language];
  const chosen = Array.from({ length: count }, () => list[random.below(list.length)] ?? '');
  return chosen.join(language === 'ja' ? '' : ' ');
}

export function someSentences(random: Random, count: number, language: Language): string {
  const end = language === 'ja' ? '。' : '.';
  const one = (): string => {
    const text = someWords(random, 8 + random.below(10), language);
    return text.charAt(0).toUpperCase() + text.slice(1) + end;
  };
  return Array.from({ length: count }, one).join(language === 'ja' ? '' : ' ');
}
