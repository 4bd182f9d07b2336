// Which way is taken, by rule: the usual one, or the smallest where money, time or knowledge is short.
import { outputOf, type StageInput } from '../../../stage.ts';
import { brokenBy } from '../../../stages/choice.ts';
import { scenariosStage } from '../../../stages/scenarios.ts';
import type { Draft } from '../draft.ts';
import { money } from '../money.ts';
import { clip } from '../text.ts';
import { lengthOf } from './length.ts';
import type { Rule } from './rule.ts';

interface Taken {
  readonly id: 'S1' | 'S2';
  readonly why: string;
}

/** What speaks against the usual way, if anything does. */
function whySmall(draft: Draft): string | null {
  const { costs } = draft.assumed;
  const { days, given } = lengthOf(draft);
  const { budget, currency, low } = costs;
  if (costs.verdict === 'over_budget' && budget !== null) {
    return `By rule of thumb no way costs less than ${money(low, currency)}, and ${money(budget, currency)} are there: the smallest way is nearest to it, and begins with what proves whether the rest is worth finding ${money(low - budget, currency)} more.`;
  }
  if (costs.verdict === 'tight')
    return 'There is less money than such undertakings usually take, so the smallest way is taken and scope is cut before quality.';
  if (given !== null && days.base > given) {
    return `The work takes about ${days.base} days of the calendar by rule of thumb and there are ${given}, so only the smallest part can be there in time.`;
  }
  if (draft.choice.fit === 'none') {
    return 'No playbook fits clearly, so little is known about such goals: the way that finds out first is taken.';
  }
  return null;
}

const usual = (draft: Draft): string =>
  `${draft.choice.why} Money and time do not speak against the usual order by rule of thumb, so it is taken.`;

/** Never one that breaks what counts while another does not. */
function taken(draft: Draft, input: StageInput): Taken {
  const small = whySmall(draft);
  if (small !== null) return { id: 'S1', why: small };
  const isBroken = brokenBy('S2', input).length > 0 && brokenBy('S1', input).length === 0;
  return isBroken
    ? { id: 'S1', why: 'The usual way breaks what the goal lays down; the smallest does not.' }
    : { id: 'S2', why: usual(draft) };
}

function whyNot(id: string, draft: Draft, input: StageInput): string {
  const broken = brokenBy(id, input);
  const { costs } = draft.assumed;
  if (broken.length > 0)
    return `By rule of thumb it breaks what the goal lays down (${broken.join(', ')}).`;
  if (id === 'S1')
    return 'It takes longer, and nothing known so far makes the proof worth the wait.';
  if (id === 'S2')
    return 'It binds more than is known to be there, before the smallest part is proven.';
  return `It binds up to ${money(costs.high, costs.currency)} before anything is proven, on rules of thumb alone.`;
}

function changes(id: 'S1' | 'S2', draft: Draft): string[] {
  const { costs } = draft.assumed;
  return id === 'S1'
    ? [
        `Written offers in the first phase come out at ${money(costs.base, costs.currency)} or less with that money there: then S2.`,
      ]
    : [
        `The first written offers come out above ${money(costs.high, costs.currency)}, or the first proof fails: then S1.`,
        'Somebody who has done it before takes it on for a fixed price: then S3.',
      ];
}

export const choiceRule: Rule = ({ draft, input }) => {
  const { id, why } = taken(draft, input);
  const others = outputOf(input, scenariosStage).scenarios.filter((one) => one.id !== id);
  return {
    chosen: id,
    why: clip(why, 490),
    against: others.map((one) => ({
      id: one.id,
      why_not: clip(whyNot(one.id, draft, input), 490),
    })),
    would_change_it: changes(id, draft).map((one) => clip(one, 490)),
  };
};
