// The second and last round of revisions: what the first had no room for, and texts that still tell a
// figure which the first changed elsewhere.
import type { PlanFinding } from '../../contract/plan-critique.ts';
import { allowances, revisableAgain } from '../allowance.ts';
import { basisView, charterView, teamView } from '../critic-views.ts';
import { networkDigest } from '../network-digest.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
import { refinedState, stateOf } from '../refining/plan-state.ts';
import { staleMentions } from '../refining/stale-mentions.ts';
import { sortedHits, type Unit } from '../refining/units.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { directionStage } from './direction.ts';
import { judgedStages } from './judged-plan.ts';
import { mend2Stage } from './mend-2.ts';
import { refine1Stage } from './refine-1.ts';
import { CAME_LATE, type Hits, refineStage } from './refining.ts';

function staleIn(input: StageInput, before: RefinedOutput): PlanFinding[] {
  const direction = outputOf(input, directionStage);
  const { language, currency, directives, deadline, budget } = direction;
  return staleMentions({
    before: stateOf(input),
    after: refinedState(before, input),
    network: before.network,
    ...{ refinements: before.refinements, language, currency },
    laidDown: [input.intake.goal, input.intake.budget, directives, deadline, budget],
  });
}

const isGrave = ({ findings }: Unit): boolean =>
  findings.some(({ severity }) => severity !== 'minor');

function sorted(input: StageInput): Hits {
  const before = outputOf(input, refine1Stage);
  const allowance = allowances[input.intake.detail ?? 'standard'];
  const most = revisableAgain(allowance, outputOf(input, mend2Stage).returns.length);
  if (most === 0) return { units: [], late: [], homeless: [], stays: before.left };
  const waiting = before.left
    .filter(({ why_left }) => why_left === CAME_LATE)
    .map(({ why_left: _why, ...finding }) => finding);
  const found = [...waiting, ...staleIn(input, before)];
  const { units, homeless } = sortedHits(found, refinedState(before, input));
  const grave = units.filter(isGrave);
  return {
    units: grave.slice(0, most),
    late: [...grave.slice(most), ...units.filter((unit) => !isGrave(unit))],
    homeless,
    stays: before.left.filter(({ why_left }) => why_left !== CAME_LATE),
  };
}

const nothing = () => null;

export const refine2Stage = refineStage({
  round: 2,
  title: 'Revisions, again',
  version: 1,
  needs: ['facts', ...judgedStages, 'outline', 'refine-1'],
  // The plan as the first round left it, instead of the sections that it was made from.
  sees: {
    ...{ facts: nothing, outline: nothing, 'mend-2': nothing, charter: nothing },
    ...{ team: nothing, 'rescue-2': nothing },
    'refine-1': ({ assumptions, risks, charter, team, network }: RefinedOutput) => ({
      ...basisView({ assumptions, risks }),
      charter: charterView(charter),
      team: teamView(team),
      tasks: networkDigest(network),
    }),
  },
  start: (input) => {
    const before = outputOf(input, refine1Stage);
    return { state: refinedState(before, input), network: before.network };
  },
  hits: sorted,
  earlier: (input) => outputOf(input, refine1Stage),
});
