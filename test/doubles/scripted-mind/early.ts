// Levels 1 to 5: what the goal lays down, the choices, the scenarios, the chosen one.
import { dataIfAny, dataOf, goalOf, itemsOf, wordsOf } from './read-prompt.ts';
import type { Answers } from './types.ts';

interface Lever {
  readonly id: string;
  readonly options: readonly { readonly name: string }[];
}

interface Facts {
  readonly facts?: readonly { readonly kind: string; readonly text: string }[];
  readonly budget?: { readonly amount: number; readonly currency: string; readonly text: string };
  readonly deadline?: string;
}

const factsOf = (prompt: string): Facts => dataIfAny<Facts>(prompt, 'facts') ?? {};

const stands = (goal: string, quote: string): boolean => quote !== '' && goal.includes(quote);

function limits(prompt: string, goal: string): object[] {
  const { budget, deadline, facts } = factsOf(prompt);
  const day = itemsOf(facts as { kind: string; text: string }[] | undefined).find(
    ({ kind, text }) => (kind === 'deadline' || kind === 'date') && stands(goal, text),
  );
  const money = budget && stands(goal, budget.text) ? budget : null;
  return [
    ...(money
      ? [
          {
            ...{ kind: 'constraint', text: 'It costs no more than that.', quote: money.text },
            ...{ importance: 5 },
            limit: { of: 'cost', most: money.amount, currency: money.currency },
          },
        ]
      : []),
    ...(day && deadline
      ? [
          {
            ...{ kind: 'constraint', text: `All is done by ${deadline}.`, quote: day.text },
            ...{ importance: 5, limit: { of: 'finish', latest: deadline } },
          },
        ]
      : []),
  ];
}

function directives(prompt: string): object[] {
  const goal = goalOf(prompt);
  const quote = wordsOf(goal);
  const wish = { kind: 'requirement', text: `Do what is asked: ${quote}`, quote, importance: 5 };
  return [{ ...wish, limit: null }, ...limits(prompt, goal)].map((one, at) => ({
    id: `D${at + 1}`,
    ...one,
  }));
}

function levers(prompt: string): object {
  const axis = /one axis only: ([^(]+) \(/.exec(prompt)?.[1] ?? 'it';
  const lever = (name: string) => ({
    name: `${axis}: ${name}`,
    question: `How about ${name}?`,
    options: ['small', 'middle', 'large'].map((size) => ({ name: size, what: `Do it ${size}.` })),
    trade_off: 'Speed against cost.',
  });
  return { levers: [lever('pace'), lever('reach')] };
}

function triage(prompt: string): object {
  const ids = itemsOf(dataOf<{ levers: Lever[] }>(prompt, 'levers').levers).map(({ id }) => id);
  const [one = '', other = ''] = ids;
  return {
    kept: ids.slice(0, 4).map((id) => ({ id, why_it_matters: 'Much hangs on it.' })),
    dropped: ids.slice(4).map((id) => ({ id, why: 'too small' })),
    bonds: [{ one, other, kind: 'synergy', why: 'They go together.' }],
  };
}

function scenarios(prompt: string): object {
  const all = itemsOf(dataOf<{ levers: Lever[] }>(prompt, 'levers').levers);
  const { kept } = dataOf<{ kept: { id: string }[] }>(prompt, 'lever-triage');
  const scenario = (at: number) => ({
    ...{ id: `S${at + 1}`, name: `Way ${at + 1}`, idea: 'It bets on patience.' },
    settings: itemsOf(kept).map(({ id }) => ({
      lever: id,
      option: all.find((lever) => lever.id === id)?.options[at]?.name ?? '',
    })),
    ...{ strengths: ['It is plain.'], weaknesses: ['It is slow.'] },
    breaks_directives: at === 2 ? ['D1'] : [],
  });
  return { scenarios: [0, 1, 2].map(scenario) };
}

export const early: Answers = {
  contradictions: () => ({
    ...{ verdict: 'usable', reason: 'It says what is wanted.', what_to_add: [] },
    ...{ contradictions: [], strains: [] },
  }),
  directives: (prompt) => ({ directives: directives(prompt) }),
  success_looks_like: (prompt) => ({
    ...{ purpose: 'business', domain: 'trade', form: 'both', why_form: 'People meet.' },
    ...{ scale: 'team', success_looks_like: ['It is done.'], title: wordsOf(goalOf(prompt)) },
  }),
  cautions: () => ({ verdict: 'go', reason: 'Nobody is harmed.', cautions: [] }),
  would_be_wrong_if: (prompt) => ({
    argument: `Seen through ${/one lens only: ([^.]+)\./.exec(prompt)?.[1] ?? 'it'} it is thin.`,
    rests_on: 'Few have asked for it.',
    would_be_wrong_if: 'Ten people order at once.',
    severity: 'minor',
    answer_in_plan: 'Ask ten people first.',
  }),
  levers,
  needs_place: () => ({ needs_place: false, places: [], jurisdictions: [] }),
  why_currency: (prompt) => ({
    currency: factsOf(prompt).budget?.currency ?? 'EUR',
    ...{ why_currency: 'The goal says so.', at_hand: [] },
    missing: [{ what: 'a room', why_needed: 'to work in' }],
  }),
  bonds: triage,
  scenarios,
  would_change_it: () => ({
    ...{ chosen: 'S2', why: 'It reaches the goal in time.' },
    against: ['S1', 'S3'].map((id) => ({ id, why_not: 'It is weaker.' })),
    would_change_it: ['Rents fall by a third.'],
  }),
};
