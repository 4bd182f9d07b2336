// Goals that ask for grave harm get no plan. The question is what an act is done to: "kill" refuses
// nothing, and "kill my neighbor" does. Who prevents, studies, treats or tells of the same thing passes,
// unless the story is a pretext for the real thing. Rules cannot see what is meant but not said.
import { type Mark, type Marks, marker, wordsOf } from './harm-marks.ts';
import { type HarmClass, type HarmRule, harmLexicon, PEOPLE } from './harm-rule.ts';
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
/** How far before an act the word stands that makes it what the goal is about or is made ready for. */
const TOPIC_REACH = 3;
const LEARN_REACH = 5;
const READY_REACH = 9;

const READIED: readonly HarmClass[] = ['civic', 'crowded', 'lifeline', ...PEOPLE];

const mark = marker(harmLexicon);
const harmRules = [...manyRules, ...personRules];

interface Clause {
  readonly words: readonly string[];
  readonly marks: Marks;
  readonly isSentence: boolean;
}
/** What the goal says beyond the clause. */
interface Frame {
  /** The story is a pretext. */
  readonly real: boolean;
  /** A sentence before said that the aim is to prevent, study or respond. */
  readonly declared: boolean;
}

/** What grave harm the goal asks for, or null. */
export function graveHarm(goal: string): string | null {
  const text = goal.slice(0, LONGEST_GOAL);
  const whole = clauseOf(text);
  if (all(whole, 'self').some(({ end }) => !isName(whole, end + 1))) return SELF_HARM;
  const told = isTold(whole);
  const clauses = text.split(/(?<=[.!?\n;:])\s+/u).map(clauseOf);
  const rules = told ? harmRules.filter(({ evenTold }) => evenTold) : harmRules;
  return rules.find((rule) => asksFor(rule, whole, clauses))?.kind ?? null;
}

function clauseOf(text: string): Clause {
  const words = wordsOf(text);
  return { words, marks: withoutOtherSenses(mark(words)), isSentence: /[.!?]$/u.test(text) };
}

/** "Same-sex", "substance abuse", "after my death": the words in these are not those of harm. */
function withoutOtherSenses(marks: Marks): Marks {
  const covered = new Set(
    (marks.get('otherSense') ?? []).flatMap(({ start, end }) =>
      Array.from({ length: end - start + 1 }, (_, step) => start + step),
    ),
  );
  if (covered.size === 0) return marks;
  const isLeft = ({ start, end }: Mark): boolean => !(covered.has(start) && covered.has(end));
  return new Map([...marks].map(([name, list]) => [name, list.filter(isLeft)]));
}

const all = ({ marks }: Clause, name: HarmClass): readonly Mark[] => marks.get(name) ?? [];
const has = (clause: Clause, name: HarmClass): boolean => all(clause, name).length > 0;

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
  const real = has(whole, 'real');
  const isDeclared = !real && !rule.evenTold && declaresAim(clauses);
  return clauses.some((clause, index) =>
    isAskedIn(rule, clause, { real, declared: isDeclared && index > 0 }),
  );
}

/** "Our aim is to protect patients." counts; "we protect the town: kill them" is no sentence. */
function declaresAim([first]: readonly Clause[]): boolean {
  return first?.isSentence === true && has(first, 'aim') && has(first, 'prevent');
}

function isAskedIn(rule: HarmRule, clause: Clause, frame: Frame): boolean {
  if (!(rule.also ?? []).every((name) => has(clause, name))) return false;
  if ((rule.unless ?? []).some((name) => has(clause, name))) return false;
  return rule.act.some((name) =>
    all(clause, name).some(
      (act) => isDone(rule, clause, act) && !isGuarded(rule, clause, act, frame),
    ),
  );
}

