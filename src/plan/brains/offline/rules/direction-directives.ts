// What the author laid down, in the goal's own words: nothing is added that was not read there.
import type { Fact } from '../../../../contract/plan.ts';
import type { Directive } from '../../../../contract/plan-direction.ts';
import type { FactsOutput } from '../../../outputs/facts.ts';
import { isQuoted } from '../../../stages/directives.ts';
import type { Draft } from '../draft.ts';
import { money } from '../money.ts';
import { headOf } from '../subject.ts';
import { clip } from '../text.ts';
import type { Rule } from './rule.ts';

type Laid = Omit<Directive, 'id'>;

const MOST = 40;
const MOST_QUOTE = 280;
const MOST_WORDS = 20;
const MOST_COUNTS = 8;
const MOST_PLACES = 4;

const laid = (
  kind: Directive['kind'],
  [quote, text]: readonly [quote: string, text: string],
  importance: Directive['importance'],
  limit: Directive['limit'] = null,
): Laid => ({ kind, text: clip(text, 290), quote: clip(quote, MOST_QUOTE), importance, limit });

function intentOf({ goal, subject }: FactsOutput): Laid[] {
  const aim = subject.act === null ? subject.title : `to ${subject.act}`;
  return [laid('intent', [headOf(goal), `What it is all for: ${aim}`], 5)];
}

/** A date that the goal only names is a weaker rule than one that it calls a limit. */
function deadlineOf({ deadline }: FactsOutput, start: string): Laid[] {
  if (deadline === null || deadline.date < start) return [];
  const { text, date, certain } = deadline;
  const says = certain
    ? `It is done by ${date}`
    : `It happens or is done by ${date}: so “${text}” is read`;
  return [
    laid('constraint', [text, says], certain ? 5 : 3, {
      of: 'finish',
      latest: date,
    }),
  ];
}

function budgetOf({ budget }: FactsOutput): Laid[] {
  if (budget === null || budget.source !== 'prompt') return [];
  const { amount, currency, text, certain } = budget;
  const says = `The whole costs at most ${money(amount, currency)}`;
  const read = certain ? says : `${says}: so “${text}” is read`;
  const limit = { of: 'cost', most: amount, currency } as const;
  return [laid('constraint', [text, read], certain ? 5 : 3, limit)];
}

const factsOf = ({ facts }: FactsOutput, ...kinds: Fact['kind'][]): Fact[] =>
  facts.filter(({ kind }) => kinds.includes(kind));

function placesOf(facts: FactsOutput): Laid[] {
  return factsOf(facts, 'place')
    .slice(0, MOST_PLACES)
    .map(({ text, value }) =>
      value === facts.place.name
        ? laid('constraint', [text, `It happens here: ${value}`], 4)
        : laid('stated_fact', [text, `The goal names this place: ${value}`], 2),
    );
}

/** What is counted is kept or the gap is told; sums and spans that are no limit are only facts. */
function countsOf(facts: FactsOutput): Laid[] {
  const { deadline, budget } = facts;
  const counted = factsOf(facts, 'count', 'people').map(({ text }) =>
    laid('requirement', [text, `This number holds, or the gap is told: ${text}`], 3),
  );
  const said = factsOf(facts, 'money', 'duration', 'date')
    .filter(({ text }) => text !== deadline?.text && text !== budget?.text)
    .map(({ text }) => laid('stated_fact', [text, `The goal says “${text}”`], 2));
  return [...counted.slice(0, MOST_COUNTS), ...said.slice(0, MOST_COUNTS)];
}

const bannedList = /\bbanned words?:\s*[^.\n]{1,300}/iu;

function bansOf({ goal, requirements }: FactsOutput): Laid[] {
  const { avoid, bannedWords } = requirements;
  const quote = bannedList.exec(goal)?.[0] ?? bannedWords.join(', ');
  const lists = [bannedWords.slice(0, MOST_WORDS), bannedWords.slice(MOST_WORDS)];
  const words = lists
    .filter((never) => never.length > 0)
    .map((never) =>
      laid('banned', [quote, `None of these words is used: ${never.join(', ')}`], 5, {
        ...{ of: 'words', never: [...never] },
      }),
    );
  return [...avoid.map((text) => laid('banned', [text, `Kept: ${text}`], 4)), ...words];
}

const demandsOf = ({ requirements }: FactsOutput): Laid[] =>
  requirements.demands.map((text) => laid('requirement', [text, text], 4));

/** Where it stands; at the end where it was cleaned on the way. */
function placeIn(goal: string, quote: string): number {
  const at = goal.indexOf(quote.replace(/…$/u, ''));
  return at < 0 ? goal.length : at;
}

function allOf({ intake, facts }: Draft): Laid[] {
  const all = [
    ...intentOf(facts),
    ...[...deadlineOf(facts, intake.startDate), ...budgetOf(facts), ...bansOf(facts)],
    ...[...placesOf(facts), ...demandsOf(facts), ...countsOf(facts)],
  ];
  const seen = new Set<string>();
  return all.filter(({ kind, quote, text }) => {
    const key = `${kind} ${text}`;
    if (quote === '' || !isQuoted(quote, facts.goal) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** In the order of the goal; where there are too many, those that count most. */
export const directivesRule: Rule = ({ draft }) => {
  const most = allOf(draft)
    .toSorted((one, other) => other.importance - one.importance)
    .slice(0, MOST);
  const { goal } = draft.facts;
  const ordered = most.toSorted(
    (one, other) => placeIn(goal, one.quote) - placeIn(goal, other.quote),
  );
  return { directives: ordered.map((one, index) => ({ id: `D${index + 1}`, ...one })) };
};
