// Level 6: quantities and risks. A wild quantity is tamed when it comes back, and what critics hit is
// better founded afterwards.
import { criticizedIn, dataIfAny, numberIn, upTo } from './read-prompt.ts';
import { clause, sentence } from './sentences.ts';
import type { Answers, Mood } from './types.ts';

interface Quantity {
  readonly id: string;
  readonly lower: number;
  readonly base: number;
  readonly upper: number;
  readonly evidence: string;
}

interface Risk {
  readonly id: string;
  readonly response: string;
}

const units = ['EUR', 'people', 'days', 'EUR/month', 'hours', '%'];

function quantity(at: number, isWild: boolean): object {
  const base = 10 + at;
  return {
    id: `A${at}`,
    claim: `So much: ${clause(at * 3)}`,
    lower: isWild ? 0.01 : base / 2,
    base,
    upper: isWild ? base * 500 : base * 2,
    unit: units[at % units.length],
    ...{ confidence: 'medium', status: 'estimated', evidence: 'Asked two who know.' },
    how_to_check: sentence(at * 5 + 1),
    ...{ reckoned: null, total: null },
  };
}

const isWild = ({ lower, upper }: Quantity): boolean => upper / lower > 50;

const tamed = (one: Quantity): Quantity => ({ ...one, lower: one.base / 2, upper: one.base * 2 });

/** The first one is what critics speak of; what is not given stays as it is. */
const founded = (list: readonly Quantity[]): Quantity[] =>
  list.slice(0, 1).map((one) => ({ ...one, evidence: 'Asked seven who know.' }));

function quantities(prompt: string, { hasWildQuantity = false }: Mood): object {
  const returned = dataIfAny<{ assumptions: Quantity[] }>(prompt, 'current');
  if (returned) {
    return { assumptions: returned.assumptions.map((one) => (isWild(one) ? tamed(one) : one)) };
  }
  const criticized = criticizedIn<Quantity[]>(prompt);
  if (criticized) return { assumptions: founded(criticized) };
  const count = Math.min(numberIn(prompt, /at most (\d+)/, 6), 30);
  return { assumptions: upTo(count).map((at) => quantity(at, hasWildQuantity && at === 2)) };
}

const risk = (at: number): object => ({
  id: `R${at}`,
  title: clause(at * 7 + 3),
  cause: sentence(at * 3 + 200),
  effect: sentence(at * 3 + 300),
  ...{ likelihood: 'low', impact: 'medium', probability: 0.1 },
  delay_days: { low: 0, likely: 1, high: 2 },
  cost: { low: 0, base: 10, high: 50 },
  owner: 'Lead',
  trigger: `No answer after ${at + 4} days.`,
  response: sentence(at + 400),
});

function risks(prompt: string): object {
  const given =
    dataIfAny<{ risks: Risk[] }>(prompt, 'current')?.risks ?? criticizedIn<Risk[]>(prompt);
  if (!given) {
    return { risks: upTo(Math.min(numberIn(prompt, /at most (\d+)/, 5), 24)).map(risk) };
  }
  const [first, ...rest] = given;
  return { risks: [{ ...first, response: `Write first. ${sentence(7)}` }, ...rest] };
}

export const basis: Answers = { assumptions: quantities, risks };
