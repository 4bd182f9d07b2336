// A mind that answers every stage rightly, from what stands in the prompt alone: same prompt, same
// answer. It knows a stage by the fields that its schema asks for.

interface Lever {
  readonly id: string;
  readonly options: readonly { readonly name: string }[];
}

/** What the prompt shows of an earlier stage. */
function dataOf<T>(prompt: string, name: string): T {
  const text = new RegExp(`<data name="${name}">\\n([\\s\\S]*?)\\n</data>`).exec(prompt)?.[1];
  if (text === undefined) throw new Error(`the prompt shows nothing of ${name}`);
  return JSON.parse(text) as T;
}

const goalOf = (prompt: string): string =>
  /<goal>\n([\s\S]*?)\n<\/goal>/.exec(prompt)?.[1] ?? 'the goal';

const wordsOf = (goal: string): string => goal.split(/\s+/).slice(0, 4).join(' ');

const directives = (prompt: string) => {
  const quote = wordsOf(goalOf(prompt));
  return [
    { id: 'D1', kind: 'requirement', text: `Do what is asked: ${quote}`, quote, importance: 5 },
  ];
};

/** By the field that no other stage has. */
const answers: Readonly<Record<string, (prompt: string) => unknown>> = {
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
  levers: (prompt) => {
    const axis = /one axis only: ([^(]+) \(/.exec(prompt)?.[1] ?? 'it';
    const lever = (name: string) => ({
      name: `${axis}: ${name}`,
      question: `How about ${name}?`,
      options: ['small', 'middle', 'large'].map((size) => ({ name: size, what: `Do it ${size}.` })),
      trade_off: 'Speed against cost.',
    });
    return { levers: [lever('pace'), lever('reach')] };
  },
  needs_place: () => ({ needs_place: false, places: [], jurisdictions: [] }),
  why_currency: () => ({
    ...{ currency: 'EUR', why_currency: 'The goal says so.', at_hand: [] },
    missing: [{ what: 'a room', why_needed: 'to work in' }],
  }),
  bonds: (prompt) => {
    const ids = dataOf<{ levers: Lever[] }>(prompt, 'levers').levers.map(({ id }) => id);
    const [one = '', other = ''] = ids;
    return {
      kept: ids.slice(0, 4).map((id) => ({ id, why_it_matters: 'Much hangs on it.' })),
      dropped: ids.slice(4).map((id) => ({ id, why: 'too small' })),
      bonds: [{ one, other, kind: 'synergy', why: 'They go together.' }],
    };
  },
  scenarios: (prompt) => {
    const { levers } = dataOf<{ levers: Lever[] }>(prompt, 'levers');
    const { kept } = dataOf<{ kept: { id: string }[] }>(prompt, 'lever-triage');
    const scenario = (at: number) => ({
      ...{ id: `S${at + 1}`, name: `Way ${at + 1}`, idea: 'It bets on patience.' },
      settings: kept.map(({ id }) => ({
        lever: id,
        option: levers.find((lever) => lever.id === id)?.options[at]?.name ?? '',
      })),
      ...{ strengths: ['It is plain.'], weaknesses: ['It is slow.'] },
      breaks_directives: at === 2 ? ['D1'] : [],
    });
    return { scenarios: [0, 1, 2].map(scenario) };
  },
  would_change_it: () => ({
    ...{ chosen: 'S2', why: 'It reaches the goal in time.' },
    against: ['S1', 'S3'].map((id) => ({ id, why_not: 'It is weaker.' })),
    would_change_it: ['Rents fall by a third.'],
  }),
};

export function scriptedAnswer(schema: object, prompt: string): unknown {
  const { properties = {} } = schema as { properties?: Record<string, unknown> };
  const name = Object.keys(answers).find((field) => Object.hasOwn(properties, field));
  if (name === undefined) {
    throw new Error(`no stage asks for ${Object.keys(properties).join(', ')}`);
  }
  return answers[name]?.(prompt);
}
