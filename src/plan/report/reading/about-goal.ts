// What was made of the goal before anything was planned: its kind, places, rules, what is missing.
import type { Plan } from '../../../contract/plan.ts';
import { bare } from './sentences.ts';

export interface About {
  readonly title: string;
  readonly texts: readonly string[];
}

/** Those that say nothing are left out; why a thing is needed shows where the work uses it. */
export function aboutGoal({ purpose, places = [], jurisdictions = [], resources }: Plan): About[] {
  const all: About[] = [
    {
      title: 'Purpose',
      texts: purpose ? [`${purpose.purpose}, ${purpose.form}: ${bare(purpose.domain)}`] : [],
    },
    { title: 'Places', texts: places.map(placeText) },
    ...jurisdictions.map(({ name, rules_that_matter: rules }) => ({
      ...{ title: `Rules that matter: ${name}`, texts: rules.map(bare) },
    })),
    { title: 'At hand', texts: (resources?.at_hand ?? []).map(({ what }) => bare(what)) },
    {
      title: 'Missing at the start',
      texts: (resources?.missing ?? []).map(({ what }) => bare(what)),
    },
  ];
  return all.filter(({ texts }) => texts.length > 0);
}

const placeText = ({ name, country, role }: NonNullable<Plan['places']>[number]): string =>
  `${[name, country].filter(Boolean).join(', ')}: ${role}`;

const aims = { at_least: 'at least ', at_most: 'at most ', exactly: '= ' } as const;

type Outcome = NonNullable<Plan['outcomes']>[number];

/** At most 2,200 USD. */
export const targetText = (
  { aim, target, unit }: Pick<Outcome, 'aim' | 'target' | 'unit'>,
  figure: (value: number) => string,
): string => `${aim === undefined ? '' : aims[aim]}${figure(target)} ${unit}`;
