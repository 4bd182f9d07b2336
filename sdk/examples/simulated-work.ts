// Make-believe results for the demo: computed from the step's own parameters and a seed, the same
// every time, and marked as simulated. Nothing here reaches the outside world.
import type { StepOutput, WorkStep } from '../index.ts';

type Random = () => number;
type Maker = (step: WorkStep, random: Random) => Record<string, unknown>;

const whole = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** A number among the parameters; plans give some of them as text. */
function numberIn(step: WorkStep, names: readonly string[], fallback: number): number {
  for (const name of names) {
    const value = Number(step.params[name]);
    if (Number.isFinite(value) && value > 0) return Math.min(Math.round(value), 1_000_000);
  }
  return fallback;
}

function textIn(step: WorkStep, names: readonly string[], fallback: string): string {
  const found = names.map((name) => step.params[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found.slice(0, 200) : fallback;
}

function listIn(step: WorkStep, name: string, fallback: readonly string[]): string[] {
  const value = step.params[name];
  if (!Array.isArray(value)) return [...fallback];
  return value.slice(0, 20).map((item) => String(item).slice(0, 80));
}

const search: Maker = (step, random) => {
  const wanted = numberIn(step, ['max_results', 'count'], 12);
  const found = Math.max(1, Math.round(wanted * (0.8 + random() * 0.2)));
  const query = textIn(step, ['query'], step.title);
  return { query, found, worth_a_look: Math.ceil(found * (0.2 + random() * 0.3)) };
};

const message: Maker = (step, random) => {
  const sent = numberIn(step, ['count'], 1);
  const answered = Math.round(sent * (0.3 + random() * 0.4));
  return { sent, answered, bounced: whole(random, 0, Math.floor(sent / 10)) };
};

const call: Maker = (step, random) => {
  const calls = numberIn(step, ['count'], whole(random, 3, 8));
  return { calls, reached: Math.ceil(calls * (0.4 + random() * 0.4)), minutes: calls * 6 };
};

const documentMaker: Maker = (step, random) => {
  const copies = numberIn(step, ['count'], 1);
  const template = textIn(step, ['template', 'document'], 'note');
  return { template, copies, words: copies * whole(random, 180, 620) };
};

const table: Maker = (step, random) => ({
  file: textIn(step, ['file_path', 'output'], 'table.csv'),
  columns: listIn(step, 'columns', ['name', 'value']),
  rows: whole(random, 20, 60),
});

const rating: Maker = (step, random) => {
  const rubric = listIn(step, 'scoring_rubric', ['need', 'reach']);
  return { looked_at: whole(random, 20, 60), best_score: whole(random, 4, 5), rubric };
};

const quote: Maker = (step, random) => {
  const first = whole(random, 8, 14) * 100;
  const names = listIn(step, 'features', ['basic', 'full']);
  const packages = names.map((name, index) => ({ name, price: first * (index + 1) }));
  return { currency: textIn(step, ['currency'], 'USD'), packages };
};

const comparison: Maker = (step, random) => {
  const options = listIn(step, 'options', ['as it is', 'new']);
  return { options, best: options[whole(random, 0, options.length - 1)] };
};

const meeting: Maker = (step, random) => {
  const booked = numberIn(step, ['count'], 1);
  return {
    booked,
    moved: whole(random, 0, Math.floor(booked / 4)),
    agenda: textIn(step, ['agenda'], step.title),
  };
};

const other: Maker = (step, random) => ({
  result: `${step.title}: done`,
  given: Object.keys(step.params).slice(0, 20),
  confidence_percent: whole(random, 70, 95),
});

/** By the words an action is named with, so that new actions find a likely maker. */
const makers: readonly (readonly [RegExp, Maker])[] = [
  [/search|scrape|research|find/, search],
  [/mail|message|post/, message],
  [/call|phone|interview/, call],
  [/quote|price|cost|budget/, quote],
  [/compare|decide|choose/, comparison],
  [/schedule|calendar|meeting|book/, meeting],
  [/analyze|score|rate|test|check/, rating],
  [/csv|table|list|track/, table],
  [/draft|document|write|review|wireframe|report|design/, documentMaker],
];

export function simulate(step: WorkStep, seed: number): StepOutput {
  const random = seededRandom(`${seed}:${step.action}:${step.step_id}`);
  const maker = makers.find(([words]) => words.test(step.action))?.[1] ?? other;
  return { simulated: true, action: step.action, ...maker(step, random) };
}

const verbs: readonly (readonly [RegExp, string])[] = [
  [/search|scrape/, 'Looking around'],
  [/mail|message/, 'Writing to them'],
  [/call|phone/, 'On the telephone'],
  [/draft|write|document/, 'Writing'],
  [/csv|table/, 'Filling in rows'],
];

/** What a bystander would see it do. */
export function noteFor(step: WorkStep, percent: number): string {
  const verb = verbs.find(([words]) => words.test(step.action))?.[1] ?? 'Working';
  return percent < 60 ? `${verb} (simulated)` : 'Checking the result (simulated)';
}

/** Deterministic numbers in [0, 1) from a text: FNV-1a to seed a 32-bit mixer. */
export function seededRandom(text: string): Random {
  let state = 0x811c9dc5;
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
