// What the money shows: odds of the budget, what most of it rests on, what is guessed, the dearest risk.
import { unstopped } from '../../../../../base/sentences.ts';
import { taskRefOf } from '../../../../network/ids.ts';
import type { NetworkOutput } from '../../../../outputs/network.ts';
import { clip } from '../../text.ts';
import { isErrand } from './errand.ts';
import { byWeight, type Ground, moneyText, percent, told } from './ground.ts';
import type { Look } from './sighting.ts';

type CostLine = NetworkOutput['cost_lines'][number];

const isGuess = ({ status }: CostLine): boolean =>
  status === 'assumed' || status === 'speculative' || status === undefined;

export const lineName = ({ name }: CostLine): string => `“${clip(unstopped(name), 70)}”`;

const linesOf = ({ network }: Ground): CostLine[] =>
  network.cost_lines.filter(
    ({ currency = network.costs.currency }) => currency === network.costs.currency,
  );

export const dearestLine = (ground: Ground): CostLine | null =>
  byWeight(linesOf(ground), ({ base }) => base)[0] ?? null;

/** The largest first. */
export const guessedLines = (ground: Ground): CostLine[] =>
  byWeight(linesOf(ground).filter(isGuess), ({ base }) => base);

/** Of the planned cost, what rests on guesses alone. */
export function guessedShare(ground: Ground): number {
  const { base } = ground.network.costs;
  const guessed = guessedLines(ground).reduce((sum, line) => sum + line.base, 0);
  return base > 0 ? Math.min(1, guessed / base) : 0;
}

const where = ({ task }: CostLine) =>
  task === undefined
    ? ({ section: 'other', item: 'costs' } as const)
    : ({ section: 'phase', item: taskRefOf(task) } as const);

const budgetOdds: Look = (ground) => {
  const { costs, schedule } = ground.network;
  const { odds, cost, runs, confidence } = schedule.simulation ?? {};
  const share = odds?.budget ?? null;
  const line = dearestLine(ground);
  if (costs.budget === null || share === null || !cost || share >= (confidence ?? 0.8)) return [];
  const budget = moneyText(costs.budget, ground);
  return [
    {
      ...{
        topic: 'money',
        lens: 'arithmetic',
        ...(line ? where(line) : { section: 'other', item: 'costs' }),
      },
      severity: costs.base > costs.budget ? 'fatal' : share < 0.5 ? 'major' : 'minor',
      says: `${budget} is enough in ${percent(share)} of ${told(runs ?? 0)} simulated runs; four of five cost up to ${moneyText(cost.p80, ground)}.`,
      remedy: `Find ${moneyText(Math.max(0, cost.p80 - costs.budget), ground)} more${line ? `, or cut ${lineName(line)}, the dearest line` : ''}.`,
      ask: `What can be had for less without losing the goal?`,
    },
  ];
};

const LARGE_LINE = 0.1;

const dearest: Look = (ground) => {
  const line = dearestLine(ground);
  const { base } = ground.network.costs;
  if (!line || base <= 0 || line.base / base < LARGE_LINE) return [];
  return [
    {
      ...{ topic: 'money', lens: null, ...where(line) },
      severity: 'minor',
      says: `${percent(line.base / base)} of the planned cost is one line, ${lineName(line)}: ${moneyText(line.base, ground)}, from ${moneyText(line.low, ground)} to ${moneyText(line.high, ground)}. Its source: ${clip(unstopped(line.source), 120)}.`,
      remedy: `Get two offers for ${lineName(line)} before anything that hangs on it is ordered, and plan with the better one.`,
      ask: `What does ${lineName(line)} cost today?`,
    },
  ];
};

const MUCH_GUESSED = 0.5;

const guessed: Look = (ground) => {
  const share = guessedShare(ground);
  const lines = guessedLines(ground);
  const [first] = lines;
  if (!first || share < MUCH_GUESSED || isErrand(ground)) return [];
  const names = lines.slice(0, 3).map(({ name }) => `“${clip(unstopped(name), 50)}”`);
  return [
    {
      ...{ topic: 'money', lens: 'arithmetic', ...where(first), isStep: true },
      severity: share > 0.8 ? 'major' : 'minor',
      says: `${percent(share)} of the planned cost is guessed, with no offer or bill behind it; most of it in ${names.join(', ')}.`,
      remedy: `Have offers for ${names.join(', ')} before the first money is spent.`,
      ask: 'Which of the guessed prices is furthest off?',
    },
  ];
};

const MARKED_RISK = 0.02;

const dearestRisk: Look = (ground) => {
  const { risk_costs = [], cost } = ground.network.schedule;
  const [first] = risk_costs;
  const risk = ground.risks.find(({ id }) => `risk_${id.slice(1)}` === first?.id);
  const total = cost?.total ?? ground.network.costs.base;
  if (!first || !risk || total <= 0 || first.mean / total < MARKED_RISK) return [];
  return [
    {
      ...{ topic: 'money', lens: null, section: 'risks', item: risk.id },
      severity: 'minor',
      says: `No risk costs more than “${clip(unstopped(risk.title), 90)}”: ${moneyText(first.mean, ground)} on average are in the planned cost, and it can come to ${moneyText(first.worst, ground)}.`,
      remedy: `Ask what it costs to insure or to avoid; up to ${moneyText(first.mean, ground)} would be paid for already.`,
      ask: `How likely is “${clip(unstopped(risk.title), 90)}”, and what does it cost?`,
    },
  ];
};

export const moneyLooks: readonly Look[] = [budgetOdds, guessed, dearest, dearestRisk];
