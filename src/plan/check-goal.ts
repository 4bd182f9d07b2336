// Looks at a goal as the first stages would, and says what they would say: verdict, questions, what was
// read by which rule, and how the goal could be written better. Pure; nothing is planned or stored.
import type { PromptCheck } from '../contract/prompt-check.ts';
import { readAmounts } from './brains/offline/amounts.ts';
import { readDates } from './brains/offline/dates.ts';
import { cleanGoal, clip, words } from './brains/offline/text.ts';
import { isUncounted, questionsAbout } from './goal-questions.ts';
import { changesOf, readingsOf } from './goal-readings.ts';
import { type GoalJudgement, judgeGoal } from './judge-goal.ts';
import type { FactsOutput } from './outputs/facts.ts';
import { readGoal } from './stages/facts.ts';

type Finding = PromptCheck['findings'][number];
type Question = PromptCheck['questions'][number];

export interface GoalToCheck {
  readonly prompt: string;
  readonly startDate: string;
  readonly answers?: Readonly<Record<string, string | undefined>>;
}

/** An answer is said in a sentence of its own, so that the same rules read it. */
const sentences: Readonly<Record<string, string>> = {
  place: 'Location: ',
  budget: 'Budget: ',
  deadline: 'Deadline: ',
  measure: 'It is done when: ',
  people: 'People: ',
  bans: 'Do not: ',
};

/** "Nothing" is an answer, but says nothing that a rule could read. */
const NOTHING =
  /^(?:none|nothing|no|nope|n\/a|na|nil|-+|keine?|nichts|nein|rien|aucune?|non|nada|ningun[oa]|ingen|intet|nej)[.!]?$/iu;
/** Answers that do not belong into the goal's text: one confirms, the other stands in its place. */
const APART = new Set(['confirm', 'goal']);

const saidOf = (answers: GoalToCheck['answers'] = {}): [id: string, text: string][] =>
  Object.entries(answers).flatMap(([id, answer]) => {
    const text = clip(answer ?? '', 500);
    return text === '' ? [] : [[id, text]];
  });

/** The goal as it was first said, or said anew where that was none. */
function ownWords({ prompt, startDate, answers }: GoalToCheck): string {
  const anew = answers?.goal?.trim() ?? '';
  if (anew === '') return prompt.trim();
  const isNone = judgeGoal(cleanGoal(prompt), startDate).verdict === 'unusable';
  return isNone ? anew : `${prompt.trim()}\n${anew}`;
}

function withAnswers(own: string, { answers }: GoalToCheck): string {
  const said = saidOf(answers)
    .filter(([id, text]) => !APART.has(id) && !NOTHING.test(text))
    .map(([id, text]) => `${sentences[id] ?? ''}${text}`);
  return [own, ...said].join('\n');
}

/** Objections to the shape of a text. Answers are short and many, so that only the goal's own words count. */
const OF_SHAPE = new Set(['no goal', 'too short', 'nonsense', 'placeholder']);

function judgeWith(own: string, whole: string, start: string): GoalJudgement {
  const all = judgeGoal(whole, start);
  if (all.verdict === 'refused' || whole === cleanGoal(own)) return all;
  const alone = judgeGoal(cleanGoal(own), start);
  return alone.verdict === 'unusable' || OF_SHAPE.has(all.rule) ? alone : all;
}

const kinds: Readonly<Record<string, Finding['kind']>> = {
  impossible: 'impossible',
  'end before start': 'contradiction',
  'money and none': 'contradiction',
  'wanted and ruled out': 'contradiction',
  'two budgets': 'contradiction',
  'bare wish': 'missing',
};

function judged({ verdict, reason, rule }: GoalJudgement): Finding[] {
  if (verdict === 'usable') return [];
  const kind = verdict === 'refused' ? 'harm' : (kinds[rule] ?? 'not_a_goal');
  return [{ kind, message: reason, rule }];
}

const DOUBLED = /(?<![\p{L}'’-])(\p{L}{2,})\s+\1(?![\p{L}'’-])/iu;
/** More than a plan can keep in view as demands of its own. */
const MANY_DEMANDS = 10;

