// What the goal demands beyond its first clause: "must", "ensure", list items, phases it names, words
// it bans. They become tasks and acceptance criteria, so that no demand is silently dropped.
import { clip, sentences, words } from './text.ts';

export interface Requirements {
  readonly demands: readonly string[];
  readonly avoid: readonly string[];
  readonly bannedWords: readonly string[];
}

const DEMAND =
  /\b(?:must|shall|should|need(?:s|ed)? to|require[sd]?|ensure|include[sd]?|including|has to|have to|prioriti[sz]e|focus on|address|phase \d|deliverable|key components?|track|define|specif(?:y|ies)|müssen|muss|sollen|soll|doit|doivent|debe|deben|tiene que|skal|moet)\b/iu;
const AVOID =
  /(?<!\p{L})(?:avoid|don['’]t|do not|must not|should not|shall not|never|no longer than|not a joke|without|nicht|kein(?:e|en|er)?|vermeide|ne pas|jamais|éviter|évite|nunca|no se (?:debe|puede|permite)|evitar|ikke|aldrig|undgå|must not)(?!\p{L})/iu;
const BANNED =
  /(?<!\p{L})(?:banned words?|forbidden words?|do not use the words?|verbotene wörter|mots interdits|palabras prohibidas|forbudte ord)\s?:\s*([^.\n]{1,300})/iu;
/** A ban in passing, in any sentence: "without debt", "ohne Schulden", "sans alcool", "no plastic". */
const WITHOUT =
  /(?<!\p{L})(?:without(?: any| the| an?)?|ohne|sans|sin|uden|no(?=\s(?:alcohol|debts?|loans?|plastic|meat|paid|ads?|advertising|overtime|contractors?|night|flights?|new hires?|animals?|smoking|cash|investors?|cars?))|keine?n?|pas d['’e]|ingen|intet)(?:\s|(?<=['’]))((?!(?:doubt|delay|further|zweifel|doute|duda|problem|que|falta|embargo|weiteres|limit)(?!\p{L}))[\p{L}'’-]{2,40}(?:\s(?!(?:and|or|in|by|for|to|with|on|at|from|is|are|und|oder|bis|für|mit|et|ou|avant|pour|y|o|antes|para|og|eller|inden|til|i|en|à|von|auf|zu)(?!\p{L}))[\p{L}'’-]{2,40}){0,2})/giu;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+\S/u;

export function readRequirements(goal: string): Requirements {
  const banned = BANNED.exec(goal)?.[1] ?? '';
  const rest = goal.replace(BANNED, '');
  const bullets = new Set(
    rest
      .split('\n')
      .filter((line) => BULLET.test(line))
      .map(stripBullet),
  );
  const parts = sentences(rest).slice(1).map(stripBullet);
  const meaningful = parts.filter((part) => words(part).length >= 3 && !part.endsWith(':'));
  const avoid = meaningful.filter((part) => AVOID.test(part));
  const demands = meaningful.filter(
    (part) => !AVOID.test(part) && (DEMAND.test(part) || bullets.has(part)),
  );
  return {
    demands: unique(demands.map((part) => clip(part, 150))).slice(0, 10),
    avoid: withPhrases(
      avoid.map((part) => clip(part, 150)),
      rest,
    ).slice(0, 8),
    bannedWords: unique(
      banned
        .split(/,|;|\s(?:and|und|et|y|og)\s/u)
        .map((word) => clip(word, 40))
        .filter((word) => word.length > 0),
    ).slice(0, 30),
  };
}

/** What is banned in passing counts, too, unless its sentence is there as a whole. */
function withPhrases(avoid: readonly string[], goal: string): string[] {
  const phrases = [...goal.matchAll(WITHOUT)]
    .map((match) => clip(match[0], 100))
    .filter((phrase) => !avoid.some((line) => line.includes(phrase)));
  return unique([...phrases, ...avoid]);
}

function stripBullet(line: string): string {
  return line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/u, '').trim();
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
