// Each gate proves itself on a good plan with one defect put into it: the defect is found, and in the
// good plan there is nothing to find.
import { beforeAll, describe, expect, it } from 'vitest';
import { scriptedAnswer } from '../../test/doubles/scripted-mind.ts';
import { thinkThrough } from '../../test/support/think-through.ts';
import type { Plan, PlanPhase, PlanTask } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { planOffline } from '../plan/brains/offline/run-offline.ts';
import { completenessGate } from './completeness.ts';
import { consistencyGate } from './consistency.ts';
import { runGates } from './index.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
const startDate = '2026-01-05';

let good: Plan;

beforeAll(async () => {
  const { outputs } = await thinkThrough({ goal, startDate, detail: 'full' }, (schema, prompt) =>
    scriptedAnswer(schema, prompt),
  );
  good = outputs.plan as Plan;
});

type Change = (plan: Plan) => void;

interface Defect {
  readonly what: string;
  readonly change: Change;
  /** Where the finding stands. */
  readonly at: RegExp;
}

const phase = (plan: Plan, at = 0): PlanPhase => plan.phases[at] as PlanPhase;
const task = (plan: Plan, at = 0): PlanTask => phase(plan).tasks[at] as PlanTask;
const first = <Item>(list: readonly Item[] | undefined): Item => list?.[0] as Item;

const placeOf = ({ artifact, field }: GateFinding): string => `${artifact} ${field}`;

function damaged(change: Change): Plan {
  const plan = structuredClone(good);
  change(plan);
  return plan;
}