function isDone(rule: HarmRule, clause: Clause, act: Mark): boolean {
  const { on, reach = 0, side = 'either' } = rule;
  if (!on) return true;
  if (rule.alone && !isLast(clause, act.end)) return false;
  return on.some((name) => {
    const marks = all(clause, name);
    const after = side === 'before' ? [] : between(marks, act.start + 1, act.end + reach);
    const before = side === 'after' ? [] : between(marks, act.start - reach, act.start - 1);
    return (
      after.some((target) => isObject(rule, clause, act.end, target)) ||
      before.some((target) => !rule.tight || isObjectBefore(rule, clause, target, act.start))
    );
  });
}

/** "Die Gefahr für Kinder beseitigen": what stands after a joint is not the object. */
const isObjectBefore = (rule: HarmRule, clause: Clause, target: Mark, actStart: number): boolean =>
  (isFree(clause, target.end, actStart) ||
    (rule.means === true && starts(clause, 'means', target.end + 1))) &&
  !nearest(all(clause, 'joint'), target.start - 2, target.start - 1);

function isObject(rule: HarmRule, clause: Clause, actEnd: number, target: Mark): boolean {
  const next = target.end + 1;
  if (rule.ridOf && !nearest(all(clause, 'of'), target.start - 3, target.start - 1)) return false;
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
  (/(?:ing|ed|ly)$/u.test(clause.words[at] ?? '') && isSmall(clause, at + 1));
/** "The guests waiting at the door", not "guest waiting rooms". */
const isSmall = (clause: Clause, at: number): boolean =>
  at >= clause.words.length ||
  (['joint', 'adverb', 'personal', 'of'] as const).some((name) => starts(clause, name, at));
const isLast = (clause: Clause, end: number): boolean =>
  end + 1 >= clause.words.length || isBreak(clause, end + 1);
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

/** "Prepare our clinic for an attack", "die Klinik auf einen Angriff vorbereiten". */
const isReadiedFor = (clause: Clause, { start, end }: Mark): boolean =>
  !has(clause, 'band') &&
  READIED.some((name) => nearest(all(clause, name), start - READY_REACH, start - 1)) &&
  (between(all(clause, 'ready'), start - READY_REACH, start - 1).some(
    (ready) => ready.end < start,
  ) ||
    (nearest(all(clause, 'readyOn'), start - TOPIC_REACH, start - 1) &&
      nearest(all(clause, 'readyLast'), end + 1, end + GUARD_AFTER)));

/** "A class on", "visit the sites of"; not "visit the town and plan". */
const isLearnedOf = (rule: HarmRule, clause: Clause, { start }: Mark): boolean =>
  (rule.guards ?? []).some((name) =>
    between(all(clause, name), start - LEARN_REACH, start - 1).some(
      ({ end }) => !nearest(all(clause, 'commit'), end + 1, start - 1),
    ),
  );

/** "On genocide", "for an attack on the grid"; of deeds in verbs only "on killing". */
const isSubject = (rule: HarmRule, clause: Clause, start: number): boolean =>
  rule.event
    ? nearest(all(clause, 'topic'), start - TOPIC_REACH, start - 1)
    : starts(clause, 'subject', start - 1);

/** "by" takes the guard away: "reduce crime by killing suspects". */
function isGuarded(rule: HarmRule, clause: Clause, act: Mark, frame: Frame): boolean {
  const { real, declared } = frame;
  const next = act.end + 1;
  const evenTold = rule.evenTold === true;
  if (!evenTold && isName(clause, next)) return true;
  if (nearest(all(clause, 'not'), act.start - NOT_REACH, act.start - 1)) return true;
  if (nearest(all(clause, 'preventLast'), act.end + 1, act.end + GUARD_AFTER)) return true;
  if (!real && !evenTold && isToldAfter(clause, act)) return true;
  if (!real && rule.event && isReadiedFor(clause, act)) return true;
  if (isLearnedOf(rule, clause, act)) return true;
  if (declared && isSubject(rule, clause, act.start)) return true;
  if (nearest(all(clause, 'by'), act.start - 2, act.start - 1)) return false;
  const guards: readonly HarmClass[] = real || evenTold ? ['prevent'] : ['prevent', 'tell'];
  return guards.some((name) => nearest(all(clause, name), act.start - GUARD_REACH, act.start - 1));
}
