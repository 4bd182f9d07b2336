// What to ask whoever wrote a goal: what the rules did not find in it and a plan depends on.
import type { PromptCheck } from '../contract/prompt-check.ts';
import type { GoalJudgement } from './judge-goal.ts';
import type { FactsOutput } from './outputs/facts.ts';

type Question = PromptCheck['questions'][number];

const UNCOUNTED =
  /(?<!\p{L})(?:budget|cost|costs|kosten|coût|coste|presupuesto|omkostning\p{L}*)[^.\n]{0,20}?\d/iu;

const askIf = (wanting: boolean, id: string, question: string, why: string): Question[] =>
  wanting ? [{ id, question, why }] : [];

/** A budget in figures whose currency nobody said. */
export const isUncounted = ({ budget, goal }: FactsOutput): boolean =>
  budget === null && UNCOUNTED.test(goal);

/** At most eight, those first that change most; never one that was answered. */
export function questionsAbout(
  facts: FactsOutput,
  { verdict, reason, rule }: GoalJudgement,
  answered: ReadonlySet<string> = new Set(),
): Question[] {
  const has = (kind: string) => facts.facts.some((fact) => fact.kind === kind);
  const noTime = facts.deadline === null && !has('duration') && !has('date');
  return [
    ...askIf(verdict === 'confirm', 'confirm', 'Is it meant so?', reason),
    ...askIf(
      verdict === 'unusable',
      'goal',
      'What should exist or be different at the end?',
      rule === 'too short' ? 'There is too little to plan from.' : reason,
    ),
    ...(facts.budget === null
      ? askIf(
          true,
          'budget',
          isUncounted(facts)
            ? 'In which currency is the budget?'
            : 'How much money may it take, in which currency?',
          'Without a budget the costs are guessed from rules of thumb.',
        )
      : []),
    ...askIf(
      noTime,
      'deadline',
      'By when should it be done?',
      'Without a date the plan ends when its work does.',
    ),
    ...askIf(
      facts.place.name === null,
      'place',
      'Where does it happen?',
      'Permits, prices and holidays depend on the place.',
    ),
    ...askIf(
      !has('count') && !has('people'),
      'measure',
      'How will you know that it is done: what can be counted or shown?',
      'Without a number the acceptance of the last task is a matter of taste.',
    ),
    ...askIf(
      !has('people'),
      'people',
      'Who works on it, and how many are they?',
      'Without people the plan names roles and guesses how many.',
    ),
    ...askIf(
      facts.requirements.avoid.length === 0 && facts.requirements.bannedWords.length === 0,
      'bans',
      'What must not happen, or not be used?',
      'What is not ruled out may be in the plan.',
    ),
  ]
    .filter(({ id }) => !answered.has(id))
    .slice(0, 8);
}
