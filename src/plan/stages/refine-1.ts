// The first round of revisions: what the critics hit, and dates that cannot be kept.
import { allowances } from '../allowance.ts';
import { criticSees } from '../critic-views.ts';
import { dueHits } from '../refining/due-hits.ts';
import { hitsOf } from '../refining/hits.ts';
import { stateOf } from '../refining/plan-state.ts';
import { sortedHits } from '../refining/units.ts';
import { outputIfAny, outputOf, type StageInput } from '../stage.ts';
import { attackStage } from './attack.ts';
import { directionStage } from './direction.ts';
import { expertsStage } from './experts.ts';
import { judgeStage } from './judge.ts';
import { judgedStages } from './judged-plan.ts';
import { premisesStage } from './premises.ts';
import { premortemStage } from './premortem.ts';
import { rebuttalStage } from './rebuttal.ts';
import { type Hits, refineStage } from './refining.ts';
import { rescue2Stage } from './rescue-2.ts';

/** What is revised, and what waits for another round or has no place. */
function sorted(input: StageInput): Hits {
  const hits = hitsOf({
    experts: outputIfAny(input, expertsStage),
    attack: outputIfAny(input, attackStage),
    rebuttal: outputIfAny(input, rebuttalStage),
    judge: outputIfAny(input, judgeStage),
    premortem: outputOf(input, premortemStage),
    premises: outputOf(input, premisesStage),
  });
  const state = stateOf(input);
  const due = dueHits({
    goal: input.intake.goal,
    direction: outputOf(input, directionStage),
    charter: state.charter,
    network: outputOf(input, rescue2Stage),
  });
  const { units, homeless } = sortedHits([...hits, ...due], state);
  const most = allowances[input.intake.detail ?? 'standard'].revised;
  return { units: units.slice(0, most), late: units.slice(most), homeless, stays: [] };
}

const nothing = () => null;

export const refine1Stage = refineStage({
  round: 1,
  title: 'Revisions',
  version: 3,
  needs: [
    ...['facts', ...judgedStages, 'outline', 'experts', 'premortem', 'premises'],
    ...['attack', 'rebuttal', 'judge'],
  ],
  // A part has the findings about it; the rest of what the critics said would only distract.
  sees: {
    ...criticSees,
    ...{ facts: nothing, outline: nothing, experts: nothing, premortem: nothing },
    ...{ premises: nothing, attack: nothing, rebuttal: nothing, judge: nothing },
  },
  start: (input) => ({ state: stateOf(input), network: outputOf(input, rescue2Stage) }),
  hits: sorted,
  earlier: nothing,
});
