// Rules that tell a goal from text that is none. They look at shape, not at a list of English words,
// so that goals in other languages pass; only the placeholder list knows words.
import { looksLikeWord, shareOfWords } from './gibberish.ts';
import { words } from './text.ts';

export interface Screening {
  readonly reason: string | null;
  readonly whatToAdd: readonly string[];
}

const ADD = [
  'What should exist or be different at the end?',
  'Where does it happen, and for whom?',
  'How much money and time is there?',
] as const;

const PLACEHOLDER_WORDS = new Set(
  'test testing tests todo tbd foo bar baz asdf hello hi hey hallo hola bonjour ping abc xyz qwerty placeholder example sample blah none na null undefined nothing goal plan prompt my world dummy'.split(
    ' ',
  ),
);
/** Words of the list that can also be what to do. */
const STAND_INS = new Set(
  [...PLACEHOLDER_WORDS].filter((word) => !['test', 'plan'].includes(word)),
);
const PLACEHOLDER_PHRASE =
  /^(?:lorem ipsum\b|(?:insert|write|enter|put|type) [^\n]{0,30}here\W{0,5}$|your (?:goal|text|idea|prompt) here\W{0,5}$|insert (?:goal|text|idea|prompt)\W{0,5}$)/iu;
const TODO_HEAD =
  /^\s*(?:todo|tbd|fixme|xxx|\[.{0,40}\]|<.{0,40}>)\s*(?:[:\-–]\s*)?(?:write|add|insert|fill|put|your|actual|real|goal|idea|$)/iu;
const MACHINE =
  /(?:packets transmitted|traceback \(most recent|segmentation fault|stack trace|at \S{1,300} \(\S{1,300}:\d{1,9}:\d{1,9}\)|error: |exception in thread|^\s*[$#>] \w+|https?:\/\/\S{1,500}$|^\s*<(?:!doctype|\/?(?:html|div|body|script))\b|^\s*[{[].*[}\]]\s*$|SELECT .{1,500} FROM )/isu;
const IMPOSSIBLE =
  /\b(?:perpetual[- ]motion|time machine|travel (?:back )?in time|portal gun|faster[- ]than[- ]light|teleport(?:er|ation)?|philosopher['’]s stone|infinite energy|live forever)\b/iu;
const FICTION =
  /\b(?:novel|story|film|movie|game|toy|prop|replica|book|exhibit|research|study|report|theme park|costume|play|comic)\b/iu;
const SPACED = /[\u3040-\u30ff\u4e00-\u9fff\u0e00-\u0e7f\uac00-\ud7af]/u;

/** Two words can be a goal ("renovate my kitchen"), but hardly two very short ones ("get fit"). */
const SHORT_LETTERS = 13;

export function screenGoal(goal: string): Screening {
  const reason = reasonAgainst(goal);
  return { reason, whatToAdd: reason === null ? [] : ADD };
}

function reasonAgainst(goal: string): string | null {
  const letters = goal.match(/\p{L}/gu)?.length ?? 0;
  if (goal.length === 0) return 'The goal is empty.';
  if (isPlaceholder(goal)) return 'This is a placeholder, not a goal.';
  if (isWide(goal)) return letters < 4 ? 'The goal is too short to plan.' : null;
  if (letters < goal.length / 3) return 'This is not text that can be read as a goal.';
  if (MACHINE.test(goal) && !/\b(?:fix|build|write|make|plan)\b/iu.test(goal.slice(0, 80)))
    return 'This looks like the output of a program, not a goal.';
  const all = words(goal);
  if (shareOfWords(goal) < 0.6 || repeats(all)) return 'This does not read as words.';
  const meaningful = new Set(all.filter((word) => word.length > 2 && looksLikeWord(word)));
  const order = isOrder(all);
  if (meaningful.size < 2 && !order) return 'The goal is too short to plan.';
  const form = formGoal(goal);
  if (form !== null) return form;
  if (IMPOSSIBLE.test(goal) && !FICTION.test(goal))
    return 'As far as is known this cannot be done, so a plan would be pretended.';
  const letterCount = [...meaningful].join('').length;
  return meaningful.size < 3 && letterCount < SHORT_LETTERS && !hasDetail(goal) && !order
    ? 'The goal is too short to plan: it names no place, number, time or kind.'
    : null;
}

const DETERMINER = /^(?:an?|the|my|our|his|her|their|\d{1,9})$/u;
const SHORTEST_OBJECT = 4;

/** What to do and to what: "open a bakery", "lose 10 kg", "quit smoking"; but not "do it" or "get fit". */
function isOrder(all: readonly string[]): boolean {
  const [verb = '', next = '', third = ''] = all;
  if (verb.length < 3 || !looksLikeWord(verb) || STAND_INS.has(verb)) return false;
  const object = DETERMINER.test(next) ? third : next.length >= SHORTEST_OBJECT ? next : '';
  return object.length > 1 && looksLikeWord(object) && !PLACEHOLDER_WORDS.has(object);
}

function isPlaceholder(goal: string): boolean {
  if (PLACEHOLDER_PHRASE.test(goal) || TODO_HEAD.test(goal)) return true;
  const bare = words(goal).map((word) => word.replace(/(?<!\d)\d+$/, ''));
  return (
    bare.length > 0 &&
    bare.every((word) => word === '' || PLACEHOLDER_WORDS.has(word)) &&
    bare.some((word) => word !== '')
  );
}

function isWide(goal: string): boolean {
  return (goal.match(new RegExp(SPACED, 'gu'))?.length ?? 0) > goal.length / 4;
}

/** The same word again and again. */
function repeats(all: readonly string[]): boolean {
  return all.length >= 3 && new Set(all).size <= Math.min(3, Math.max(1, all.length / 4));
}

function hasDetail(goal: string): boolean {
  return /\d/.test(goal) || /\s\p{Lu}\p{L}+/u.test(goal);
}

const FORM_LINE = /^[^:\n]{4,70}:\s*(.*)$/u;
const FORM_GOAL = /\b(?:goals?|objective|aim|what|ziel|mål|objectif|objetivo)\b[^:]{0,70}:/iu;

/** A form with its labels filled in by a word or two: at least the goal's own line must say something. */
function formGoal(goal: string): string | null {
  const lines = goal.split('\n').filter((line) => line.trim().length > 0);
  const filled = lines.filter((line) => FORM_LINE.test(line));
  if (lines.length < 2 || filled.length < lines.length * 0.8) return null;
  const answers = filled.map((line) => FORM_LINE.exec(line)?.[1] ?? '');
  const aim = filled.find((line) => FORM_GOAL.test(line));
  if (aim === undefined) return 'The form was filled in, but it names no goal.';
  const said = words(FORM_LINE.exec(aim)?.[1] ?? '').length;
  const total = answers.reduce((sum, answer) => sum + words(answer).length, 0);
  return said < 10 && total < 60
    ? 'The form is filled in too thinly: its goal says too little to plan.'
    : null;
}
