// The odds of a schedule, and the money to keep back for them.
import { contingencyFrom } from '../money/budget.ts';
import type { CostBreakdown } from '../money/cost-lines.ts';
import { oneCurrency } from '../money/currency.ts';
import { simulateProject } from '../simulate/report.ts';
import type { Compiled } from '../solve/compile.ts';
import type { Answer } from '../solve/problem.ts';
import type { ScheduleJob, SimulationOutcome } from './outcome.ts';

export function oddsOf(
  compiled: Compiled,
  answer: Answer,
  job: ScheduleJob,
  breakdown: CostBreakdown,
  stop?: () => boolean,
): SimulationOutcome | null {
  const { simulation, budget, confidence, risks = [], stated = [] } = job;
  if (simulation === undefined || compiled.problem.tasks.length === 0) return null;
  const effort = { ...simulation, ...(stop === undefined ? {} : { stop }) };
  const { costs, ...report } = simulateProject(compiled, answer, effort, {
    risks,
    costs: stated.map(({ amount }) => amount),
    ...(budget === undefined || budget === null ? {} : { budget }),
    ...(confidence === undefined ? {} : { confidence }),
  });
  const money = oneCurrency();
  const asked = contingencyFrom(breakdown, { costs }, money, report.confidence);
  return {
    ...report,
    costAtConfidence: money.toAmount(asked.atConfidence),
    contingency: money.toAmount(asked.contingency),
  };
}
