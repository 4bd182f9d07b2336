// Reads the goal: amounts, dates, places, counts, spans, people, what it is about, what it demands.
import type { Fact } from '../../contract/plan.ts';
import { type Passage, readAct } from '../brains/offline/act.ts';
import { type Amount, budgetOf, readAmounts } from '../brains/offline/amounts.ts';
import { countryByCode } from '../brains/offline/countries.ts';
import { type CountReading, readCounts } from '../brains/offline/counts.ts';
import { type DateReading, readDates } from '../brains/offline/dates.ts';
import { type Deadline, readDeadline, readOwnDay } from '../brains/offline/deadline.ts';
import { type DurationReading, readDurations } from '../brains/offline/durations.ts';
import { labelOf } from '../brains/offline/label.ts';
import { languageOf } from '../brains/offline/language.ts';
import { mainPlace, readPlaces } from '../brains/offline/places.ts';
import { readRequirements } from '../brains/offline/requirements.ts';
import { openingOf, readSubject } from '../brains/offline/subject.ts';
import { cleanGoal, clip } from '../brains/offline/text.ts';
import { DAY_NOT_GIVEN } from '../deadline-words.ts';
import { type FactsOutput, factsOutput } from '../outputs/facts.ts';
import type { Intake, Stage } from '../stage.ts';

export const factsStage: Stage<FactsOutput> = {
  name: 'facts',
  version: 2,
  needs: [],
  output: factsOutput,
  offline: ({ intake }) => readGoal(intake),
  render: (out) =>
    [
      '| kind | words | value |',
      '|---|---|---|',
      ...out.facts.map((f) => `| ${f.kind} | ${cell(f.text)} | ${cell(String(f.value))} |`),
    ].join('\n'),
  brief: ({ language, facts, place, budget: money, deadline, requirements }) => ({
    language,
    facts: facts.map(({ kind, text, value, unit }) => ({
      ...{ kind, text, value },
      ...(unit === undefined ? {} : { unit }),
    })),
    place,
    budget: money,
    deadline: deadline?.date ?? null,
    requirements,
  }),
};

export function readGoal(intake: Intake): FactsOutput {
  const goal = cleanGoal(intake.goal);
  const subject = readSubject(goal);
  const places = readPlaces(goal);
  const place = mainPlace(places, goal);
  const amounts = localMoney(goal, readAmounts(goal), place.country);
  const dates = readDates(goal, intake.startDate);
  const durations = readDurations(goal);
  const deadline = withOrder(readDeadline(dates, durations, intake.startDate), dates);
  const ownDay = readOwnDay(goal);
  const counts = countsBeside([...amounts, ...dates, ...durations], readCounts(goal));
  const facts: Fact[] = [
    ...amounts.flatMap(moneyFacts),
    ...dates.map(
      (d): Fact => ({
        kind: 'date',
        text: clip(d.text, 190),
        value: d.first === d.last ? d.first : `${d.first}/${d.last}`,
        source: 'prompt',
      }),
    ),
    ...(deadline ? deadlineFact(deadline) : ownDayFacts(ownDay)),
    ...places.map(
      (p): Fact => ({
        kind: 'place',
        text: clip(p.text, 190),
        value: clip(p.name, 190),
        source: 'prompt',
      }),
    ),
    ...durations.map(durationFact),
    ...counts.map(countFact),
  ];
  const language = languageOf(goal);
  const limits: Passage[] = durations.filter((duration) => duration.text === deadline?.text);
  if (ownDay) limits.push(ownDay);
  const opening = openingOf(goal);
  const isEnglish = language === 'en' || language === 'und';
  const label = isEnglish
    ? { act: readAct(goal, opening, subject, [...amounts, ...dates, ...limits]) }
    : (labelOf(goal, opening, {
        cuts: [...amounts, ...dates, ...durations, ...places],
        counts,
      }) ?? { act: null });
  return {
    goal,
    language,
    subject: {
      ...subject,
      ...label,
      verb: clip(subject.verb, 40),
      clauses: [...subject.clauses],
    },
    facts: facts.slice(0, 200),
    place,
    budget: budget(
      intake,
      amounts.filter((amount) => !comesIn(goal, amount)),
    ),
    deadline,
    requirements: mutable(readRequirements(goal)),
  };
}

/** "300.000 kr" is money and "May 2027" a date, not a count of things. */
function countsBeside(others: readonly Passage[], counts: readonly CountReading[]): CountReading[] {
  return counts.filter(({ at }) => !others.some((a) => at >= a.at && at < a.at + a.text.length));
}

function mutable(r: ReturnType<typeof readRequirements>): FactsOutput['requirements'] {
  return { demands: [...r.demands], avoid: [...r.avoid], bannedWords: [...r.bannedWords] };
}