const inconsistent: readonly Defect[] = [
  {
    what: 'the schedule ends on another day than the plan',
    change: (plan) => {
      plan.schedule.finish_date = '2026-01-30';
    },
    at: /^schedule finish_date$/,
  },
  {
    what: 'a task ends after the plan',
    change: (plan) => {
      task(plan).finish_date = '2027-12-31';
    },
    at: /^plan finish_date$/,
  },
  {
    what: 'a task starts before the plan',
    change: (plan) => {
      task(plan).start_date = '2025-12-01';
    },
    at: /^plan start_date$/,
  },
  {
    what: 'a phase does not span its tasks',
    change: (plan) => {
      phase(plan).finish_date = '2026-12-31';
    },
    at: /^phases phase_1$/,
  },
  {
    what: 'a phase lasts longer than its dates',
    change: (plan) => {
      phase(plan).duration_weeks = 57;
    },
    at: /^phases phase_1\.duration_weeks$/,
  },
  {
    what: 'the schedule works towards another deadline',
    change: (plan) => {
      plan.schedule.deadline = '2027-12-31';
    },
    at: /^schedule deadline$/,
  },
  {
    what: 'a kept deadline is called missed',
    change: (plan) => {
      plan.schedule.meets_deadline = false;
    },
    at: /^schedule meets_deadline$/,
  },
  {
    what: 'the schedule adds up to another total',
    change: (plan) => {
      plan.schedule.cost = { total: 99_999, currency: plan.costs.currency };
    },
    at: /^schedule cost\.total$/,
  },
  {
    what: 'what is paid by month is not the total',
    change: (plan) => {
      plan.schedule.cash_flow = [{ period: '2026-01', amount: 1 }];
    },
    at: /^schedule cash_flow$/,
  },
  {
    what: 'the cost lines come to more than the total',
    change: (plan) => {
      first(plan.cost_lines).base += 1_000_000;
    },
    at: /^costs base$/,
  },
  {
    what: 'low, base and high are out of order',
    change: (plan) => {
      plan.costs.low = plan.costs.high + 1;
    },
    at: /^costs base$/,
  },
  {
    what: 'costs above the budget are called within it',
    change: (plan) => {
      plan.costs = { ...plan.costs, budget: plan.costs.base / 2, verdict: 'within_budget' };
    },
    at: /^costs verdict$/,
  },
  {
    what: 'the costs are compared with another budget',
    change: (plan) => {
      plan.budget = { amount: 1_234_567, currency: plan.costs.currency };
    },
    at: /^costs budget$/,
  },
  {
    what: 'the phases are counted wrongly',
    change: (plan) => {
      plan.phase_count += 1;
    },
    at: /^plan phase_count$/,
  },
  {
    what: 'two tasks have one id',
    change: (plan) => {
      task(plan, 1).task_id = task(plan).task_id;
    },
    at: /^phases task_1_1$/,
  },
  {
    what: 'a task waits for one that is not there',
    change: (plan) => {
      task(plan).prerequisites = ['task_9_9'];
    },
    at: /^phases task_1_1\.prerequisites$/,
  },
  {
    what: 'a link leads nowhere',
    change: (plan) => {
      first(plan.dependencies).to = 'task_9_9';
    },
    at: /^dependencies /,
  },
  {
    what: 'a task is not scheduled',
    change: (plan) => {
      plan.schedule.tasks = plan.schedule.tasks?.filter(({ id }) => id !== 'task_1_1') ?? [];
    },
    at: /^schedule tasks$/,
  },
  {
    what: 'a risk touches a task that is not there',
    change: (plan) => {
      first(plan.risks).tasks = ['task_9_9'];
    },
    at: /^risks risk_1\.tasks$/,
  },
  {
    what: 'a task names a risk that is not there',
    change: (plan) => {
      task(plan).risk_ids = ['risk_99'];
    },
    at: /^phases task_1_1\.risk_ids$/,
  },
  {
    what: 'a task rests on an assumption that is not there',
    change: (plan) => {
      task(plan).assumption_ids = ['assumption_99'];
    },
    at: /^phases task_1_1\.assumption_ids$/,
  },
  {
    what: 'nobody delivers a deliverable',
    change: (plan) => {
      for (const { tasks } of plan.phases) for (const one of tasks) one.delivers = [];
    },
    at: /^charter deliverables\.V1$/,
  },
  {
    what: 'a role that nobody knows does a task',
    change: (plan) => {
      task(plan).assignee_role = 'Nobody at all';
    },
    at: /^phases task_1_1\.assignee_role$/,
  },
  {
    what: 'a role has no task',
    change: (plan) => {
      plan.roles_required.push('Idler');
    },
    at: /^roles Idler$/,
  },
  {
    what: 'a risk is watched by somebody who is not there',
    change: (plan) => {
      first(plan.risks).owner = 'Nobody at all';
    },
    at: /^risks risk_1\.owner$/,
  },
  {
    what: 'the summary tells another end',
    change: (plan) => {
      plan.summary = plan.summary.replace(/to \d{4}-\d\d-\d\d\./, 'to 2026-09-09.');
    },
    at: /^plan summary$/,
  },
  {
    what: 'the first page tells a date that the plan does not have',
    change: (plan) => {
      if (plan.executive_summary) plan.executive_summary.expected = 'Opens on 2026-09-09.';
    },
    at: /^executive_summary expected$/,
  },
  {
    what: 'the first page tells a date in words that the plan does not have',
    change: (plan) => {
      if (plan.executive_summary) plan.executive_summary.expected = 'Opens on September 9, 2026.';
    },
    at: /^executive_summary expected$/,
  },
  {
    what: 'the pitch tells an amount that comes from nowhere',
    change: (plan) => {
      if (plan.pitch) plan.pitch.proof = 'It earns 733,190 EUR a year.';
    },
    at: /^pitch proof$/,
  },
  {
    what: 'the charter tells another end',
    change: (plan) => {
      if (plan.charter) plan.charter.smart.time_bound = 'From 2026-01-05 to 2029-01-01.';
    },
    at: /^charter time_bound$/,
  },
  {
    what: 'the first day begins a task that is not there',
    change: (plan) => {
      first(plan.first_24_hours).task = 'task_9_9';
    },
    at: /^first_24_hours 0\.task$/,
  },
  {
    what: 'a scenario is chosen that is not there',
    change: (plan) => {
      plan.scenarios = plan.scenarios?.filter(({ id }) => id !== plan.choice?.chosen) ?? [];
    },
    at: /^choice chosen$/,
  },
];

