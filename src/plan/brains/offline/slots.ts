// The words that playbook texts may use, all from the goal, the place or the numbers of the plan.
import type { AssumptionsOutput } from '../../outputs/assumptions.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import { authoritiesOf } from './authorities.ts';
import { countryByCode } from './countries.ts';
import type { Slots } from './fill.ts';
import { money } from './money.ts';
import type { Playbook, Variant } from './playbook.ts';
import { clip } from './text.ts';

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
    title_short: clip(facts.subject.title, 90),
    place_or_open: place ?? 'the chosen place',
    in_place: place === null || thing.includes(place) ? '' : ` in ${place}`,
    to_place: place === null ? '' : ` to ${place}`,
    country,
    currency,
    with_budget: budget === null ? '' : ` on ${money(budget, currency)}`,
    money_for: budget === null ? 'the money for' : `${money(budget, currency)} for`,
    by_deadline: facts.deadline === null ? '' : ` by ${facts.deadline.date}`,
    business_register: office.business,
    tax_office: office.tax,
    food_authority: office.food,
    local_authority: place === null ? 'the local authority' : `the authorities of ${place}`,
  };
}

/** Names and other scripts take no article: "the coffee shop", but "Phi-Free". */
function withArticle(thing: string, named: boolean): string {
  const proper = named || /^[^a-z]/u.test(thing) || /^(?:all|any|some|the|how|what)\b/u.test(thing);
  return proper ? thing : `the ${thing}`;
}
