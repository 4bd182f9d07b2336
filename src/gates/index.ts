// All gates in their order. Those that need a source which there is not say so: what did not run is
// never taken for a pass.
import type { Plan } from '../contract/plan.ts';
import { type GateId, type GateResult, gateIds } from '../contract/plan-gates.ts';
import { completenessGate } from './completeness.ts';
import { consistencyGate } from './consistency.ts';
import { directivesGate } from './directives.ts';
import { doneTexts } from './done-texts.ts';
import { fermiGate, quantityOfPlan } from './fermi.ts';
import { notRun } from './gate.ts';
import { likelyTotals } from './likely-totals.ts';
import { planTotals } from './plan-totals.ts';
import { scheduleGate } from './schedule.ts';

function directives(plan: Plan): GateResult {
  const { directives: laid, scenarios = [], choice, adherence = [] } = plan;
  if (laid === undefined) {
    return notRun('directives', 'critical', 'Nobody has read the directives of this goal.');
  }
  const { base, high, currency } = plan.costs;
  return directivesGate({
    directives: laid,
    breaks: scenarios.find(({ id }) => id === choice?.chosen)?.breaks_directives ?? [],
    texts: doneTexts(plan),
    totals: {
      start_date: plan.start_date,
      finish_date: plan.finish_date,
      cost: { base, high, currency },
      likely: likelyTotals(plan),
    },
    verdicts: adherence,
  });
}

const fermi = (plan: Plan): GateResult =>
  fermiGate({ quantities: plan.assumptions.map(quantityOfPlan), totals: planTotals(plan) });

const runs: Partial<Record<GateId, (plan: Plan) => GateResult>> = {
  directives,
  fermi,
  consistency: consistencyGate,
  schedule: scheduleGate,
  completeness: (plan) => completenessGate(plan),
};

const noSource: Readonly<Record<string, string>> = {
  screen: 'It runs on the goal, before there is a plan.',
  boost: 'It runs on the goal, before there is a plan.',
  hype: 'Claims are not weighed for hype yet.',
  evidence: 'There is no ledger of evidence yet.',
  drift: 'Nothing is observed before the work begins.',
  red_team: 'Its findings are shown, but not yet scored as a gate.',
  premises: 'Premises are shown with their falsifiers, but not yet watched.',
  money: 'There is no source of prices yet.',
  readiness: 'It needs the gates that did not run.',
};

export const runGates = (plan: Plan): GateResult[] =>
  gateIds.map(
    (id) => runs[id]?.(plan) ?? notRun(id, 'info', noSource[id] ?? 'It is not there yet.'),
  );
