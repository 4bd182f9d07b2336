// The goal as an act, "move our company from Slack to Teams": for goals whose object alone would make
// nonsense of a title. Time and money are cut off, since the plan states them itself.
import { clip, words } from './text.ts';

export interface Passage {
  readonly at: number;
  readonly text: string;
}

const JOINTS = new Set(
  'a an about and approximately approx around at before budget by coming cost costing deadline due during early end for from in is late later least less max maximum mid more most my next no of on only or our over roughly spending starting than the this till to total under until up using with within'.split(
    ' ',
  ),
);
const CLAUSE =
  /[;:(—]|,(?!\d)|\s(?:that|which|who|where|while|so|because|using|including|with|and|as|in order)\s/giu;
const MAX_CHARS = 80;

/** Null where the opening is no order that reads on after "to". */
export function readAct(
  goal: string,
  opening: string,
  { verb, thing }: { readonly verb: string; readonly thing: string },
  cuts: readonly Passage[],
): string | null {
  // “opening” is no order, “bring” is.
  if (!/^[a-z][a-z ]*$/.test(verb) || /[aeiouy].*ing$/u.test(verb)) return null;
  const line = opening.slice(0, 400);
  const from = goal.indexOf(line);
  const inside = cuts.map((cut) => cut.at - from).filter((at) => at > 0 && at < line.length);
  const short = inside
    .sort((a, b) => a - b)
    .map((at) => withoutJoints(line.slice(0, at)))
    .find((head) => words(head).length >= 2);
  const act = firstClause((short ?? line).replace(/[\s.,;:!?]{1,20}$/u, ''));
  // "Launch a 10-year, …" breaks off before it says what: the thing is known by then.
  if (/-\p{L}+$/u.test(act)) return clip(`${verb} the ${thing}`, MAX_CHARS);
  return words(act).length < 2 ? null : `${act.charAt(0).toLowerCase()}${act.slice(1)}`;
}

/** "Plan it, with a budget of" loses everything after "it". */
function withoutJoints(head: string): string {
  const parts = head.trim().split(/\s+/);
  while (parts.length > 0) {
    const last = (parts.at(-1) ?? '').toLowerCase().replace(/[^\p{L}\p{N}$€£]/gu, '');
    if (last !== '' && !JOINTS.has(last)) break;
    parts.pop();
  }
  return parts.join(' ').replace(/[,;:(–—-]{1,5}$/u, '');
}

/** A long order is cut at a clause, or else at a word. */
function firstClause(text: string): string {
  const breaks = [...text.matchAll(CLAUSE)].map((match) => match.index);
  const comma = breaks.find((at) => /[;:(—,]/u.test(text.charAt(at)));
  if (comma !== undefined && words(text.slice(0, comma)).length >= 3) {
    const head = text.slice(0, comma);
    if (head.length <= MAX_CHARS) return clip(head, MAX_CHARS);
  }
  if (text.length <= MAX_CHARS) return clip(text, MAX_CHARS);
  const at = breaks.filter((each) => each <= MAX_CHARS && each > 20).at(-1);
  return clip(at === undefined ? text : text.slice(0, at), MAX_CHARS);
}
