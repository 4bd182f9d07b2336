// What readers will ask, answered from the plan alone; what to do on the first day; what is missing.

import { stopped, unstopped } from '../../../../../base/sentences.ts';
import type { PlanTask } from '../../../../../contract/plan.ts';
import type { Directive } from '../../../../../contract/plan-direction.ts';
import { allowances } from '../../../../allowance.ts';
import { answerSees, closingSees } from '../../../../closing-views.ts';
import { demandsOf } from '../../../../demands.ts';
import { figuresIn } from '../../../../figures.ts';
import type { AnswersOutput } from '../../../../outputs/closing.ts';
import { premisesOutput, premortemOutput } from '../../../../outputs/critique.ts';
import { outputOf } from '../../../../stage.ts';
import { questionsOf } from '../../questions.ts';
import { clip } from '../../text.ts';
import type { RuleInput } from '../rule.ts';
import { isErrand } from './errand.ts';
import { firstDay } from './first-day.ts';
import { dayText, type Ground, groundOf, moneyText, told } from './ground.ts';
import { coverage, Finder } from './likewise.ts';
import { dearestLine, guessedShare, lineName } from './look-money.ts';
import { loadsOf } from './look-people.ts';
import { textOfTask } from './look-scope.ts';
import { driverTask } from './look-time.ts';
import { sourcedIn, sourcedText } from './sourced.ts';
import { plainWords } from './summary.ts';
import { isShort } from './told-short.ts';

type Answer = AnswersOutput['answers'][number];

const afterSign = (response: string): string =>
  isShort(response) ? stopped(plainWords(response)) : 'What is done then stands with it.';

const SPOKEN_OF = 0.3;

const quoted = (text: string, most: number): string =>
  `“${plainWords(unquoted(clip(unstopped(text), most)))}”`;

/** Quotes within quotes are hard to read. */
const unquoted = (text: string): string => text.replaceAll(/[“”]/gu, '');

/** When and by whom; the criterion where it is one. */
function doneBy(
  { title, assignee_role, finish_date, acceptance_criteria }: PlanTask,
  quote: string,
): string {
  const criterion = acceptance_criteria.find((one) => coverage(quote, one) >= QUOTED);
  const when = `by ${dayText(finish_date)} (${assignee_role})`;
  return criterion === undefined
    ? `“${plainWords(clip(title, 100))}” comes nearest to it, ${when}.`
    : `“${plainWords(clip(title, 100))}” is not done without it, ${when}: ${stopped(plainWords(clip(criterion, 250)))}`;
}
const QUOTED = 0.8;

/** All of the plan is about what the goal is for. */
function intentAnswer({ id, quote }: Directive, { tasks }: Ground): Answer[] {
  const last = tasks.at(-1);
  if (!last) return [];
  return [
    {
      directive: id,
      question: `What does the plan do about ${quoted(quote, 200)}?`,
      answer: `All of it is for this. It is reached with “${plainWords(clip(last.title, 100))}”, by ${dayText(last.finish_date)} (${last.assignee_role}).`,
    },
  ];
}

function demandAnswer({ id, text, quote }: Directive, tasks: Finder<PlanTask>): Answer {
  const whole = tasks.best(quote, (task) => coverage(quote, textOfTask(task)) === 1, 1);
  const found = whole ?? tasks.best(`${text} ${quote}`);
  const asked = quoted(quote, 200);
  const answer =
    found && found.share >= SPOKEN_OF
      ? doneBy(found.item, quote)
      : `No task speaks of ${asked} in these words, so that somebody has to say which one brings it about.`;
  return {
    directive: id,
    question: `What does the plan do about ${asked}?`,
    answer: clip(answer, 900),
  };
}

