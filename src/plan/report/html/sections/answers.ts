// Questions and answers, guesses and open questions.
import type { Plan } from '../../../../contract/plan.ts';
import { guessesApart } from '../../reading/guesses.ts';
import { counted } from '../../reading/words.ts';
import { html, type Markup } from '../markup.ts';
import { type Context, linked, linksTo, list, type Section, table, under } from '../parts.ts';

export function answersSection(context: Context): Section | null {
  const { questions_and_answers: all = [] } = context.plan;
  if (all.length === 0) return null;
  return {
    id: 'answers',
    title: 'Questions and answers',
    digest: counted(all.length, 'question'),
    closed: true,
    body: html`<dl class="answers">${all.map(
      ({ question, answer }) =>
        html`<dt>${linked(context, question)}</dt><dd>${linked(context, answer)}</dd>`,
    )}</dl>`,
  };
}

export function guessesSection(context: Context): Section | null {
  const { guesses, open_questions: open } = context.plan;
  if (guesses.length + open.length === 0) return null;
  const { ofAssumptions, ofCosts, others, small } = guessesApart(context.plan);
  return {
    id: 'guesses',
    title: 'Guesses and open questions',
    digest: `${counted(guesses.length, 'guess', 'guesses')}, ${counted(open.length, 'open question')}`,
    body: html`${ofAssumptions.length > 0 && html`<p>${linksTo(context, ofAssumptions)}: these <a href="#assumptions">assumptions</a> are guesses; how to check them stands with them.</p>`}
${ofCosts.length > 0 && html`<p>${linksTo(context, ofCosts)}: these <a href="#costs">prices</a> are guesses; get quotes.</p>`}
${small > 0 && html`<p>${counted(small, 'more price')} below 1 % of the total.</p>`}
${guessTable(context, 'Guesses', others)}
${under('Open questions', list(open.map((one) => linked(context, one))), 'open-questions')}`,
  };
}

const guessColumns = [
  { head: 'Guess', wide: true },
  { head: 'Used for' },
  { head: 'How to confirm', wide: true },
];

const guessTable = (context: Context, caption: string, guesses: Plan['guesses']): Markup =>
  table(
    caption,
    guessColumns,
    guesses.map((one) => ({
      cells: [
        linked(context, one.guess),
        linked(context, one.used_for),
        linked(context, one.how_to_confirm),
      ],
    })),
  );