/** Currencies of one name, the first as read without a place, and words that say whose it is. */
const NAMESAKES: readonly {
  readonly word: RegExp;
  readonly codes: readonly string[];
  readonly whose: readonly (readonly [RegExp, string])[];
}[] = [
  { word: /kr/iu, codes: ['DKK', 'SEK', 'NOK', 'ISK'], whose: [] },
  {
    word: /pesos?(?!\p{L})/iu,
    codes: ['MXN', 'COP', 'ARS', 'CLP', 'PHP'],
    whose: [
      [/mexican/iu, 'MXN'],
      [/colombian/iu, 'COP'],
      [/argentin/iu, 'ARS'],
      [/chile(?:an|n[ao])/iu, 'CLP'],
      [/philippine|filipin/iu, 'PHP'],
    ],
  },
];

/** "kr" is Danish and "pesos" are Mexican, unless the words or the place say otherwise. */
function localMoney(goal: string, amounts: readonly Amount[], country: string | null): Amount[] {
  const local = countryByCode(country)?.currency ?? '';
  return amounts.map((amount) => {
    const { text, at } = amount;
    const name = NAMESAKES.find(
      ({ word, codes }) => amount.currency === codes[0] && word.test(text),
    );
    if (!name) return amount;
    const said = goal.slice(at, at + text.length + 14).split(/[.,;\n]\s/u)[0] ?? '';
    const whose = name.whose.find(([adjective]) => adjective.test(said))?.[1];
    const currency = whose ?? (name.codes.includes(local) ? local : amount.currency);
    return { ...amount, currency };
  });
}

function moneyFacts(amount: Amount): Fact[] {
  const fact = (value: number): Fact => ({
    kind: 'money',
    text: clip(amount.text, 190),
    value,
    unit: amount.currency,
    source: 'prompt',
  });
  return amount.low === amount.high ? [fact(amount.low)] : [fact(amount.low), fact(amount.high)];
}

/** A deadline such as 5/6/2027 says how it was read: it is a guess. */
function withOrder(deadline: Deadline | null, dates: readonly DateReading[]): Deadline | null {
  const order = dates.find(({ text }) => text === deadline?.text)?.order;
  if (!deadline || !order) return deadline;
  const rule = `“${deadline.text}” can be read two ways: it is taken ${order}, so the deadline is ${deadline.date}`;
  return { ...deadline, rule };
}

function deadlineFact(deadline: Deadline): Fact[] {
  return [
    { kind: 'deadline', text: clip(deadline.text, 190), value: deadline.date, source: 'prompt' },
  ];
}

function ownDayFacts(ownDay: Passage | null): Fact[] {
  if (!ownDay) return [];
  return [{ kind: 'date', text: clip(ownDay.text, 190), value: DAY_NOT_GIVEN, source: 'prompt' }];
}

function durationFact(duration: DurationReading): Fact {
  return {
    kind: 'duration',
    text: clip(duration.text, 190),
    value: duration.value,
    unit: duration.unit,
    source: 'prompt',
  };
}

function countFact(count: CountReading): Fact {
  return {
    kind: count.people ? 'people' : 'count',
    text: clip(count.text, 190),
    value: count.value,
    unit: clip(count.unit, 78),
    source: 'prompt',
  };
}

const COMES_IN =
  /(?<!\p{L})(?:raise|earn|win|collect|save|make|sell\s[^.;,\n]{1,50}\sfor|sammle|sammeln|verdiene|spare|réunir|lever|gagner|économiser|vendre\s[^.;,\n]{1,50}\spour|reunir|recaudar|ganar|ahorrar|saml|indsaml|tjen|tjene|verkaufe\s[^.;,\n]{1,50}\sfür)(?: at least| about| around| over| up to| mindestens| au moins| al menos| mindst)?\s*$/iu;

/** What is raised, earned or got for a sale is the aim, not what may be spent. */
function comesIn(goal: string, { at }: Amount): boolean {
  return COMES_IN.test(goal.slice(Math.max(0, at - 80), at));
}

function budget(intake: Intake, amounts: readonly Amount[]): FactsOutput['budget'] {
  if (intake.budget) {
    const { amount, currency } = intake.budget;
    return { amount, currency, text: 'given beside the goal', source: 'intake', certain: true };
  }
  const reading = budgetOf(amounts);
  if (!reading) return null;
  const { high, currency, text } = reading.amount;
  return {
    amount: high,
    currency,
    text: clip(text, 190),
    source: 'prompt',
    certain: reading.certain,
  };
}

function cell(text: string): string {
  return text.replace(/[|<>\n]/g, ' ');
}
