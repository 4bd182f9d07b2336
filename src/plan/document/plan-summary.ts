// plan_summary.json: what an agent needs to act, in 30 kB at most. If a plan is longer than that, its
// texts are cut first and its lists last, by one rule, and the summary says what was done.
import type { Plan, PlanRisk } from '../../contract/plan.ts';
import { clip } from './clip.ts';

export const maxSummaryBytes = 30_000;

interface Trim {
  readonly chars: number;
  readonly items: number;
  /** In the order of the tasks. */
  readonly tasks: number;
}

/** From whole to what surely fits: names stay readable to the last. */
const trims: readonly Trim[] = [
  { chars: 600, items: 12, tasks: 400 },
  { chars: 300, items: 10, tasks: 400 },
  { chars: 160, items: 8, tasks: 400 },
  { chars: 100, items: 6, tasks: 400 },
  { chars: 70, items: 5, tasks: 200 },
  { chars: 60, items: 4, tasks: 100 },
  { chars: 50, items: 3, tasks: 50 },
  { chars: 40, items: 2, tasks: 25 },
];

const levels = { low: 1, medium: 2, high: 3 } as const;
const weightOf = ({ likelihood, impact }: PlanRisk): number => levels[likelihood] * levels[impact];

const gravest = (risks: readonly PlanRisk[], { chars, items }: Trim): object[] =>
  risks
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .slice(0, items)
    .map((risk) => ({
      risk_id: risk.risk_id,
      risk: clip(risk.title ?? risk.description, chars),
      ...{ likelihood: risk.likelihood, impact: risk.impact },
      sign: clip(risk.trigger ?? '', chars),
      response: clip(risk.mitigation, chars),
    }));

/** What is least certain decides most. */
const shakiest = ({ assumptions }: Plan, { chars, items }: Trim): object[] =>
  assumptions
    .toSorted((one, other) => levels[one.confidence] - levels[other.confidence])
    .slice(0, items)
    .map(({ assumption_id, claim, lower, base, upper, unit, status }) => ({
      ...{ assumption_id, claim: clip(claim, chars), lower, base, upper, unit, status },
    }));

function phasesOf({ phases }: Plan, { chars, tasks: most }: Trim): object[] {
  let left = most;
  return phases.map(({ phase_id, name, start_date, finish_date, total_cost, tasks }) => {
    const shown = tasks.slice(0, left);
    left -= shown.length;
    return {
      ...{ phase_id, name: clip(name, chars), start_date, finish_date, tasks: tasks.length },
      ...(total_cost ? { cost: total_cost.base } : {}),
      work: shown.map((task) => ({
        task_id: task.task_id,
        title: clip(task.title, chars),
        ...{ role: task.assignee_role, performer: task.performer, risk_tier: task.risk_tier },
        ...{ start_date: task.start_date, finish_date: task.finish_date },
        ...(task.result_date ? { result_date: task.result_date } : {}),
        ...(task.total_cost ? { cost: task.total_cost.base } : {}),
        ...(task.prerequisites.length > 0 ? { after: task.prerequisites } : {}),
      })),
    };
  });
}

function moneyOf({ costs, schedule }: Plan): object {
  const { low, base, high, currency, budget, verdict } = costs;
  const { cost, contingency, odds } = schedule.simulation ?? {};
  return {
    ...{ currency, low, base, high, budget, verdict },
    ...{ p80: cost?.p80 ?? null, contingency: contingency ?? null, odds: odds?.budget ?? null },
  };
}

function datesOf({ start_date, finish_date, schedule }: Plan): object {
  const { deadline, meets_deadline, simulation } = schedule;
  return {
    ...{ start_date, finish_date, deadline, meets_deadline },
    finish_p50: simulation?.finish.p50.slice(0, 10) ?? null,
    finish_p80: simulation?.finish.p80.slice(0, 10) ?? null,
    odds: simulation?.odds.deadline ?? null,
  };
}

function gatesOf({ gates = [] }: Plan): object[] {
  return gates
    .filter(({ status }) => status !== 'not_run')
    .map(({ gate, severity, status, findings }) => ({
      ...{ gate, severity, status, findings: findings.length },
    }));
}

function summaryAt(plan: Plan, trim: Trim): object {
  const { chars, items } = trim;
  const list = (texts: readonly string[]): string[] =>
    texts.slice(0, items).map((text) => clip(text, chars));
  const { verdict } = plan;
  return {
    ...{ schema_version: plan.schema_version, plan_id: plan.plan_id },
    ...{ title: clip(plan.title, 160), brain: plan.brain, goal: clip(plan.goal, chars * 3) },
    summary: clip(plan.summary, chars * 3),
    verdict: verdict
      ? {
          decision: verdict.decision,
          reason: clip(verdict.reason, 400),
          conditions: list(verdict.conditions),
        }
      : null,
    ...{ dates: datesOf(plan), money: moneyOf(plan) },
    outcomes: (plan.outcomes ?? [])
      .slice(0, items)
      .map(({ outcome_id, measure, target, unit, aim, by }) => ({
        ...{ outcome_id, measure: clip(measure, chars), target, unit, by },
        ...(aim ? { aim } : {}),
      })),
    first_24_hours: (plan.first_24_hours ?? []).slice(0, items).map((one) => ({
      ...{ action: clip(one.action, chars), who: one.who, task: one.task, minutes: one.minutes },
    })),
    risks: gravest(plan.risks, trim),
    assumptions: shakiest(plan, trim),
    roles: list(plan.roles_required),
    critical_path: plan.schedule.critical_path.slice(0, items * 4),
    phases: phasesOf(plan, trim),
    open_questions: list(plan.open_questions),
    gates: gatesOf(plan),
  };
}

const sizeOf = (text: string): number => Buffer.byteLength(text);

const isWhole = (trim: Trim): boolean => trim === trims[0];

const noteOf = ({ chars, items, tasks }: Trim): object => ({
  trimmed: `Texts up to ${chars} characters, lists up to ${items}, ${tasks} tasks in all; plan.json has the whole.`,
});

/** As text with one line for each thing, and always within the bound. */
export function planSummaryText(plan: Plan): string {
  let text = '';
  for (const trim of trims) {
    const note = isWhole(trim) ? {} : noteOf(trim);
    text = `${JSON.stringify({ ...note, ...summaryAt(plan, trim) }, null, 1)}\n`;
    if (sizeOf(text) <= maxSummaryBytes) return text;
  }
  return leastText(plan);
}

/** Of a plan with hundreds of phases or roles: where it stands, and where to read on. */
function leastText(plan: Plan): string {
  const { plan_id, schema_version, verdict } = plan;
  const least = {
    trimmed: 'Only the head; plan.json has the whole.',
    ...{ schema_version, plan_id, title: clip(plan.title, 160), goal: clip(plan.goal, 300) },
    decision: verdict?.decision ?? null,
    ...{ dates: datesOf(plan), money: moneyOf(plan), phases: plan.phases.length },
  };
  return `${JSON.stringify(least, null, 1)}\n`;
}
