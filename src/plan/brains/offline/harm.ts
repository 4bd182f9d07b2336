// Goals that ask for grave harm get no plan. The question is what an act is done to: "kill" refuses
// nothing, and "kill my neighbor" does. Who prevents, studies, treats or tells of the same thing passes,
// unless the story is a pretext for the real thing. Rules cannot see what is meant but not said.
import { type Mark, type Marks, marker, wordsOf } from './harm-marks.ts';
import { type HarmClass, type HarmRule, harmLexicon } from './harm-rule.ts';
import { personRules } from './harm-rules.ts';
import { manyRules } from './harm-rules-many.ts';

export const SELF_HARM = 'harming yourself';
const LONGEST_GOAL = 20_000;
/** A work is named near the verb that makes it, and at the beginning of the goal. */
const WORK_REACH = 8;
const OPENING = 40;
/** How far before an act a guard still covers it, and a "not". */
const GUARD_REACH = 14;
const NOT_REACH = 2;
const GUARD_AFTER = 7;
const INSIDE_REACH = 4;

const mark = marker(harmLexicon);
const harmRules = [...manyRules, ...personRules];

interface Clause {
  readonly words: readonly string[];
  readonly marks: Marks;
}

/** What grave harm the goal asks for, or null. */
export function graveHarm(goal: string): string | null {
  const text = goal.slice(0, LONGEST_GOAL);
  const whole = clauseOf(text);
  if (whole.marks.has('self')) return SELF_HARM;
  const told = isTold(whole);
  const clauses = text.split(/(?<=[.!?\n;:])\s+/u).map(clauseOf);
  const rules = told ? harmRules.filter(({ evenTold }) => evenTold) : harmRules;
  return rules.find((rule) => asksFor(rule, whole, clauses))?.kind ?? null;
}

function clauseOf(text: string): Clause {
  const words = wordsOf(text);
  return { words, marks: mark(words) };
}

const all = ({ marks }: Clause, name: HarmClass): readonly Mark[] => marks.get(name) ?? [];
const has = (clause: Clause, name: HarmClass): boolean => clause.marks.has(name);

/** The goal is to make a work that tells of it, and nothing real is wanted. */
function isTold(goal: Clause): boolean {
  if (has(goal, 'real')) return false;
  const works = all(goal, 'tell');
  return all(goal, 'telling')
    .filter(({ start }) => start < OPENING)
    .some((verb) => nearest(works, verb.start + 1, verb.end + WORK_REACH));
}

/** Whether a mark begins within; marks are in the order of the text. */
function nearest(marks: readonly Mark[], from: number, to: number): boolean {
  return between(marks, from, to).length > 0;
}

/** The marks that begin within, found by halving, so that many marks cost little. */
function between(marks: readonly Mark[], from: number, to: number): readonly Mark[] {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < marks.length && (marks[end]?.start ?? 0) <= to) end += 1;
  return marks.slice(low, end);
}

function asksFor(rule: HarmRule, whole: Clause, clauses: readonly Clause[]): boolean {
  if (rule.whole)
    return (
      [...rule.act, ...(rule.on ?? [])].every((name) => has(whole, name)) &&
      !(rule.unless ?? []).some((name) => has(whole, name))
    );
  return clauses.some((clause) => isAskedIn(rule, clause, has(whole, 'real')));
}

function isAskedIn(rule: HarmRule, clause: Clause, real: boolean): boolean {
  if (!(rule.also ?? []).every((name) => has(clause, name))) return false;
  if ((rule.unless ?? []).some((name) => has(clause, name))) return false;
  return rule.act.some((name) =>
    all(clause, name).some(
      (act) => isDone(rule, clause, act) && !isGuarded(rule, clause, act, real),
    ),
  );
}

function isDone(rule: HarmRule, clause: Clause, act: Mark): boolean {
  const { on, reach = 0, side = 'either' } = rule;
  if (!on) return true;
  return on.some((name) => {
    const marks = all(clause, name);
    const after = side === 'before' ? [] : between(marks, act.start + 1, act.end + reach);
    const before = side === 'after' ? [] : between(marks, act.start - reach, act.start - 1);
    return (
      after.some((target) => isObject(rule, clause, act.end, target)) ||
      before.some((target) => !rule.tight || isObjectBefore(clause, target, act.start))
    );
  });
}

/** "Die Gefahr für Kinder beseitigen": what stands after a joint is not the object. */
const isObjectBefore = (clause: Clause, target: Mark, actStart: number): boolean =>
  isFree(clause, target.end, actStart) &&
  !nearest(all(clause, 'joint'), target.start - 2, target.start - 1);

function isObject(rule: HarmRule, clause: Clause, actEnd: number, target: Mark): boolean {
  const next = target.end + 1;
  if (rule.tight && !isFree(clause, afterOf(clause, actEnd), target.start)) return false;
  if (rule.tight && (clause.words[next] === 's' || isName(clause, next))) return false;
  if (next >= clause.words.length) return true;
  return rule.ends ? starts(clause, 'ends', next) : !rule.head || isBreak(clause, next);
}

const starts = (clause: Clause, name: HarmClass, at: number): boolean =>
  nearest(all(clause, name), at, at);
/** The word here makes a name of the one before: "poison ivy", "guest book". */
const isName = (clause: Clause, at: number): boolean =>
  starts(clause, 'thing', at) || starts(clause, 'compound', at);
const isBreak = (clause: Clause, at: number): boolean =>
  clause.words[at] === ',' ||
  starts(clause, 'joint', at) ||
  starts(clause, 'adverb', at) ||
  /(?:ing|ed)$/u.test(clause.words[at] ?? '');
/** "The killing of": one such word belongs to the act. */
const afterOf = (clause: Clause, end: number): number =>
  starts(clause, 'of', end + 1) ? end + 1 : end;

/** Nothing else between that could be what the act is done to. */
function isFree(clause: Clause, from: number, to: number): boolean {
  return !(['joint', 'thing'] as const).some((name) =>
    nearest(all(clause, name), from + 1, to - 1),
  );
}

/** "How to poison somebody in my novel". */
const isToldAfter = (clause: Clause, act: Mark): boolean =>
  between(all(clause, 'tell'), act.end + 1, act.end + GUARD_REACH).some(({ start }) =>
    nearest(all(clause, 'inside'), start - INSIDE_REACH, start - 1),
  );

/** "by" takes the guard away: "reduce crime by killing suspects". */
function isGuarded(rule: HarmRule, clause: Clause, act: Mark, real: boolean): boolean {
  const next = act.end + 1;
  const evenTold = rule.evenTold === true;
  if (!evenTold && isName(clause, next)) return true;
  if (nearest(all(clause, 'not'), act.start - NOT_REACH, act.start - 1)) return true;
  if (nearest(all(clause, 'preventLast'), act.end + 1, act.end + GUARD_AFTER)) return true;
  if (!real && !evenTold && isToldAfter(clause, act)) return true;
  if (nearest(all(clause, 'by'), act.start - 2, act.start - 1)) return false;
  const guards: readonly HarmClass[] = real || evenTold ? ['prevent'] : ['prevent', 'tell'];
  return guards.some((name) => nearest(all(clause, name), act.start - GUARD_REACH, act.start - 1));
}
