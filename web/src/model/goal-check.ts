// What the server reads of a goal while it is typed, as the page shows it.
import type { PromptCheck } from '../../../src/contract/prompt-check.ts';
import { formatMoney } from '../text/amounts.ts';
import { formatDayYear } from '../text/time.ts';
import type { GoalHint } from './goal-hints.ts';

/** No plan would be made of it. */
export const isStopped = ({ verdict }: PromptCheck): boolean =>
  verdict === 'unusable' || verdict === 'refused';

const titles: Readonly<Record<PromptCheck['verdict'], string>> = {
  usable: '',
  confirm: 'Is this meant so?',
  unusable: 'Not enough to plan yet.',
  refused: 'This is not planned.',
};

export const checkTitle = ({ verdict }: PromptCheck): string => titles[verdict];

const maxNames = 3;

function readText(about: GoalHint['about'], { read }: PromptCheck): string {
  const { places, deadline, budget } = read;
  if (about === 'place' && places.length > 0) {
    return [...new Set(places.map(({ name }) => name))].slice(0, maxNames).join(', ');
  }
  if (about === 'date' && deadline !== null) return `By ${formatDayYear(deadline.date)}`;
  if (about === 'money' && budget !== null) {
    return `${formatMoney(budget.amount, budget.currency)}${budget.certain ? '' : ', as we read it'}`;
  }
  return '';
}

/** What the rules have read stands in place of the guess that something is there. */
export const readHints = (
  hints: readonly GoalHint[],
  check: PromptCheck | undefined,
): readonly GoalHint[] =>
  hints.map((hint) => {
    const text = check === undefined ? '' : readText(hint.about, check);
    return text === '' ? hint : { ...hint, isNamed: true, text };
  });
