// What was read from a goal, for people: the values, and each with the rule that found it.
import type { PromptCheck } from '../contract/prompt-check.ts';
import type { Amount } from './brains/offline/amounts.ts';
import type { DateReading } from './brains/offline/dates.ts';
import type { FactsOutput } from './outputs/facts.ts';

type Read = PromptCheck['read'];
type Change = PromptCheck['change_log'][number];

const bansOf = ({ requirements }: FactsOutput): string[] => [
  ...requirements.bannedWords,
  ...requirements.avoid,
];

export function readingsOf(
  facts: FactsOutput,
  amounts: readonly Amount[],
  dates: readonly DateReading[],
): Read {
  const of = (...kinds: readonly string[]) =>
    facts.facts.filter(({ kind }) => kinds.includes(kind));
  const units = new Map(of('money').map(({ text, unit }) => [text, unit]));
  const { budget, deadline } = facts;
  return {
    language: facts.language,
    subject: facts.subject.title,
    amounts: amounts.map(({ text, low, high, currency, use }) => ({
      ...{ text, low, high, use },
      currency: units.get(text) ?? currency,
    })),
    budget: budget && { amount: budget.amount, currency: budget.currency, certain: budget.certain },
    dates: dates.map(({ text, first, last }) => ({ text, first, last })),
    deadline: deadline && { date: deadline.date, text: deadline.text, certain: deadline.certain },
    durations: of('duration').map(({ text, value, unit = '' }) => ({
      ...{ text, unit },
      value: Number(value),
    })),
    places: of('place').map(({ text, value }) => ({ text, name: String(value) })),
    counts: of('count', 'people').map(({ kind, text, value, unit = '' }) => ({
      ...{ text, unit },
      value: Number(value),
      people: kind === 'people',
    })),
    bans: bansOf(facts),
    demands: [...facts.requirements.demands],
  };
}

const rules: Readonly<Record<string, string>> = {
  money: 'a number with a currency',
  date: 'a date, a month, a quarter or a season; without a year, the next one after the start',
  deadline: 'a date after a word such as “by”, or a span from the start',
  place: 'a known name, or a name that stands where places stand',
  duration: 'a number with a unit of time',
  count: 'a number with what is counted',
  people: 'a number of people',
};

/** Each reading with its rule, then what the first candidate adds. */
export function changesOf(
  facts: FactsOutput,
  missing: readonly { readonly id: string; readonly question: string }[],
): Change[] {
  const read = facts.facts.map(
    ({ kind, text, value, unit }): Change => ({
      part: kind,
      from: text,
      to: unit === undefined ? String(value) : `${value} ${unit}`,
      rule: rules[kind] ?? 'as it stands',
    }),
  );
  const bans = bansOf(facts).map(
    (ban): Change => ({
      part: 'ban',
      from: ban,
      to: ban,
      rule: 'words such as “without”, “do not” or “banned words:”',
    }),
  );
  const added = missing.map(
    ({ id, question }): Change => ({
      part: id,
      from: '',
      to: `[${question}]`,
      rule: 'not found in the goal: the first candidate asks for it',
    }),
  );
  return [...read, ...bans, ...added].slice(0, 250);
}
