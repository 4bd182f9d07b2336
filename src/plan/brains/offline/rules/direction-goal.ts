// The goal as rules see it: how it was read, what kind of undertaking it is, whether anybody may help.
import type { Purpose } from '../../../../contract/plan-direction.ts';
import type { Draft } from '../draft.ts';
import { graveHarm } from '../harm.ts';
import { money } from '../money.ts';
import { soundsGrand } from '../size.ts';
import { capitalize, clip } from '../text.ts';
import { cautionsOf } from './cautions.ts';
import { lengthOf } from './length.ts';
import { resultOf } from './result-words.ts';
import type { Rule } from './rule.ts';

/** How what could be read in two ways was read. */
function readingOf({ facts }: Draft): string {
  const { budget, deadline, place } = facts;
  const read = [
    budget && !budget.certain ? `“${budget.text}” as the budget` : '',
    deadline && !deadline.certain ? `“${deadline.text}” as the time by which it is done` : '',
    place.name === null ? '' : `${place.name} as the place`,
  ].filter((one) => one !== '');
  const taken = read.length === 0 ? '' : ` Taken: ${read.join('; ')}.`;
  return clip(`It can be planned as it stands.${taken}`, 390);
}

function moneyStrain({ facts, assumed }: Draft) {
  const { costs } = assumed;
  if (costs.verdict !== 'over_budget' || costs.budget === null) return [];
  const claim = facts.budget?.text ?? money(costs.budget, costs.currency);
  const { low, budget, currency } = costs;
  const why = `By rule of thumb it is too small by ${money(low - budget, currency)}: the least is ${money(low, currency)}.`;
  return [{ claim: clip(claim, 390), why_hard: why, kind: 'unlikely' as const }];
}

function timeStrain(draft: Draft) {
  const { deadline } = draft.facts;
  const { days, given } = lengthOf(draft);
  if (deadline === null || given === null || days.lower <= given) return [];
  const why = `By the playbook's rules of thumb the work takes ${days.lower} to ${days.upper} days of the calendar; from the start to ${deadline.date} there are ${given}.`;
  return [{ claim: clip(deadline.text, 390), why_hard: why, kind: 'unlikely' as const }];
}

/** What is no goal was refused before: rules see no more in it than the screen did. */
export const reviewRule: Rule = ({ draft }) => ({
  verdict: 'usable',
  reason: readingOf(draft),
  what_to_add: [],
  contradictions: [],
  strains: [...moneyStrain(draft), ...timeStrain(draft)],
});

/** What a playbook is for where its file does not say it. */
const purposes: Readonly<Record<string, Purpose['purpose']>> = {
  'open-a-physical-business': 'business',
  'software-product': 'business',
  'hardware-product': 'business',
  'sales-prospecting': 'business',
  marketing: 'business',
  'research-or-study': 'research',
  'relocation-or-travel': 'personal',
  'personal-errand': 'personal',
  'public-programme': 'public',
};

const own =
  /(?<!\p{L})(?:my|myself|wedding|birthday|our (?:family|home|house|children))(?!\p{L})/iu;
const common =
  /(?<!\p{L})(?:public|citizens|communit(?:y|ies)|municipal\w*|government|city council|schools?|hospitals?|poverty|nation(?:al|wide)?|metro|railway|monitoring)(?!\p{L})/iu;
const earning =
  /(?<!\p{L})(?:business|company|customers?|clients|revenue|profit|sell|sales)(?!\p{L})/iu;

function purposeOf({ playbook, facts }: Draft): Purpose['purpose'] {
  const known = purposes[playbook.name];
  if (known) return known;
  if (own.test(facts.goal)) return 'personal';
  if (common.test(facts.goal)) return 'public';
  return earning.test(facts.goal) ? 'business' : 'other';
}

const onScreens =
  /^(?:software-product|sales-prospecting|content-or-publication|marketing|research-or-study)$/;

function formOf({ playbook, choice }: Draft): Pick<Purpose, 'form' | 'why_form'> {
  if (onScreens.test(playbook.name)) {
    const why_form = `The usual work of ${playbook.label} is done on computers and by phone.`;
    return { form: 'digital', why_form };
  }
  if (choice.fit === 'none') {
    const why_form = 'No playbook fits clearly, so both kinds of work are kept open.';
    return { form: 'both', why_form };
  }
  return { form: 'physical', why_form: `${capitalize(playbook.label)} needs people on site.` };
}

/** The smallest that will do, by the size rule of the money and the goal's own words. */
function scaleOf(draft: Draft): Purpose['scale'] {
  const { assumed, facts } = draft;
  if (soundsGrand(facts.goal) && assumed.hours_factor >= 6) return 'world';
  if (assumed.hours_factor >= 6) return 'nation';
  if (purposeOf(draft) === 'personal') return 'person';
  return assumed.hours_factor > 1.5 ? 'organization' : 'team';
}

const resultTask = ({ phases }: Draft) => {
  const tasks = phases.flatMap((phase) => phase.tasks);
  return tasks.find(({ is_due }) => is_due) ?? tasks.at(-1);
};

function successOf(draft: Draft): string[] {
  const { facts, assumed } = draft;
  const { budget, currency } = assumed.costs;
  const counted = facts.facts.filter(({ kind }) => kind === 'count' || kind === 'people');
  return [
    resultOf(draft),
    ...(budget === null ? [] : [`No more than ${money(budget, currency)} is spent`]),
    ...(counted.length === 0
      ? []
      : [
          `In numbers of the goal: ${counted
            .slice(0, 4)
            .map(({ text }) => text)
            .join(', ')}`,
        ]),
    ...(resultTask(draft)?.acceptance_criteria.slice(0, 1) ?? []),
  ].map((line) => clip(line, 290));
}

export const purposeRule: Rule = ({ draft }) => {
  const { choice, playbook, variant, facts } = draft;
  const kind = variant === null ? playbook.label : `${playbook.label}: ${variant.name}`;
  return {
    purpose: purposeOf(draft),
    domain: clip(
      choice.fit === 'none' ? 'A general project: no playbook fits clearly' : capitalize(kind),
      290,
    ),
    ...formOf(draft),
    scale: scaleOf(draft),
    success_looks_like: successOf(draft),
    title: clip(capitalize(facts.subject.name ?? facts.subject.act ?? facts.subject.title), 100),
  };
};

/** The same rules as those of the screen: the two never disagree. */
export const redlineRule: Rule = ({ draft }) => {
  const harm = graveHarm(draft.facts.goal);
  if (harm !== null) return { verdict: 'stop', reason: `it asks for ${harm}.`, cautions: [] };
  const cautions = cautionsOf(draft.facts.goal);
  return {
    verdict: cautions.length > 0 ? 'go_with_care' : 'go',
    reason:
      cautions.length > 0
        ? 'No rule against grave harm applies; the goal touches what needs care.'
        : 'No rule against grave harm applies.',
    cautions,
  };
};
