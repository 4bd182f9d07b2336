// The choices that shape the plan: those of the playbook first, then those that every plan has.
import type { z } from 'zod';
import { allowances } from '../../../allowance.ts';
import type { Detail } from '../../../stage.ts';
import { outputOf } from '../../../stage.ts';
import type { leverTriageOutput } from '../../../stages/lever-triage.ts';
import { type LeversOutput, leversStage } from '../../../stages/levers.ts';
import type { Draft } from '../draft.ts';
import { fill } from '../fill.ts';
import { clip } from '../text.ts';
import { commonLevers, type LeverTemplate, leverAxes } from './lever-templates.ts';
import type { Rule } from './rule.ts';

const counts: Readonly<Record<Detail, number>> = { brief: 2, standard: 3, full: 4 };

function filled({ name, question, options, tradeOff }: LeverTemplate, { slots }: Draft) {
  const say = (text: string, most: number): string => clip(fill(text, slots), most);
  return {
    name: say(name, 78),
    question: say(question, 290),
    options: options.map(([option, what]) => ({ name: say(option, 78), what: say(what, 290) })),
    trade_off: say(tradeOff, 290),
  };
}

/** A file does not say what its choices are about: they are dealt out over the axes. */
const ownLevers = ({ playbook }: Draft): LeverTemplate[] =>
  (playbook.levers ?? []).map(({ name, why, options }, at) => ({
    axis: leverAxes[at % leverAxes.length] ?? 'what',
    name,
    question: `${name}: which way for {the_thing}?`,
    options: options.map((option) => [option.name, option.what] as const),
    tradeOff: why,
  }));

/** A brief plan has no batch for its means: one of these stands with the way of working. */
function templatesOf(draft: Draft, axis: string): LeverTemplate[] {
  const all = [...ownLevers(draft), ...commonLevers];
  const names = new Set<string>();
  const own = all.filter((one) => !names.has(one.name) && names.add(one.name));
  const most = counts[draft.detail];
  const found = own.filter((one) => one.axis === axis).slice(0, most);
  const isShort = allowances[draft.detail].leverAxes < 3 && axis === 'how';
  const means = own.find((one) => one.axis === 'with');
  return isShort && means ? [...found.slice(0, most - 1), means] : found;
}

export const leversRule: Rule = ({ draft, part }) => ({
  levers: templatesOf(draft, part?.key ?? 'what').map((one) => filled(one, draft)),
});

const MOST_KEPT: Readonly<Record<Detail, number>> = { brief: 3, standard: 5, full: 6 };

/** By turns from each axis, so that none goes without a choice. */
function byTurns(levers: LeversOutput['levers']): LeversOutput['levers'] {
  const axes = [...Map.groupBy(levers, ({ axis }) => axis).values()];
  const longest = Math.max(0, ...axes.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    axes.flatMap((of) => of.slice(at, at + 1)),
  ).flat();
}

type Triage = z.infer<typeof leverTriageOutput>;

/** Both ends of two choices: the careful ones go together, a bold one strains a careful one. */
function bondsOf(kept: LeversOutput['levers']): Triage['bonds'] {
  const [first, second, third] = kept;
  if (!first || !second) return [];
  const name = (lever: typeof first, at: number): string =>
    lever.options.at(at)?.name ?? lever.name;
  const bonds: Triage['bonds'] = [
    {
      ...{ one: first.id, other: second.id, kind: 'synergy' },
      why: clip(`“${name(first, 0)}” leaves time and money for “${name(second, 0)}”.`, 290),
    },
  ];
  if (third) {
    bonds.push({
      ...{ one: first.id, other: third.id, kind: 'conflict' },
      why: clip(`“${name(first, -1)}” needs early what “${name(third, 0)}” gives late.`, 290),
    });
  }
  return bonds;
}

export const leverTriageRule: Rule = ({ draft, input }) => {
  const { levers } = outputOf(input, leversStage);
  const ordered = byTurns(levers);
  const kept = ordered.slice(0, MOST_KEPT[draft.detail]);
  const dropped = ordered.slice(MOST_KEPT[draft.detail]);
  return {
    kept: kept.map(({ id, trade_off }) => ({ id, why_it_matters: clip(trade_off, 290) })),
    dropped: dropped.map(({ id }) => ({
      id,
      why: 'Done as the playbook does it: by its rules it changes less than those that are kept',
    })),
    bonds: bondsOf(kept),
  };
};
