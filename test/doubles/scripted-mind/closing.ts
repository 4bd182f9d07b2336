// Level 13: the summary, the pitch, answers, the first day, and whether the goal was kept to.
import { dataIfAny, idsIn, itemsOf, numberIn, subjectOf, tasksIn, upTo } from './read-prompt.ts';
import { clause, sentence } from './sentences.ts';
import type { Answers } from './types.ts';

const summary = (prompt: string): object => ({
  summary: {
    situation: `${subjectOf(prompt)} is wanted and can be had.`,
    approach: 'Step by step, with little spent before much is known.',
    expected: 'It ends on {finish} and costs {cost}.',
    main_risks: 'Offices answer late; rooms cost more.',
    decision_needed: 'Whether to begin.',
  },
  pitch: {
    headline: `${subjectOf(prompt)}, soon`,
    why_now: 'Rooms are to be had this year.',
    what: 'A plain place with good work.',
    proof: 'Others live from it.',
    ask: 'Say yes this week.',
  },
});

interface Asked {
  readonly demands?: readonly { readonly id: string }[];
}

/** What the goal asks the plan for. */
const demanded = (prompt: string): object[] =>
  itemsOf(dataIfAny<Asked>(prompt, 'direction')?.demands as { id: string }[] | undefined).map(
    ({ id }, at) => ({
      directive: id,
      question: `What of ${clause(at * 7 + 40)}?`,
      answer: `It is done step by step, and shown at the end. ${sentence(at * 11 + 60)}`,
    }),
  );

/** Whoever has the first task begins it. */
function firstAction(prompt: string): object {
  const [task = ''] = tasksIn(prompt);
  const line = new RegExp(`"${task.replace('.', '\\.')} [^"]*"`).exec(prompt)?.[0] ?? '';
  const who = line.split(' | ')[2] ?? 'Lead';
  return { action: 'Call the town office.', who, task, minutes: 30 };
}

const answers = (prompt: string): object => ({
  answers: [
    ...demanded(prompt),
    ...upTo(Math.min(numberIn(prompt, /(\d+) questions/, 4), 12)).map((at) => ({
      question: `What if this is so: ${clause(at * 3)}?`,
      answer: `Then it is looked at in the weekly round. ${sentence(at * 5)}`,
    })),
  ],
  first_24_hours: [firstAction(prompt)],
  open_questions: ['Who signs the lease?'],
});

const adherence = (prompt: string): object => ({
  adherence: idsIn(prompt, 'D').map((directive) => ({
    ...{ directive, verdict: 'kept', where: 'tasks: 1.1', why: 'It is what is done there.' },
  })),
});

export const closing: Answers = { pitch: summary, first_24_hours: answers, adherence };