const incomplete: readonly Defect[] = [
  {
    what: 'a section is missing',
    change: (plan) => {
      delete plan.swot;
    },
    at: /^swot swot$/,
  },
  {
    what: 'a list is empty that must not be',
    change: (plan) => {
      plan.critical_premises = [];
    },
    at: /^critical_premises /,
  },
  {
    what: 'a text is a dash',
    change: (plan) => {
      if (plan.charter) plan.charter.smart.relevant = ' — ';
    },
    at: /^charter smart\.relevant$/,
  },
  {
    what: 'a place was never filled',
    change: (plan) => {
      if (plan.pitch) plan.pitch.ask = 'Give us {budget} now.';
    },
    at: /^pitch ask$/,
  },
  {
    what: 'a text says that it is yet to be written',
    change: (plan) => {
      task(plan).description = 'TBD';
    },
    at: /^phases task_1_1\.description$/,
  },
  {
    what: 'two risks say the same in nearly the same words',
    change: (plan) => {
      const one = first(plan.risks);
      plan.risks.push({ ...one, risk_id: 'risk_99', description: `${one.description}!` });
    },
    at: /^risks risk_99$/,
  },
  {
    what: 'two risks say the same, in Japanese',
    change: (plan) => {
      const { title: _title, ...one } = first(plan.risks);
      const text = '役所の許可が予定より遅れて、開店が一か月以上延びてしまう';
      plan.risks.push({ ...one, risk_id: 'risk_98', description: text });
      plan.risks.push({ ...one, risk_id: 'risk_99', description: `${text}。` });
    },
    at: /^risks risk_99$/,
  },
  {
    what: 'one task stands there twice',
    change: (plan) => {
      task(plan, 1).title = `${task(plan).title.toUpperCase()} `;
    },
    at: /^phases task_1_2$/,
  },
  {
    what: 'an expert repeats the red team',
    change: (plan) => {
      const finding = first(plan.red_team?.findings);
      first(plan.experts).findings.push({ ...finding, says: finding.says.toUpperCase() });
    },
    at: /^(?:red_team|experts) /,
  },
  {
    what: 'an expert is listed and not heard',
    change: (plan) => {
      Object.assign(first(plan.experts), { verdict: '—', findings: [] });
    },
    at: /^experts E1$/,
  },
  {
    what: 'a directive is not judged',
    change: (plan) => {
      plan.adherence = [];
      plan.adherence.push(...(good.adherence ?? []).slice(1));
    },
    at: /^adherence /,
  },
  {
    what: 'one question is asked twice',
    change: (plan) => {
      plan.questions_and_answers?.push(first(plan.questions_and_answers));
    },
    at: /^questions_and_answers /,
  },
];

describe('a good plan', () => {
  it('[GT40] has nothing that a gate finds', () => {
    const found = runGates(good).flatMap(({ findings }) => findings);
    expect(found.map(placeOf)).toEqual([]);
  });

  it('[GT40] made by rules alone has nothing that fails', async () => {
    const goals = [
      goal,
      'Move my flat from Berlin to Hamburg in March 2027',
      'Eine Schule in Kigali bauen bis Ende 2028, 2 Millionen Euro',
    ];
    for (const one of goals) {
      const { plan } = await planOffline({ planId: 'plan_gates1', goal: one, startDate });
      const found = runGates(plan).flatMap(({ findings }) => findings);
      expect(found.filter(({ level }) => level === 'fail').map(placeOf), one).toEqual([]);
    }
  });
});

describe('seeded defects', () => {
  it.each(inconsistent)('[GT41] $what', ({ change, at }) => {
    const { findings, status } = consistencyGate(damaged(change));
    expect(findings.map(placeOf).join('\n')).toMatch(new RegExp(at.source, 'm'));
    expect(status).not.toBe('pass');
  });

  it.each(incomplete)('[GT42] $what', ({ change, at }) => {
    const { findings, status } = completenessGate(damaged(change));
    expect(findings.map(placeOf).join('\n')).toMatch(new RegExp(at.source, 'm'));
    expect(status).not.toBe('pass');
  });
});
