// Level 13: the summary, the pitch, answers, the first day, and whether the goal was kept to.
import { idsIn, numberIn, subjectOf, tasksIn, upTo } from './read-prompt.ts';
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

const answers = (prompt: string): object => ({
  answers: upTo(Math.min(numberIn(prompt, /(\d+) questions/, 4), 12)).map((at) => ({
    question: `What if this is so: ${clause(at * 3)}?`,
    answer: `Then it is looked at in the weekly round. ${sentence(at * 5)}`,
  })),
  first_24_hours: [
    { action: 'Call the town office.', who: 'Lead', task: tasksIn(prompt)[0] ?? '', minutes: 30 },
  ],
  open_questions: ['Who signs the lease?'],
});

const adherence = (prompt: string): object => ({
  adherence: idsIn(prompt, 'D').map((directive) => ({
    ...{ directive, verdict: 'kept', where: 'tasks: 1.1', why: 'It is what is done there.' },
  })),
});

export const closing: Answers = { pitch: summary, first_24_hours: answers, adherence };