function ownAnswers(ground: Ground, { input }: RuleInput): Answer[] {
  const driver = driverTask(ground);
  const line = dearestLine(ground);
  const [load] = loadsOf(ground);
  const { failures } = outputOf(input, { name: 'premortem', output: premortemOutput });
  const { premises } = outputOf(input, { name: 'premises', output: premisesOutput });
  const isSmall = isErrand(ground);
  // The price and the longest task have answers of their own.
  const open = premises.filter(({ state }) => state === 'open');
  const premise = open.find(({ claim }) => !line || !claim.includes(lineName(line))) ?? open[0];
  const about = clip(unstopped(driver?.task.title ?? ''), 80);
  const failure =
    failures.find(({ title }) => about === '' || !title.startsWith(about)) ?? failures[0];
  const figures = figuresIn(input) ?? {};
  const share = guessedShare(ground);
  return [
    ...(premise
      ? [
          {
            question: `What if this is not so: ${quoted(premise.claim, 180)}?`,
            answer: `${isShort(premise.decision) ? stopped(plainWords(premise.decision)) : 'What is decided then stands with the premise.'} It has to be known by ${dayText(premise.by)}; one would see this: ${stopped(plainWords(premise.falsifier))}`,
          },
        ]
      : []),
    ...(line && ground.network.costs.base > 0 && !isSmall
      ? [
          {
            question: `How sure is the price of ${plainWords(lineName(line))}?`,
            answer: `${moneyText(line.base, ground)} are planned, and it may come to ${moneyText(line.high, ground)}. It is taken from: ${stopped(plainWords(clip(unstopped(line.source), 200)))}${share > 0 ? ' Other amounts are guessed in the same way; the list of guesses has them.' : ''}`,
          },
        ]
      : []),
    ...(driver
      ? [
          {
            question: `What happens if ${quoted(driver.task.title, 120)} takes longer?`,
            answer: `The end moves. It is planned with ${told(driver.task.estimate.likely)} hours and may take ${told(driver.task.estimate.high)}; no other task moves the end more.${Object.hasOwn(figures, 'finish_p80') ? ' With all that may go wrong the work ends by {finish_p80} in four of five runs.' : ''}`,
          },
        ]
      : []),
    ...(failure && !isSmall
      ? [
          {
            question: `How does one see early that it comes to this: ${quoted(failure.title, 110)}?`,
            answer:
              `By this: ${stopped(plainWords(failure.first_sign))} ${afterSign(failure.tripwires[0]?.response ?? failure.prevention)}`.trim(),
          },
        ]
      : []),
    ...(load && load.tasks > 0 && !isSmall
      ? [
          {
            question: `Can ${plainWords(load.role)} do so much?`,
            answer: `Only if nothing else is in the way: nobody else has as much to do. The schedule lets nobody work on two things at once, so what does not fit is already later.`,
          },
        ]
      : []),
    ...(ground.charter.out_of_scope[0]
      ? [
          {
            question: 'What is left out, and what if it is needed after all?',
            answer: `${stopped(plainWords(ground.charter.out_of_scope.slice(0, 3).map(unstopped).join('; ')))} Taking it in means more hours and money than are planned here.`,
          },
        ]
      : []),
  ];
}

const MOST_QUESTIONS = 8;

export function answersRule(of: RuleInput): AnswersOutput {
  const { input, draft } = of;
  const ground = groundOf(input);
  const isSourced = sourcedIn(input, { ...closingSees, ...answerSees });
  const detail = input.intake.detail ?? 'standard';
  const tasks = new Finder(ground.tasks, textOfTask);
  const demanded = demandsOf(ground.direction.directives, detail)
    .flatMap((one) =>
      one.kind === 'intent' ? intentAnswer(one, ground) : [demandAnswer(one, tasks)],
    )
    .map(({ question, answer, ...one }) => ({
      ...one,
      question: sourcedText(question, isSourced, 'What does the plan do about this demand?'),
      answer: sourcedText(answer, isSourced, 'The list of directives says how far it is kept.'),
    }));
  const own = ownAnswers(ground, of)
    .map(({ question, answer }) => ({ question: clip(question, 300), answer: clip(answer, 900) }))
    .filter(({ question, answer }) => isSourced(question) && isSourced(answer))
    .slice(0, allowances[detail].questions);
  const questions = questionsOf(draft)
    .map((question) => plainWords(clip(question, 300)))
    .filter(isSourced);
  return {
    answers: demanded.length + own.length > 0 ? [...demanded, ...own] : [nothingAsked],
    first_24_hours: firstDay(ground, questions).map((one) => ({
      ...one,
      action: sourcedText(one.action, isSourced, 'Begin the first task.'),
    })),
    open_questions: questions.slice(0, MOST_QUESTIONS),
  };
}

/** Of a goal that asks for nothing that could be doubted. */
const nothingAsked: Answer = {
  question: 'What was not asked?',
  answer:
    'Rules found nothing in the numbers that a reader would doubt; somebody who knows the work should read it.',
};
