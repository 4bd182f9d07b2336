// A plan.json that somebody wrote by hand says what is to be done and little else. What is missing is
// filled in with what says nothing, and the plan itself says that it was not computed.
import { PLAN_SCHEMA_VERSION } from '../contract/plan.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Lists keep what is no object: the check that follows tells of it. */
const each = (value: unknown, fill: (fields: Fields) => Fields): unknown =>
  Array.isArray(value) ? value.map((item) => (isFields(item) ? fill(item) : item)) : value;

const stubbed = 'Dates, costs and risks that the file did not have were not computed.';

interface Dates {
  readonly start_date: unknown;
  readonly finish_date: unknown;
}

const fillSubtask = (subtask: Fields): Fields => ({
  description: subtask.action,
  params: {},
  ...subtask,
});

const fillTask = (task: Fields, dates: Dates): Fields => ({
  ...dates,
  description: task.title,
  assignee_role: 'Owner',
  performer: 'agent',
  prerequisites: [],
  estimate: { low: 1, likely: 1, high: 1 },
  estimated_hours: 1,
  complexity: 'low',
  model_tier: 'small',
  risk_tier: 'T1',
  acceptance_criteria: [`Done: ${String(task.title)}`.slice(0, 400)],
  cost: null,
  ...task,
  subtasks: each(task.subtasks ?? [], fillSubtask),
});

const fillPhase = (phase: Fields, dates: Dates): Fields => ({
  ...dates,
  duration_weeks: 0,
  ...phase,
  tasks: each(phase.tasks, (task) => fillTask(task, dates)),
});

const usual = {
  schema_version: PLAN_SCHEMA_VERSION,
  brain: 'caller',
  notice: 'This plan was taken in from a file.',
  playbook: { name: 'none', fit: 'none', why: 'The plan was taken in from a file.' },
  facts: [],
  dependencies: [],
  risks: [],
  assumptions: [],
  guesses: [],
  open_questions: [],
} as const;

const nothing = { low: 0, base: 0, high: 0 };

function rolesIn(plan: Fields): string[] {
  const tasks = listOf(plan.phases).flatMap((phase) =>
    isFields(phase) ? listOf(phase.tasks) : [],
  );
  const roles = tasks.map((task) => (isFields(task) ? task.assignee_role : undefined));
  const named = roles.filter((role): role is string => typeof role === 'string');
  return [...new Set(named.length > 0 ? named : ['Owner'])];
}

const noSchedule = ({ finish_date }: Dates) => ({
  ...{ finish_date, critical_path: [], deadline: null, meets_deadline: null },
  calendar: 'Not scheduled.',
});

const noCosts = {
  ...{ currency: 'USD', ...nothing, budget: null, verdict: 'no_budget_given' },
  note: 'No costs were given.',
} as const;

/** Under its new id; `today` is when it starts unless it says so. */
export function completePlan(plan: Fields, planId: string, today: string): Fields {
  const { start_date = today, title } = plan;
  const dates = { start_date, finish_date: plan.finish_date ?? start_date };
  const isWhole = plan.schedule !== undefined && plan.costs !== undefined;
  return {
    ...usual,
    ...dates,
    goal: title,
    summary: title,
    phase_count: listOf(plan.phases).length,
    roles_required: rolesIn(plan),
    costs: noCosts,
    schedule: noSchedule(dates),
    quality_summary: { complete: false, partial: [], stubbed: isWhole ? [] : [stubbed] },
    ...plan,
    plan_id: planId,
    phases: each(plan.phases, (phase) => fillPhase(phase, dates)),
  };
}
