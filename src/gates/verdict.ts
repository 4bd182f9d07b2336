// What a plan comes to in one word: go, go with conditions, or no go. By code, from the gates and from
// what was computed; a mind has no part in it.
import type { z } from 'zod';
import { stopped, unstopped } from '../base/sentences.ts';
import type { Plan } from '../contract/plan.ts';
import type { GateFinding, GateResult, verdictSchema } from '../contract/plan-gates.ts';
import { bindingImportance } from './directives.ts';
import { percentText as percent, usualConfidence } from './likely-totals.ts';
import { guardedAct } from './premise-guards.ts';

export type Verdict = z.infer<typeof verdictSchema>;

const MOST_CONDITIONS = 10;
const MOST_PREMISES = 3;
const MOST_DEMANDS = 4;
const MAX_REASON = 400;
const MAX_CONDITION = 1_000;

const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

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

type Premise = NonNullable<Plan['critical_premises']>[number];

interface Guarded {
  readonly premise: Premise;
  readonly act: { readonly task_id: string; readonly title: string; readonly start_date: string };
}

const isTimely = ({ premise, act }: Guarded): boolean => premise.by <= act.start_date;

/** All that one act waits for together. Where it begins before that is known, it has to be held. */
function premiseCondition(guarded: readonly Guarded[]): string {
  const [first] = guarded;
  if (first === undefined) return '';
  const { title, start_date } = first.act;
  const claims = guarded
    .map(({ premise }) => `${unstopped(premise.claim)} (by ${premise.by})`)
    .join('; ');
  return isTimely(first)
    ? `Test before “${title}”: ${claims}.`
    : `Hold “${title}” (from ${start_date}) until this is known: ${claims}.`;
}

/** Premises that are open and have to be known before the plan binds itself. */
function premiseConditions(plan: Plan): { count: number; conditions: string[] } {
  const open = (plan.critical_premises ?? [])
    .filter(({ state }) => state === 'open')
    .map((premise) => ({ premise, act: guardedAct(premise, plan) }))
    .flatMap(({ premise, act }) => (act ? [{ premise, act }] : []))
    .toSorted((a, b) => (a.premise.by < b.premise.by ? -1 : Number(a.premise.by > b.premise.by)))
    .slice(0, MOST_PREMISES);
  const groups = Map.groupBy(open, (one) => `${one.act.task_id} ${isTimely(one)}`);
  return { count: open.length, conditions: [...groups.values()].map(premiseCondition) };
}

type Kept = NonNullable<Plan['adherence']>[number];
type Laid = NonNullable<Plan['directives']>[number];

/** What to do comes first, where it was said. */
function demandCondition({ verdict, why, remedy = '' }: Kept, text: string): string {
  const demand = `“${unstopped(text)}”`;
  const isPart = verdict === 'partly';
  if (remedy.trim() !== '') {
    return `${stopped(remedy)} So far ${demand} is ${isPart ? 'kept only partly' : 'not touched'}.`;
  }
  return isPart
    ? `Keep ${demand} in full, not only partly: ${stopped(why)}`
    : `See to ${demand}, which nothing in the plan touches: ${stopped(why)}`;
}

/** A fact or a ban that nothing touches is no shortcoming. */
const isShort = ({ verdict }: Kept, { kind }: Laid): boolean =>
  verdict === 'partly' ||
  (verdict === 'not_touched' && kind !== 'stated_fact' && kind !== 'banned');

/** Demands that matter and are not kept in full; a limit that is missed is told as such. */
function demandConditions(plan: Plan, misses: readonly Miss[]): string[] {
  const { directives = [], adherence = [] } = plan;
  const isToldMiss = ({ by, where }: Kept): boolean =>
    by === 'code' && misses.some(({ artifact }) => where.startsWith(artifact));
  return directives
    .filter(({ importance }) => importance >= bindingImportance)
    .toSorted((one, other) => other.importance - one.importance)
    .flatMap((laid) =>
      adherence
        .filter((one) => one.directive === laid.id && isShort(one, laid) && !isToldMiss(one))
        .map((one) => demandCondition(one, laid.text)),
    );
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

interface Open {
  readonly premises: number;
  readonly demands: number;
}

function openWords({ premises, demands }: Open): string[] {
  const tests = premises === 1 ? 'one premise has' : `${premises} premises have`;
  const kept = demands === 1 ? 'one demand of the goal is' : `${demands} demands of the goal are`;
  return [
    ...(premises > 0 ? [`${tests} to be tested first`] : []),
    ...(demands > 0 ? [`${kept} not kept in full`] : []),
  ];
}

function reasonOf(gates: readonly GateResult[], misses: readonly Miss[], open: Open): string {
  const failed = gates.filter(isFailed);
  const told = failed.length > 0 ? `not passed: ${namesOf(failed)}` : countsOf(gates);
  const blind = gates.filter(isUnseen).map(({ gate }) => `the gate ${gate} could not run`);
  const isNews = failed.length > 0 || (misses.length === 0 && blind.length === 0);
  return sentence([
    ...[...misses.map(({ reason }) => reason), ...(isNews ? [told] : []), ...blind],
    ...openWords(open),
  ]);
}

export function verdictOf(plan: Plan, gates: readonly GateResult[]): Verdict {
  const failed = gates.filter(isFailed);
  const misses = [deadlineMiss(plan), budgetMiss(plan)].filter((miss) => miss !== null);
  const isStopped = failed.some(({ severity }) => severity === 'critical');
  const premises = premiseConditions(plan);
  const demands = demandConditions(plan, misses);
  const conditions = [
    ...misses.map(({ condition }) => condition),
    // The gravest gates first.
    ...failed
      .toSorted(
        (one, other) => Number(other.severity === 'critical') - Number(one.severity === 'critical'),
      )
      .flatMap((gate) => failsOf(gate, misses).map(conditionOf)),
    ...gates.filter(isUnseen).map(unseenOf),
    ...premises.conditions,
    ...demands.slice(0, MOST_DEMANDS),
  ];
  const decision = isStopped ? 'no_go' : conditions.length > 0 ? 'go_with_conditions' : 'go';
  return {
    decision,
    reason: clipped(
      reasonOf(gates, misses, { premises: premises.count, demands: demands.length }),
      MAX_REASON,
    ),
    conditions: [...new Set(conditions.map((one) => clipped(one, MAX_CONDITION)))].slice(
      0,
      MOST_CONDITIONS,
    ),
  };
}
