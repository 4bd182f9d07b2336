// The words that playbook texts may use, all from the goal, the place or the numbers of the plan.
import type { AssumptionsOutput } from '../../outputs/assumptions.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import { authoritiesOf } from './authorities.ts';
import { countryByCode } from './countries.ts';
import type { Slots } from './fill.ts';
import { money } from './money.ts';
import type { Playbook, Variant } from './playbook.ts';
import { capitalize, clip } from './text.ts';

/** Those that every playbook may use; all others are its own slots and numbers. */
export const goalSlots: ReadonlySet<string> = new Set([
  ...['thing', 'the_thing', 'act', 'this_act', 'to_act', 'title_short', 'goal_short'],
  ...['place_or_open', 'in_place', 'to_place', 'country', 'local_authority'],
  ...['currency', 'with_budget', 'money_for', 'money_needed', 'by_deadline'],
  ...['business_register', 'tax_office', 'food_authority'],
]);

export function slotsOf(
  playbook: Playbook,
  variant: Variant | null,
  facts: FactsOutput,
  assumed: Pick<AssumptionsOutput, 'numbers' | 'costs'>,
): Slots {
  const place = facts.place.name === null ? null : clip(facts.place.name, 50);
  const country = countryByCode(facts.place.country)?.name ?? place ?? '';
  const office = authoritiesOf(facts.place.country);
  const { budget, currency } = assumed.costs;
  const placed = variant?.slots?.placed_thing ?? playbook.slots.placed_thing;
  const thing =
    (place === null || placed === undefined ? undefined : `${lengthOf(facts)}${placed}`) ??
    facts.subject.name ??
    facts.subject.thing;
  const foreign = placed === undefined || place === null ? isForeign(facts) : false;
  const named = foreign ? clip(thing, 60) : clip(facts.subject.title, 60);
  const act = facts.subject.act ?? named;
  return {
    ...playbook.slots,
    ...variant?.slots,
    ...assumed.numbers,
    thing: clip(thing, 60),
    // A word of another language is no English noun: it stands in quotation marks.
    the_thing: foreign
      ? `the “${clip(thing, 60)}”`
      : withArticle(clip(thing, 60), facts.subject.name !== null),
    act,
    this_act: foreign ? capitalize(act) : `“${capitalize(act)}”`,
    to_act: facts.subject.act === null ? `to reach the goal “${named}”` : `to ${act}`,
    title_short: foreign ? capitalize(act) : clip(facts.subject.title, 90),
    goal_short: capitalize(act),
    place_or_open: place ?? 'the chosen place',
    in_place: place === null || thing.includes(place) ? '' : ` in ${place}`,
    to_place: place === null ? '' : ` to ${place}`,
    country,
    currency,
    with_budget: budget === null ? '' : ` on ${money(budget, currency)}`,
    money_for: budget === null ? 'the money for' : `${money(budget, currency)} for`,
    money_needed: budget === null ? 'the money needed' : money(budget, currency),
    by_deadline: whenOf(facts.deadline),
    business_register: office.business,
    tax_office: office.tax,
    food_authority: office.food,
    local_authority: place === null ? 'the local authority' : `the authorities of ${place}`,
  };
}

/** As in “2-week trip”, where the goal says how long it lasts and not by when it is done. */
function lengthOf({ facts, deadline }: FactsOutput): string {
  const span = facts.find(({ kind, text }) => kind === 'duration' && text !== deadline?.text);
  return span?.unit === undefined ? '' : `${span.value}-${span.unit} `;
}

/** A day that the goal only names is the day itself; anything else is a limit. */
function whenOf(deadline: FactsOutput['deadline']): string {
  if (deadline === null) return '';
  const isDay = !deadline.certain && deadline.first === deadline.date;
  return ` ${isDay ? 'on' : 'by'} ${deadline.date}`;
}

/** Named by a few words of a language other than that of the plan. */
const isForeign = ({ language, subject }: FactsOutput): boolean =>
  !['en', 'und'].includes(language) &&
  subject.name === null &&
  /^\p{Script=Latin}/u.test(subject.thing);

/** "YouTube channel" is a kind of thing, "Phi-Free" and "Café" may be names. */
function isProper(thing: string): boolean {
  if (/^\p{Lu}\S*['’]s\s/u.test(thing)) return true;
  return /^[^a-z]/u.test(thing) && !/^\p{Lu}.*\s[a-z]+$/u.test(thing);
}

/** Names and other scripts take no article: "the coffee shop", but "Phi-Free". */
function withArticle(thing: string, named: boolean): string {
  const proper = named || isProper(thing) || /^(?:all|any|some|the|how|what|my|our)\b/u.test(thing);
  return proper ? thing : `the ${thing}`;
}
