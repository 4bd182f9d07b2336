// What a plan comes to in one word: go, go with conditions, or no go. By code, from the gates and from
// what was computed; a mind has no part in it.
import type { z } from 'zod';
import { unstopped } from '../base/sentences.ts';
import type { Plan } from '../contract/plan.ts';
import type { GateFinding, GateResult, verdictSchema } from '../contract/plan-gates.ts';
import { percentText as percent, usualConfidence } from './likely-totals.ts';
import { tasksOf } from './plan-parts.ts';

export type Verdict = z.infer<typeof verdictSchema>;

const MOST_CONDITIONS = 10;
const MOST_PREMISES = 3;
const MAX_CHARS = 400;

const clipped = (text: string): string =>
  text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text;

interface Miss {
  /** What the gates say about, too. */
  readonly artifact: 'schedule' | 'costs';
  readonly reason: string;
  readonly condition: string;
}

function deadlineMiss({ schedule, finish_date, confidence = usualConfidence }: Plan): Miss | null {
  const { deadline, meets_deadline: meets, simulation } = schedule;
  const odds = simulation?.odds.deadline;
  if (deadline === null) return null;
  if (meets === false) {
    const reason = `the deadline ${deadline} is missed: the work ends on ${finish_date}`;
    return {
      ...{ artifact: 'schedule', reason },
      condition: `Agree to end on ${finish_date}, or cut work until ${deadline} holds.`,
    };
  }
  if (odds === null || odds === undefined || odds >= confidence) return null;
  const reason = `the deadline ${deadline} holds in only ${percent(odds)} of simulated runs`;
  const condition = `Accept the odds of ${percent(odds)}, or make room until ${percent(confidence)} is reached.`;
  return { artifact: 'schedule', reason, condition };
}

function budgetMiss({ costs, schedule, confidence = usualConfidence }: Plan): Miss | null {
  const { budget, base, currency, verdict } = costs;
  const amount = (value: number): string =>
    `${currency} ${Math.round(value).toLocaleString('en-US')}`;
  if (budget === null) return null;
  if (base > budget || verdict === 'over_budget') {
    const reason = `the budget of ${amount(budget)} is exceeded: the plan costs ${amount(base)}`;
    return {
      ...{ artifact: 'costs', reason },
      condition: `Find ${amount(Math.max(0, base - budget))} more, or cut what it pays for.`,
    };
  }
  const odds = schedule.simulation?.odds.budget;
  if (odds === null || odds === undefined || odds >= confidence) return null;
  const reason = `the budget of ${amount(budget)} holds in only ${percent(odds)} of simulated runs`;
  const condition = 'Add the contingency to the budget, or cut what may be left out.';
  return { artifact: 'costs', reason, condition };
}

const limitFields = ['deadline', 'finish_date', 'base', 'odds'];

/** A missed deadline or budget is told as such already. */
const isTold = ({ artifact, field }: GateFinding, misses: readonly Miss[]): boolean =>
  (artifact === 'schedule' && field === 'deadline') ||
  (limitFields.includes(field) && misses.some((miss) => miss.artifact === artifact));

const failsOf = ({ findings }: GateResult, misses: readonly Miss[]): GateFinding[] =>
  findings.filter((one) => one.level === 'fail' && !isTold(one, misses));

/** What to do comes first: a condition is an act. */
const conditionOf = ({ artifact, field, remedy, rule }: GateFinding): string =>
  `${unstopped(remedy)}: ${artifact} ${field} (${unstopped(rule)}).`;

/** What cannot be taken back: from its start on it is too late to find out. */
function firstBinding(plan: Plan): { title: string; start_date: string } | null {
  const binding = tasksOf(plan).filter(
    ({ risk_tier, reversibility }) => risk_tier === 'T3' || reversibility === 'irreversible',
  );
  return binding.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1))[0] ?? null;
}

/** Premises that are open and have to be known before the plan binds itself. */
function premiseConditions(plan: Plan): string[] {
  const first = firstBinding(plan);
  if (!first) return [];
  return (plan.critical_premises ?? [])
    .filter(({ state, by }) => state === 'open' && by <= first.start_date)
    .toSorted((a, b) => (a.by < b.by ? -1 : Number(a.by > b.by)))
    .slice(0, MOST_PREMISES)
    .map(({ claim, by }) => `Test before “${first.title}”: ${unstopped(claim)} (by ${by}).`);
}

/** A gate that would stop the plan and could not run is no pass. */
const unseenOf = ({ gate, why_not_run }: GateResult): string =>
  `Look at ${gate} yourself: it did not run. ${why_not_run ?? ''}`.trim();

const isUnseen = ({ status, severity }: GateResult): boolean =>
  status === 'not_run' && severity === 'critical';

const isFailed = ({ status }: GateResult): boolean => status === 'fail';

const namesOf = (gates: readonly GateResult[]): string => gates.map(({ gate }) => gate).join(', ');

/** How the gates came out, where none has failed. */
function countsOf(gates: readonly GateResult[]): string {
  const passed = gates.filter(({ status }) => status === 'pass').length;
  const warned = gates.filter(({ status }) => status === 'warn');
  if (warned.length === 0) return 'every gate that ran has passed';
  return `no gate failed: ${passed} passed, ${warned.length} warned (${namesOf(warned)})`;
}

const sentence = (parts: readonly string[]): string => {
  const text = `${parts.join('; ')}.`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};

function reasonOf(gates: readonly GateResult[], misses: readonly Miss[], open: number): string {
  const failed = gates.filter(isFailed);
  const told = failed.length > 0 ? `the plan does not pass: ${namesOf(failed)}` : countsOf(gates);
  const blind = gates.filter(isUnseen).map(({ gate }) => `the gate ${gate} could not run`);
  const isNews = failed.length > 0 || (misses.length === 0 && blind.length === 0);
  const tests = open === 1 ? 'one premise has' : `${open} premises have`;
  return sentence([
    ...[...misses.map(({ reason }) => reason), ...(isNews ? [told] : []), ...blind],
    ...(open > 0 ? [`${tests} to be tested first`] : []),
  ]);
}

export function verdictOf(plan: Plan, gates: readonly GateResult[]): Verdict {
  const failed = gates.filter(isFailed);
  const misses = [deadlineMiss(plan), budgetMiss(plan)].filter((miss) => miss !== null);
  const isStopped = failed.some(({ severity }) => severity === 'critical');
  const premises = premiseConditions(plan);
  const conditions = [
    ...misses.map(({ condition }) => condition),
    // The gravest gates first.
    ...failed
      .toSorted(
        (one, other) => Number(other.severity === 'critical') - Number(one.severity === 'critical'),
      )
      .flatMap((gate) => failsOf(gate, misses).map(conditionOf)),
    ...gates.filter(isUnseen).map(unseenOf),
    ...premises,
  ];
  const decision = isStopped ? 'no_go' : conditions.length > 0 ? 'go_with_conditions' : 'go';
  return {
    decision,
    reason: clipped(reasonOf(gates, misses, premises.length)),
    conditions: [...new Set(conditions.map(clipped))].slice(0, MOST_CONDITIONS),
  };
}
