// What the goal asks the plan to answer: margins, a strategy, how something is kept. A task that will
// see to it is no answer, so each of these is answered in the plan, and code checks that none is left.
import type { Directive } from '../contract/plan-direction.ts';
import type { Detail } from './stage.ts';

const mostAnswered: Readonly<Record<Detail, number>> = { brief: 5, standard: 6, full: 8 };

/** Words that many languages share, for what is wanted of the plan itself. They decide what is asked
 * first; other demands follow where there is room. */
const aboutThePlan =
  /plan|strateg|stratég|план|стратег|计划|計畫|計画|规划|策略|战略|戦略|계획|전략|خطة|योजना/iu;

const isAboutPlan = ({ text, quote }: Directive): boolean =>
  aboutThePlan.test(text) || aboutThePlan.test(quote);

/** Limits, facts and bans are checked elsewhere; a wish may stay without an answer. */
const isDemand = (one: Directive): boolean =>
  one.limit === null &&
  one.importance >= 3 &&
  (one.kind === 'requirement' ||
    one.kind === 'intent' ||
    (one.kind === 'constraint' && isAboutPlan(one)));

export const demandsOf = (directives: readonly Directive[], detail: Detail): Directive[] =>
  directives
    .filter(isDemand)
    .toSorted(
      (one, other) =>
        Number(isAboutPlan(other)) - Number(isAboutPlan(one)) || other.importance - one.importance,
    )
    .slice(0, mostAnswered[detail]);
