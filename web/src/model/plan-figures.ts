// The figures that a reader looks for first, in words: when it is done and how surely, what it costs and
// how surely, and which risks weigh most. Plans from before a section have less to say.
import type { Plan, PlanRisk } from '../../../src/contract/plan.ts';
import { formatMoney, formatMoneyRange, formatShare } from '../text/amounts.ts';
import { daysBetween, formatDayYear } from '../text/time.ts';

export interface Figure {
  readonly value: string;
  readonly notes: readonly string[];
  readonly hue: 'plain' | 'done' | 'failed';
}

/** Under the first a promise is more hope than plan; from the second on one may rely on it. */
const evenOdds = 0.5;
const goodOdds = 0.8;

function oddsHue(odds: number | null, holds: boolean | null): Figure['hue'] {
  if (holds === false || (odds !== null && odds < evenOdds)) return 'failed';
  if (odds !== null) return odds >= goodOdds ? 'done' : 'plain';
  return holds === null ? 'plain' : 'done';
}

type Dated = Pick<Plan, 'start_date' | 'finish_date' | 'schedule'>;

export function finishFigure({ start_date, finish_date, schedule }: Dated): Figure {
  const { deadline, meets_deadline: meets, simulation } = schedule;
  const odds = simulation?.odds.deadline ?? null;
  const notes: string[] = [];
  if (simulation !== undefined) {
    notes.push(`80% sure by ${formatDayYear(simulation.finish.p80.slice(0, 10))}`);
  }
  if (deadline !== null) {
    const sure = odds === null ? (meets ? 'kept' : 'missed') : `${formatShare(odds)} odds`;
    notes.push(`deadline ${formatDayYear(deadline)}: ${sure}`);
  } else notes.push('no deadline given');
  if (simulation === undefined) notes.push(`${daysBetween(start_date, finish_date)} days in all`);
  return { value: formatDayYear(finish_date), notes, hue: oddsHue(odds, meets) };
}

const verdicts = {
  no_budget_given: ['no budget given', null],
  not_checked: ['not checked against the budget', null],
  within_budget: ['within budget', true],
  tight: ['tight', true],
  over_budget: ['over budget', false],
} as const;

export function moneyFigure({ costs, schedule }: Pick<Plan, 'costs' | 'schedule'>): Figure {
  const { currency, base, low, high, budget } = costs;
  const { simulation } = schedule;
  const odds = budget === null ? null : (simulation?.odds.budget ?? null);
  const [word, holds] = verdicts[costs.verdict];
  const p80 = simulation?.cost?.p80;
  const spread =
    p80 === undefined
      ? `${formatMoneyRange(low, high, currency)} estimated`
      : `80% sure below ${formatMoney(p80, currency)}`;
  const limit =
    budget === null
      ? word
      : `budget ${formatMoney(budget, currency)}: ${odds === null ? word : `${formatShare(odds)} odds`}`;
  return { value: formatMoney(base, currency), notes: [spread, limit], hue: oddsHue(odds, holds) };
}

const weights = { low: 1, medium: 2, high: 3 } as const;
const likely = { low: 0.15, medium: 0.4, high: 0.7 } as const;

/** How likely times how bad; the probability where somebody gave one. */
export const riskWeight = (risk: PlanRisk): number =>
  (risk.probability ?? likely[risk.likelihood]) * weights[risk.impact];

export type RiskLevel = 'High' | 'Medium' | 'Low';

export function riskLevel(risk: PlanRisk): RiskLevel {
  const weight = weights[risk.likelihood] * weights[risk.impact];
  return weight >= 6 ? 'High' : weight >= 3 ? 'Medium' : 'Low';
}

export const byWeight = (risks: readonly PlanRisk[]): PlanRisk[] =>
  risks.toSorted((a, b) => riskWeight(b) - riskWeight(a));

const gateOrder = ['fail', 'warn', 'waived', 'pass', 'not_run'] as const;

/** What must be looked at first. */
export const sortedGates = (gates: NonNullable<Plan['gates']>) =>
  gates.toSorted((a, b) => gateOrder.indexOf(a.status) - gateOrder.indexOf(b.status));

export interface GateSummary {
  readonly passed: number;
  readonly failed: number;
  /** What did not run counts as no pass. */
  readonly run: number;
  readonly rest: string;
}

export function gateSummary(gates: NonNullable<Plan['gates']>): GateSummary {
  const count = (status: (typeof gateOrder)[number]) =>
    gates.filter((gate) => gate.status === status).length;
  const [passed, failed, notRun] = [count('pass'), count('fail'), count('not_run')];
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(count('warn') > 0 ? [`${count('warn')} to look at`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
  ];
  return { passed, failed, run: gates.length - notRun, rest: rest.join(', ') };
}
