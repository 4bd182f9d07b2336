// A round of rescue: asked only where something is missed, weighed by code, and everything is reckoned
// anew with what is worth its price.
import { allowances } from '../allowance.ts';
import { buildNetwork } from '../network/build.ts';
import { taskRefOf } from '../network/ids.ts';
import { type NetworkInput, networkInputOf } from '../network/network-input.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { outputOf, type Part, type Parts, type StageInput } from '../stage.ts';
import { directionStage } from '../stages/direction.ts';
import { leversStage } from '../stages/levers.ts';
import { applyChanges } from './apply.ts';
import { unitRecord, unitText } from './change-words.ts';
import { leverLines, rescueMaterial } from './material.ts';
import { type RescueAnswer, type RescueUnit, rescueAnswer, unitsOf } from './rescue-answer.ts';
import { rescueProblems } from './rescue-problems.ts';
import { effectText, shortfall } from './shortfall.ts';
import { weigh } from './weigh.ts';

const MOST_LEFT = 40;

/** The milestone at the end is no work: it follows from the rest. */
const isWork = ({ milestone }: { milestone?: boolean | undefined }): boolean => milestone !== true;

export interface Round {
  readonly round: 1 | 2;
  before(input: StageInput): NetworkOutput;
}

export const rescueParts = ({ round, before }: Round): Parts<NetworkOutput, RescueAnswer> => ({
  output: rescueAnswer,
  found: (input) => partsOf(round, before(input), input),
  problems: (value, _part, input) => {
    const network = before(input);
    const tasks = network.phases.flatMap((phase) => phase.tasks.filter(isWork));
    return rescueProblems(value, {
      network: inputOf(network, input),
      tasks: tasks.map(({ task_id }) => taskRefOf(task_id)),
      settings: outputOf(input, directionStage).scenario.settings,
      levers: outputOf(input, leversStage).levers,
    });
  },
  merge: (parts, input) => {
    const [answer] = parts;
    const network = before(input);
    const units = unitsOf(answer?.value.changes ?? []);
    return units.length === 0 ? network : rescued(network, units, { round, input });
  },
});

function partsOf(round: number, network: NetworkOutput, input: StageInput): Part[] {
  const { rescues } = allowances[input.intake.detail ?? 'standard'];
  if (rescues < round || !network.misses.some((miss) => canBeHelped(miss, network))) return [];
  const { settings } = outputOf(input, directionStage).scenario;
  const { levers } = outputOf(input, leversStage);
  const data = {
    plan: JSON.stringify(rescueMaterial(network)),
    levers: JSON.stringify(leverLines(settings, levers)),
  };
  return [{ key: 'rescue', title: 'Deadline and budget', words: {}, data }];
}

/** Nothing that one changes in the work brings back a day that is over. */
const canBeHelped = (
  { of }: NetworkOutput['misses'][number],
  { deadline, start_date }: NetworkOutput,
): boolean => of === 'budget' || (deadline !== null && deadline >= start_date);

const inputOf = (network: NetworkOutput, input: StageInput): NetworkInput => ({
  ...networkInputOf(input, network.details),
  changes: network.changes.filter(({ round }) => round > 0),
  notTaken: network.not_taken ?? [],
});

const MOST_TEXT = 400;

/** The words of the change are cut, not those that say what became of it. */
function leftText(round: number, what: string): string {
  const before = `Round ${round}: `;
  const after = ': not taken, since nothing gets better by it.';
  const most = MOST_TEXT - before.length - after.length;
  return `${before}${what.length > most ? `${what.slice(0, most - 1)}…` : what}${after}`;
}

interface Place {
  readonly round: 1 | 2;
  readonly input: StageInput;
}

/** The scheduler's own changes are left aside while the others are weighed, and found anew then. */
async function rescued(
  network: NetworkOutput,
  units: readonly RescueUnit[],
  { round, input }: Place,
): Promise<NetworkOutput> {
  const given = inputOf(network, input);
  const changed = (taken: readonly RescueUnit[]): NetworkInput => ({
    ...given,
    details: applyChanges(given.details, taken.flat()),
  });
  const { kept, dropped, plan } = await weigh(units, (taken) =>
    buildNetwork(changed(taken), { closesGap: false }),
  );
  const left = (unit: RescueUnit): string => leftText(round, unitText(unit, given));
  const asItWas = (): NetworkOutput => ({
    ...network,
    not_taken: [...given.notTaken, ...units.map(left)].slice(-MOST_LEFT),
  });
  if (kept.length === 0) return asItWas();
  const made = await buildNetwork({
    ...changed(kept.map(({ unit }) => unit)),
    changes: [
      ...given.changes,
      ...kept.map(({ unit, without }) =>
        unitRecord(unit, given, { round, effect: effectText(without, plan) }),
      ),
    ],
    notTaken: [...given.notTaken, ...dropped.map(left)],
  });
  return shortfall(made) < shortfall(network) ? made : asItWas();
}
