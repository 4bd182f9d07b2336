// Rules that tell a goal from text that is none. They look at shape, not at a list of English words,
// so that goals in other languages pass; only the placeholder list knows words.
import type { Amount } from './amounts.ts';
import { readContradictions } from './contradictions.ts';
import type { DateReading } from './dates.ts';
import { looksLikeWord, shareOfWords } from './gibberish.ts';
import { whyImpossible } from './impossible.ts';
import { words } from './text.ts';

export interface Screening {
  readonly verdict: 'usable' | 'unusable' | 'confirm';
  /** Which rule decided, in a word or two; null where none objected. */
  readonly rule: string | null;
  readonly reason: string | null;
  readonly whatToAdd: readonly string[];
}

type Objection = readonly [rule: string, reason: string];

const ADD = [
  'What should exist or be different at the end?',
  'Where does it happen, and for whom?',
  'How much money and time is there?',
] as const;

const PLACEHOLDER_WORDS = new Set(
  'test testing tests todo tbd foo bar baz asdf hello hi hey hallo hola bonjour ping abc xyz qwerty placeholder example sample blah none na null undefined nothing goal plan prompt my world dummy good morning evening day night thank thanks you welt monde mundo verden prueba probando essai prøve probe ok okay yes no guten tag danke merci gracias tak later fill in'.split(
    ' ',
  ),
);
/** Words of the list that can also be what to do. */
const STAND_INS = new Set(
  [...PLACEHOLDER_WORDS].filter((word) => !['test', 'plan', 'fill', 'sample'].includes(word)),
);
const PLACEHOLDER_PHRASE =
  /^(?:lorem ipsum\b|(?:insert|write|enter|put|type) [^\n]{0,30}here\W{0,5}$|your (?:goal|text|idea|prompt) here\W{0,5}$|insert (?:goal|text|idea|prompt)\W{0,5}$)/iu;
const TODO_HEAD =
  /^\s*(?:todo|tbd|fixme|xxx|\[.{0,40}\]|<.{0,40}>)\s*(?:[:\-–]\s*)?(?:write|add|insert|fill|put|your|actual|real|goal|idea|$)/iu;
