// Three ways to go: careful, as the playbook goes, bold. Each sets every lever that is kept.
import type { Scenario } from '../../../../contract/plan-direction.ts';
import { outputOf, type StageInput } from '../../../stage.ts';
import { directivesStage } from '../../../stages/directives.ts';
import { leverTriageStage } from '../../../stages/lever-triage.ts';
import { leversStage } from '../../../stages/levers.ts';
import type { Draft } from '../draft.ts';
import { money } from '../money.ts';
import { clip } from '../text.ts';
import type { Rule } from './rule.ts';

type Way = 'careful' | 'usual' | 'bold';

/** Where there is no middle, the usual way is careful in one thing in order to dare the next. */
function optionAt(way: Way, count: number, turn: number): number {
  if (way === 'careful') return 0;
  if (way === 'bold') return count - 1;
  return count > 2 ? 1 : turn % 2;
}

function settingsOf(way: Way, input: StageInput): Scenario['settings'] {
  const { levers } = outputOf(input, leversStage);
  const { kept } = outputOf(input, leverTriageStage);
  return kept.flatMap(({ id }, turn) => {
    const options = levers.find((one) => one.id === id)?.options ?? [];
    const option = options[optionAt(way, options.length, turn)];
    return option ? [{ lever: id, option: option.name }] : [];
  });
}

/** Ids of directives whose money a way does not keep, by rule of thumb; of the date the schedule tells. */
function broken(way: Way, draft: Draft, input: StageInput): string[] {
  const { budget, verdict, low, base, high } = draft.assumed.costs;
  const expected = { careful: low, usual: base, bold: high }[way];
  if (budget === null || verdict === 'not_checked' || expected <= budget) return [];
  return outputOf(input, directivesStage)
    .directives.filter(({ limit }) => limit?.of === 'cost')
    .map(({ id }) => id)
    .slice(0, 10);
}

type Said = Pick<Scenario, 'name' | 'idea' | 'strengths' | 'weaknesses'>;

const nameOf = (text: string): string => clip(text, 78);

function carefulOf({ slots, assumed }: Draft): Said {
  const { low, currency } = assumed.costs;
  return {
    name: nameOf('Small and proven first'),
    idea: `Begin with the smallest part of ${slots.the_thing} that shows whether it works, and bind more only then. It bets that a small proof tells enough about the whole.`,
    strengths: [
      `Binds the least: about ${money(low, currency)} by rule of thumb`,
      'The largest doubts are answered before the largest sums',
    ],
    weaknesses: ['Takes longer to the full result, since each part waits for the proof before it'],
  };
}

function usualOf({ slots, assumed, playbook, choice }: Draft): Said {
  const { base, currency } = assumed.costs;
  return {
    name: nameOf(choice.fit === 'none' ? 'In ordinary steps' : 'The usual way'),
    idea: `Do ${slots.the_thing} in the order of ${choice.fit === 'none' ? 'any orderly project' : `the playbook for ${playbook.label}`}: prepare, decide, do, check. It bets that this goal is not unlike others of its kind.`,
    strengths: [
      `Its tasks, hours and costs (about ${money(base, currency)}) have rules of thumb behind them`,
      'Each phase ends with something that can be checked',
    ],
    weaknesses: ['What is special about this goal is met only where the goal names it'],
  };
}

function boldOf({ slots, assumed }: Draft): Said {
  const { high, currency } = assumed.costs;
  return {
    name: nameOf('All at once'),
    idea: `Prepare all of ${slots.the_thing} side by side and bind money and people early. It bets that the large questions are answered as hoped.`,
    strengths: ['Reaches the full result soonest if nothing goes wrong'],
    weaknesses: [
      `May cost up to ${money(high, currency)} by rule of thumb, most of it bound before anything is proven`,
      'A mistake in the beginning is made everywhere',
    ],
  };
}

const clippedAll = ({ name, idea, strengths, weaknesses }: Said): Said => ({
  name,
  idea: clip(idea, 390),
  strengths: strengths.map((one) => clip(one, 390)),
  weaknesses: weaknesses.map((one) => clip(one, 390)),
});

export const scenariosRule: Rule = ({ draft, input }) => {
  const ways = [
    { id: 'S1', way: 'careful', said: carefulOf(draft) },
    { id: 'S2', way: 'usual', said: usualOf(draft) },
    { id: 'S3', way: 'bold', said: boldOf(draft) },
  ] as const;
  return {
    scenarios: ways.map(({ id, way, said }) => ({
      id,
      ...clippedAll(said),
      settings: settingsOf(way, input),
      breaks_directives: broken(way, draft, input),
    })),
  };
};