function smaller(facts: FactsOutput): Finding[] {
  const doubled = DOUBLED.exec(facts.goal)?.[0];
  const { deadline, budget, requirements } = facts;
  const isTwoWays = deadline?.rule?.includes('two ways') === true;
  return [
    ...(doubled && words(facts.goal).length > 3
      ? [
          {
            kind: 'typo' as const,
            message: `“${doubled}” stands there twice.`,
            rule: 'the same word twice',
          },
        ]
      : []),
    ...(requirements.demands.length >= MANY_DEMANDS
      ? [
          {
            kind: 'over_specified' as const,
            message: `It makes ${MANY_DEMANDS} demands or more; only the first ${MANY_DEMANDS} become tasks of their own without a model.`,
            rule: 'many demands',
          },
        ]
      : []),
    ...(deadline?.rule
      ? [
          {
            kind: 'guess' as const,
            message: deadline.rule,
            rule: isTwoWays ? 'day or month first' : 'no year given',
          },
        ]
      : []),
    ...(budget && !budget.certain
      ? [
          {
            kind: 'guess' as const,
            message: `${budget.text} is taken as the budget, though the goal does not call it so.`,
            rule: 'the largest amount that may be one',
          },
        ]
      : []),
  ];
}

/** The goal with a place in brackets for each answer that is wanting; and a small first step. */
function candidatesOf(goal: string, questions: readonly Question[], facts: FactsOutput): string[] {
  const gaps = questions.flatMap(({ id, question }) =>
    Object.hasOwn(sentences, id) ? [`${sentences[id]}[${question}]`] : [],
  );
  const whole = [goal.trim(), ...gaps].join('\n');
  const step = `First step only, within 4 weeks: find out whether this can work and what it takes: ${clip(facts.subject.title, 200)}`;
  return gaps.length > 0 ? [whole, step] : [goal.trim(), step];
}

const nextActions: Readonly<Record<PromptCheck['verdict'], string>> = {
  usable: 'Call plan_create with it. Questions that stay open become assumptions of the plan.',
  confirm:
    'Mend it; or, if it is meant so, call plan_create and confirm (confirm: true, or --yes).',
  unusable: 'Say more, and check again: plan_create would stop for the same reason.',
  refused: 'No plan is made for it.',
};

/** What was answered is not asked again, so that an amount without a currency is told instead. */
function unread(facts: FactsOutput, answered: ReadonlySet<string>): Finding[] {
  if (!answered.has('budget') || !isUncounted(facts)) return [];
  const message = 'The budget names no currency that is known, so it is not counted.';
  return [{ kind: 'missing', message, rule: 'no currency' }];
}

export function checkGoal(asked: GoalToCheck): PromptCheck {
  const own = ownWords(asked);
  const goal = withAnswers(own, asked);
  const answered = new Set(saidOf(asked.answers).map(([id]) => id));
  const facts = readGoal({ planId: 'plan_check', goal, startDate: asked.startDate });
  const judgement = judgeWith(own, facts.goal, asked.startDate);
  const isOpen = judgement.verdict === 'usable' || judgement.verdict === 'confirm';
  const questions =
    judgement.verdict === 'refused' ? [] : questionsAbout(facts, judgement, answered);
  const missing = questions.filter(({ id }) => Object.hasOwn(sentences, id));
  const candidates = isOpen ? candidatesOf(goal, questions, facts) : [];
  const findings = [
    ...judged(judgement),
    ...(isOpen ? [...smaller(facts), ...unread(facts, answered)] : []),
    ...(isOpen
      ? missing.map(({ id, why }): Finding => ({ kind: 'missing', message: why, rule: `no ${id}` }))
      : []),
  ];
  const amounts = readAmounts(facts.goal);
  const dates = readDates(facts.goal, asked.startDate);
  return {
    verdict: judgement.verdict,
    reason: judgement.reason,
    score: scoreOf(judgement, missing.length),
    findings,
    questions,
    what_to_add: [...judgement.whatToAdd],
    candidates,
    read: readingsOf(facts, amounts, dates),
    change_log: changesOf(facts, isOpen ? missing : []),
    next_action: nextActions[judgement.verdict],
  };
}

function scoreOf({ verdict }: GoalJudgement, missing: number): number {
  if (verdict === 'refused' || verdict === 'unusable') return 0;
  const said = Math.max(10, 100 - missing * 15);
  return verdict === 'confirm' ? Math.min(40, said) : said;
}
