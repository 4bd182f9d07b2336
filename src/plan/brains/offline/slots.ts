// The words that playbook texts may use, all from the goal, the place or the numbers of the plan.
import type { AssumptionsOutput } from '../../outputs/assumptions.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import { authoritiesOf } from './authorities.ts';
import { countryByCode } from './countries.ts';
import type { Slots } from './fill.ts';
import { money } from './money.ts';
import type { Playbook, Variant } from './playbook.ts';
import { capitalize, clip } from './text.ts';

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
  const thing = (place === null ? undefined : placed) ?? facts.subject.name ?? facts.subject.thing;
  return {
    ...playbook.slots,
    ...variant?.slots,
    ...assumed.numbers,
    thing: clip(thing, 60),
    the_thing: withArticle(clip(thing, 60), facts.subject.name !== null),
    act: facts.subject.act ?? clip(facts.subject.title, 60),
    this_act: `“${capitalize(facts.subject.act ?? clip(facts.subject.title, 60))}”`,
    to_act:
      facts.subject.act === null
        ? `to reach the goal “${clip(facts.subject.title, 60)}”`
        : `to ${facts.subject.act}`,
    title_short: clip(facts.subject.title, 90),
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

/** A day that the goal only names is the day itself; anything else is a limit. */
function whenOf(deadline: FactsOutput['deadline']): string {
  if (deadline === null) return '';
  const isDay = !deadline.certain && deadline.first === deadline.date;
  return ` ${isDay ? 'on' : 'by'} ${deadline.date}`;
}

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
