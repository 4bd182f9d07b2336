// Is it one plan? Summary, charter, schedule and costs give the same dates and totals; whatever one
// part names, another has.
import type { Plan } from '../contract/plan.ts';
import type { GateResult } from '../contract/plan-gates.ts';
import { dateFindings } from './consistency-dates.ts';
import { dueFindings } from './consistency-due.ts';
import { linkFindings } from './consistency-links.ts';
import { moneyFindings } from './consistency-money.ts';
import { headlineFindings, proseFindings } from './consistency-prose.ts';
import { roleFindings } from './consistency-roles.ts';
import { gateResult } from './gate.ts';

export const consistencyGate = (plan: Plan): GateResult =>
  gateResult('consistency', 'major', [
    ...dateFindings(plan),
    ...dueFindings(plan),
    ...moneyFindings(plan),
    ...linkFindings(plan),
    ...roleFindings(plan),
    ...headlineFindings(plan),
    ...proseFindings(plan),
  ]);
