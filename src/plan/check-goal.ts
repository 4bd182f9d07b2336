// Looks at a goal as the first stages would, and says what they would say: verdict, questions, what was
// read by which rule, and how the goal could be written better. Pure; nothing is planned or stored.
import type { PromptCheck } from '../contract/prompt-check.ts';
import { readAmounts } from './brains/offline/amounts.ts';
import { readDates } from './brains/offline/dates.ts';
import { clip, words } from './brains/offline/text.ts';
import { questionsAbout } from './goal-questions.ts';
import { changesOf, readingsOf } from './goal-readings.ts';
import type { FactsOutput } from './outputs/facts.ts';
import { readGoal } from './stages/facts.ts';
import { type GoalJudgement, judgeGoal } from './stages/screen.ts';

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

function withAnswers({ prompt, answers = {} }: GoalToCheck): string {
  const said = Object.entries(answers).flatMap(([id, answer]) => {
    const text = answer?.trim() ?? '';
    return text === '' ? [] : [`${sentences[id] ?? ''}${clip(text, 500)}`];
  });
  return [prompt.trim(), ...said].join('\n');
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
      ? [{ kind: 'guess' as const, message: deadline.rule, rule: 'no year given' }]
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

export function checkGoal(asked: GoalToCheck): PromptCheck {
  const goal = withAnswers(asked);
  const facts = readGoal({ planId: 'plan_check', goal, startDate: asked.startDate });
  const judgement = judgeGoal(facts.goal, asked.startDate);
  const isOpen = judgement.verdict === 'usable' || judgement.verdict === 'confirm';
  const questions = judgement.verdict === 'refused' ? [] : questionsAbout(facts, judgement);
  const missing = questions.filter(({ id }) => Object.hasOwn(sentences, id));
  const candidates = isOpen ? candidatesOf(goal, questions, facts) : [];
  const findings = [
    ...judged(judgement),
    ...(isOpen ? smaller(facts) : []),
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
