// Level 11: those who hold something against the plan, who answer it and who judge.
import { endOf, idsIn, numberIn, taskOf, tasksIn, upTo } from './read-prompt.ts';
import { clause, seedOf, sentence } from './sentences.ts';
import type { Answers, Mood } from './types.ts';

const professions = [
  'Baker',
  'Lawyer',
  'Bookkeeper',
  'Builder',
  'Nurse',
  'Driver',
  'Teacher',
  'Cook',
];

const panel = (prompt: string): object => ({
  experts: upTo(Math.min(numberIn(prompt, /exactly (\d+)/, 4), 8)).map((at) => ({
    id: `E${at}`,
    title: professions[at - 1] ?? `Expert ${at}`,
    field: sentence(at * 3),
    looks_at: sentence(at * 7 + 1),
  })),
});

/** Of what it is told, without what others wrote: so that no two say the same. */
const voice = (prompt: string): number => seedOf(taskOf(prompt));

const minor = (prompt: string): object => ({
  ...{ section: 'other', item: '', severity: 'minor' },
  ...{ says: sentence(voice(prompt)), remedy: sentence(voice(prompt) + 1) },
});

/** What else may be hit, by whoever speaks. */
const others = [
  ['charter', 'V1'],
  ['team', 'Lead'],
  ['risks', 'R1'],
  ['phase', '1'],
] as const;

function serious(prompt: string): object[] {
  const seed = voice(prompt);
  const [section, item] = others[seed % others.length] ?? others[0];
  return [
    {
      ...{ section: 'phase', item: '2', severity: 'major' },
      says: `Nobody looks twice before it is handed over. ${sentence(seed + 2)}`,
      remedy: 'Look once more before it is handed over.',
    },
    {
      ...{ section: 'assumptions', item: 'A1', severity: 'major' },
      says: `The first number stands on two answers only. ${sentence(seed + 3)}`,
      remedy: 'Ask five more.',
    },
    { section, item, severity: 'major', says: sentence(seed + 5), remedy: sentence(seed + 6) },
  ];
}

const criticism = (prompt: string, { hasCritics = false }: Mood): object => ({
  verdict: `It holds. ${sentence(voice(prompt) + 4)}`,
  findings: [minor(prompt), ...(hasCritics ? serious(prompt) : [])],
});

const failure = (prompt: string): object => ({
  title: clause(voice(prompt)),
  story: `It fell asleep. ${sentence(voice(prompt) + 1)}`,
  causes: [sentence(voice(prompt) + 2)],
  first_sign: 'Fewer than 5 people on a Monday.',
  tripwires: [
    {
      ...{ metric: 'People who come in a week', is: 'below', threshold: 40, unit: 'people' },
      ...{ by: endOf(prompt), response: 'Ask those who stayed away.' },
    },
  ],
  prevention: 'Count each week.',
  tasks: tasksIn(prompt).slice(0, 1),
  covered: true,
  stop_rule: 'Stop when half of the money is gone and nobody has come.',
});

const premises = (prompt: string): object => ({
  premises: upTo(Math.min(Math.max(numberIn(prompt, /the (\d+) premises/, 3), 3), 7)).map((at) => ({
    id: `C${at}`,
    claim: sentence(at * 9 + 100),
    why_critical: sentence(at * 9 + 200),
    falsifier: sentence(at * 9 + 300),
    test: sentence(at * 9 + 400),
    by: endOf(prompt),
    decision: sentence(at * 9 + 500),
    state: 'open',
  })),
});

const rebuttal = (prompt: string, { hasCritics = false }: Mood): object => ({
  answers: idsIn(prompt, 'F').map((finding) => ({
    finding,
    stance: hasCritics ? 'concede' : 'defend',
    answer: `To ${finding}: it is looked at in the weekly round.`,
  })),
});

const judge = (prompt: string, { hasCritics = false }: Mood): object => ({
  rulings: idsIn(prompt, 'F').map((finding) => ({
    finding,
    ruling: hasCritics ? 'sustained' : 'overruled',
    why: `So much for ${finding}.`,
  })),
});

export const critique: Answers = {
  experts: panel,
  findings: criticism,
  story: failure,
  premises,
  rulings: judge,
  answers: rebuttal,
};