const MACHINE =
  /(?:packets transmitted|icmp_seq|ttl=\d|traceback \(most recent|segmentation fault|stack trace|at \S{1,300} \(\S{1,300}:\d{1,9}:\d{1,9}\)|error: |exception in thread|^\s*[$#>] \w+|https?:\/\/\S{1,500}$|^\s*<(?:!doctype|\/?(?:html|div|body|script))\b|^\s*[{[].*[}\]]\s*$|SELECT .{1,500} FROM )/isu;
/** What was said to the program before, and nothing else: "previous failures" and "rules for parking" are not. */
const BIDDING = '(?:instructions?|rules|prompts?|messages?|directions)';
const NOT_OURS = String.raw`(?!\s(?:for|of|on|about|in)\s(?!you|this|the (?:system|assistant|model|ai|program)))`;
const TOLD_BEFORE = String.raw`(?:(?:previous|prior|above|earlier|preceding|system)(?:\s${BIDDING}|(?=\s*(?:$|[.,;:!]|and\s)))|existing\s(?:instructions?|prompts?|messages?|directions|rules${NOT_OURS}))`;
/** Orders to the program rather than a goal. */
const INJECTION = new RegExp(
  [
    String.raw`(?<!\p{L})(?:(?:ignore|disregard|forget|override|bypass)\s(?:all |any |the |your |my |these |every |everything ){0,3}${TOLD_BEFORE}`,
    String.raw`(?:vergiss|ignoriere)\s(?:alle |die |deine ){0,2}(?:vorherigen|bisherigen|obigen)\s(?:anweisungen|regeln)`,
    String.raw`(?:ignore|oublie)[sz]?\s(?:toutes? |les |tes ){0,2}(?:instructions|règles|consignes)\s(?:précédentes|ci-dessus)`,
    String.raw`(?:ignora|olvida)\s(?:todas? |las |tus ){0,3}(?:instrucciones|reglas)\s(?:anteriores|previas)`,
    String.raw`(?:ignorer|glem)\s(?:alle |de |dine ){0,2}(?:tidligere|foregående)\s(?:instruktioner|regler)`,
    'you are now (?:in )?(?:developer mode|dan|jailbroken|unrestricted|an unrestricted)',
    String.raw`(?:print|show|reveal|output|repeat|leak) (?:me )?(?:your|the) (?:system|hidden|initial) (?:prompt|instructions))(?!\p{L})`,
    String.raw`^\s*(?:system|assistant)\s?:\s*(?:you|your|ignore|disregard|forget|override|bypass|act as|from now|new (?:instructions?|rules)|print|reveal|output|respond|answer|always|never|do not|developer|enable)(?!\p{L})`,
  ].join('|'),
  'iu',
);
/** Whoever works on the subject quotes such orders. */
const ON_INJECTION =
  /(?<!\p{L})(?:prompt injections?|jailbreak\p{L}*|red team\p{L}*|detect\p{L}*|defen[ds]\p{L}*|chatbots? security)(?!\p{L})/iu;
const QUESTION =
  /^(?:(?:what|who|whom|whose|when|where|why|which|is|are|was|were|does|did|do you|can you|wer|was|wann|wo|warum|welche[rs]?|wie (?:spät|geht|alt|viel)|qui|quand|où|pourquoi|quel(?:le)?s?|qu['’]est|comment (?:ça|vas|allez)|qué|quién|cuándo|dónde|cuál|cómo estás|hvad|hvem|hvornår|hvorfor|hvordan går)(?!\p{L})|how (?:are|is|was|old|far|many|much|long)(?!\p{L}))/iu;
/** Who asks what to do, or for a plan, wants one: "what would it take to …", "can you plan …". */
const ASKS_FOR_A_PLAN = new RegExp(
  [
    String.raw`(?<!\p{L})(?:should|can|could|would|must|do|shall|to|will|soll(?:en)?|kann|können|muss|müssen|brauche|brauchen|dois|puis|peut|pouvons|devons|debo|puedo|podemos|skal|kan)[ -](?:i|we|ich|wir|je|nous|yo|jeg|vi|my|our)(?!\p{L})`,
    String.raw`(?<!\p{L})how to(?!\p{L})`,
    String.raw`(?<!\p{L})(?:it take|is needed|is required|braucht (?:es|man),? um|il faut(?: faire)? pour|faut-il(?: faire)? pour|(?:tengo|tenemos) que|hace falta para|se necesita para|skal der til for|kræver det)\s(?:to |at )?\p{L}{3}`,
    String.raw`^(?:can|could|would|will) you (?:please )?(?:help (?:me|us) (?:to )?\p{L}{3}|(?:plan|make|create|write|organi[sz]e|design|build|prepare|arrange|draw up|set up|put together)\s(?!(?:it|this|that|things?|something|everything|me|us)(?!\p{L})))`,
  ].join('|'),
  'iu',
);
/** "When the kids are out, renovate their rooms" says when to do it. */
const TIME_CLAUSE = /^(?:when|where|quand|où|wo|wann)\s[^?,]{1,200},\s?\p{L}[^?]*$/iu;
const STATE =
  /^(?:get|be|become|feel|stay|sei|werde|bleib|être|devenir|sois|ser|estar|sé|hazte|bliv|vær)\s(?!\p{L}+(?:ed|ied)$)(?:more |very |really )?\p{L}+$/iu;
const VAGUE =
  /^(?:please )?(?:make|do|fix|help|improve|change|finish)(?: (?:it|this|that|me|us|things?|something|everything|better|more))+$/iu;
/** A thing to get, and nothing of which, where or for how much. */
const BARE_PURCHASE =
  /^(?:i (?:want|need) to |i['’]d like to )?(?:buy|purchase|rent|get|order|find)\s(?:me )?(?:an?|some|a new)\s\p{L}+$/iu;
/** Energy that costs nothing breaks a law of nature; advice on energy that costs nothing does not. */
const FREE_SERVICE =
  /(?<!\p{L})free (?=energy[- ](?:audits?|advice|advisors?|checks?|checkups?|reviews?|surveys?|consult\p{L}*|assessments?|coaching|courses?|workshops?|classes|lessons|upgrades?|efficiency|saving\p{L}*|vouchers?|drinks?|bars?)(?!\p{L}))/giu;
const SPACED = /[\u3040-\u30ff\u4e00-\u9fff\u0e00-\u0e7f\uac00-\ud7af]/u;

/** Two words can be a goal ("renovate my kitchen"), but hardly two very short ones ("get fit"). */
const SHORT_LETTERS = 13;

/** Where nothing is read from the goal beside its words. */
const NOTHING_READ: GoalReadings = { amounts: [], dates: [], start: '0000-00-00' };

export interface GoalReadings {
  readonly amounts: readonly Amount[];
  readonly dates: readonly DateReading[];
  readonly start: string;
}

export function screenGoal(goal: string, readings: GoalReadings = NOTHING_READ): Screening {
  const objection = reasonAgainst(goal);
  if (objection) return told('unusable', objection, ADD);
  const contradictions = readContradictions(goal, readings.amounts, readings.dates);
  const hard = contradictions.find((one) => one.hard);
  if (hard) return told('unusable', [hard.rule, hard.text], ['Say which of the two holds.']);
  const [soft] = contradictions;
  if (soft) return told('confirm', [soft.rule, soft.text], ['Say which of the two holds.']);
  const impossible = whyImpossible(goal.replace(FREE_SERVICE, ''), readings.dates, readings.start);
  if (impossible !== null) {
    const add =
      'If it is a story, a game or a study of it, say so; else say what of it can be made.';
    return told('confirm', ['impossible', impossible], [add]);
  }
  if (BARE_PURCHASE.test(goal.replace(/[.!]+$/, '').trim())) {
    const reason = 'It names only a thing to get: all that a plan depends on is left open.';
    return told(
      'confirm',
      ['bare wish', reason],
      ['Which kind, where, for how much money, and by when?'],
    );
  }
  return { verdict: 'usable', rule: null, reason: null, whatToAdd: [] };
}

const told = (
  verdict: 'unusable' | 'confirm',
  [rule, reason]: Objection,
  whatToAdd: readonly string[],
): Screening => ({ verdict, rule, reason, whatToAdd });

function reasonAgainst(goal: string): Objection | null {
  const letters = goal.match(/\p{L}/gu)?.length ?? 0;
  if (goal.length === 0) return ['too short', 'The goal is empty.'];
  if (isPlaceholder(goal)) return ['placeholder', 'This is a placeholder, not a goal.'];
  if (INJECTION.test(goal) && !ON_INJECTION.test(goal))
    return ['injection', 'This gives orders to the program instead of a goal.'];
  if (isWide(goal)) return letters < 4 ? ['too short', 'The goal is too short to plan.'] : null;
  if (letters < goal.length / 3)
    return ['nonsense', 'This is not text that can be read as a goal.'];
  if (MACHINE.test(goal) && !/\b(?:fix|build|write|make|plan)\b/iu.test(goal.slice(0, 80)))
    return ['no goal', 'This looks like the output of a program, not a goal.'];
  return wordsAgainst(goal);
}

function wordsAgainst(goal: string): Objection | null {
  const all = words(goal);
  if (shareOfWords(goal) < 0.6 || repeats(all)) return ['nonsense', 'This does not read as words.'];
  if (isQuestion(goal, all)) return ['no goal', 'This is a question, not something to get done.'];
  const bare = all.join(' ');
  if (VAGUE.test(bare) || (all.length <= 4 && STATE.test(bare)))
    return ['no goal', 'It says how things should be, but nothing that can be planned.'];
  const meaningful = new Set(all.filter((word) => word.length > 2 && looksLikeWord(word)));
  const order = isOrder(all);
  if (meaningful.size < 2 && !order) return ['too short', 'The goal is too short to plan.'];
  const form = formGoal(goal);
  if (form !== null) return ['no goal', form];
  const letterCount = [...meaningful].join('').length;
  return meaningful.size < 3 && letterCount < SHORT_LETTERS && !hasDetail(goal) && !order
    ? ['too short', 'The goal is too short to plan: it names no place, number, time or kind.']
    : null;
}

/** Something to be known rather than done; "how can I open a shop?" asks for a plan. */
function isQuestion(goal: string, all: readonly string[]): boolean {
  return (
    all.length <= 14 &&
    QUESTION.test(goal.trim()) &&
    !TIME_CLAUSE.test(goal.trim()) &&
    !ASKS_FOR_A_PLAN.test(goal) &&
    !/[.!;:]\s/u.test(goal)
  );
}

const DETERMINER = /^(?:an?|the|my|our|his|her|their|\d{1,9})$/u;
const SHORTEST_OBJECT = 4;

/** What to do and to what: "open a bakery", "lose 10 kg", "quit smoking"; but not "do it" or "get fit". */
const PARTICLE = /^(?:in|up|out|off|on|down|back|away|over)$/u;

function isOrder(words: readonly string[]): boolean {
  // "trade in my car": the little word belongs to the verb.
  const all = words.filter((word, index) => index !== 1 || !PARTICLE.test(word));
  const [verb = '', next = '', third = ''] = all;
  if (verb.length < 3 || !looksLikeWord(verb) || STAND_INS.has(verb)) return false;
  if (next === 'to') return third.length >= SHORTEST_OBJECT && looksLikeWord(third);
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

const FORM_LINE = /^([^:\n]{4,70}):\s*(.*)$/u;
const FORM_GOAL =
  /^[^:]{0,70}\b(?:goals?|objective|aim|what|project|idea|ziel|projekt|mål|objectif|projet|objetivo|proyecto)\b[^:]{0,70}:/iu;
/** A goal of any form: "make an innovative new product". */
const ANY_OBJECT =
  /(?<!\p{L})(?:new|innovative|good|great|better|unique|nice)\s(?:product|service|thing|business|project|idea|solution|app)s?\W*$/iu;

/** A line that is no label with its answer: "Open a bakery", also as "Open a bakery: sourdough and rye". */
function hasNoLabel(line: string): boolean {
  const label = FORM_LINE.exec(line)?.[1];
  return label === undefined || isPlainOrder(label);
}

function isPlainOrder(text: string): boolean {
  const all = words(text);
  return isOrder(all) && DETERMINER.test(all[1] ?? '') && !ANY_OBJECT.test(text);
}

/** What would do as a goal without the form, and says of what kind, where or how many. */
function saysEnough(answer: string): boolean {
  return wordsAgainst(answer) === null && (hasDetail(answer) || isPlainOrder(answer));
}

/** A form with its labels filled in by a word or two: at least the goal's own line must say something. */
function formGoal(goal: string): string | null {
  const lines = goal.split('\n').filter((line) => line.trim().length > 0);
  const filled = lines.filter((line) => FORM_LINE.test(line));
  if (lines.length < 2 || filled.length < lines.length * 0.8) return null;
  const own = lines.filter(hasNoLabel);
  const objection = own.length > 0 ? wordsAgainst(own.join(' ')) : null;
  if (own.length > 0) return objection === null ? null : objection[1];
  const aim = filled.find((line) => FORM_GOAL.test(line));
  if (aim === undefined) return 'The form was filled in, but it names no goal.';
  const answers = filled.map((line) => FORM_LINE.exec(line)?.[2] ?? '');
  const said = FORM_LINE.exec(aim)?.[2] ?? '';
  const total = answers.reduce((sum, answer) => sum + words(answer).length, 0);
  return words(said).length < 10 && total < 60 && !saysEnough(said)
    ? 'The form is filled in too thinly: its goal says too little to plan.'
    : null;
}
