// What the goal demands beyond its first clause: "must", "ensure", list items, phases it names, words
// it bans. They become tasks and acceptance criteria, so that no demand is silently dropped.
import { clip, sentences, words } from './text.ts';

export interface Requirements {
  readonly demands: readonly string[];
  readonly avoid: readonly string[];
  readonly bannedWords: readonly string[];
}

const DEMAND =
  /\b(?:must|shall|should|need(?:s|ed)? to|require[sd]?|ensure|include[sd]?|including|has to|have to|prioriti[sz]e|focus on|address|phase \d|deliverable|key components?|track|define|specif(?:y|ies)|müssen|muss|soll|doit|debe|skal|moet)\b/iu;
const AVOID =
  /\b(?:avoid|don['’]t|do not|must not|should not|shall not|never|no longer than|not a joke|without|nicht|kein(?:e|en)?|undgå)\b/iu;
const BANNED = /\bbanned words?:\s*([^.\n]{1,300})/iu;
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
    avoid: unique(avoid.map((part) => clip(part, 150))).slice(0, 8),
    bannedWords: unique(
      banned
        .split(',')
        .map((word) => clip(word, 40))
        .filter((word) => word.length > 0),
    ).slice(0, 30),
  };
}

function stripBullet(line: string): string {
  return line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/u, '').trim();
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)];
}
