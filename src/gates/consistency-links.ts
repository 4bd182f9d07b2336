// What one part of a plan names, another part has: tasks, risks, assumptions, deliverables.
import type { Plan, PlanTask } from '../contract/plan.ts';
import type { GateFinding } from '../contract/plan-gates.ts';
import { findingOf } from './gate.ts';
import { taskIdOf, tasksOf } from './plan-parts.ts';

type Level = GateFinding['level'];

const missing = (
  level: Level,
  artifact: string,
  field: string,
  value: string,
  what: string,
): GateFinding =>
  findingOf(level, {
    ...{ artifact, field, value },
    rule: `There is no ${what} of that name.`,
    remedy: `Name ${what === 'assumption' ? 'an' : 'a'} ${what} that there is, or leave it out.`,
  });

function taskFindings(plan: Plan): GateFinding[] {
  const tasks = tasksOf(plan);
  const ids = tasks.map(({ task_id }) => task_id);
  const known = new Set(ids);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    ...(plan.phase_count === plan.phases.length
      ? []
      : [
          findingOf('fail', {
            ...{ artifact: 'plan', field: 'phase_count', value: String(plan.phase_count) },
            rule: `There are ${plan.phases.length} phases.`,
            remedy: 'Count the phases that there are.',
          }),
        ]),
    ...twice.map((id) =>
      findingOf('fail', {
        ...{ artifact: 'phases', field: id, value: id },
        ...{ rule: 'Every task stands in one phase, once.', remedy: 'Give it an id of its own.' },
      }),
    ),
    ...tasks.flatMap(({ task_id, prerequisites }) =>
      prerequisites
        .filter((id) => !known.has(id))
        .map((id) => missing('fail', 'phases', `${task_id}.prerequisites`, id, 'task')),
    ),
    ...plan.schedule.critical_path
      .filter((id) => !known.has(id))
      .map((id) => missing('fail', 'schedule', 'critical_path', id, 'task')),
  ];
}

/** Phases and subtasks may be linked too. */
function dependencyFindings(plan: Plan): GateFinding[] {
  const known = new Set([
    ...plan.phases.map(({ phase_id }) => phase_id),
    ...tasksOf(plan).flatMap(({ task_id, subtasks }) => [
      task_id,
      ...subtasks.map(({ subtask_id }) => subtask_id),
    ]),
  ]);
  return plan.dependencies.flatMap(({ from, to }) =>
    [from, to]
      .filter((id) => !known.has(id))
      .map((id) => missing('fail', 'dependencies', `${from} → ${to}`, id, 'task')),
  );
}

/** The schedule has every task, and no other. */
function coverFindings(plan: Plan): GateFinding[] {
  const { tasks: rows } = plan.schedule;
  if (rows === undefined) return [];
  const placed = new Set(rows.map(({ id }) => id));
  return tasksOf(plan)
    .filter(({ task_id }) => !placed.has(task_id))
    .map(({ task_id }) =>
      findingOf('fail', {
        ...{ artifact: 'schedule', field: 'tasks', value: task_id },
        ...{ rule: 'The schedule has every task of the phases.', remedy: 'Schedule it again.' },
      }),
    );
}

function riskFindings({ risks, ...plan }: Plan): GateFinding[] {
  const tasks = new Set(tasksOf(plan).map(({ task_id }) => task_id));
  const phases = new Set(plan.phases.map(({ phase_id }) => phase_id));
  return risks.flatMap(({ risk_id, tasks: touched = [] }) =>
    touched
      .filter((id) => !tasks.has(id) && !phases.has(id))
      .map((id) => missing('fail', 'risks', `${risk_id}.tasks`, id, 'task')),
  );
}

function namedByTasks({ risks, assumptions, ...plan }: Plan): GateFinding[] {
  const riskIds = new Set(risks.map(({ risk_id }) => risk_id));
  const assumed = new Set(assumptions.map(({ assumption_id }) => assumption_id));
  const ofTask = ({ task_id, risk_ids = [], assumption_ids = [] }: PlanTask): GateFinding[] => [
    ...risk_ids
      .filter((id) => !riskIds.has(id))
      .map((id) => missing('fail', 'phases', `${task_id}.risk_ids`, id, 'risk')),
    ...assumption_ids
      .filter((id) => !assumed.has(id))
      .map((id) => missing('fail', 'phases', `${task_id}.assumption_ids`, id, 'assumption')),
  ];
  return [
    ...tasksOf(plan).flatMap(ofTask),
    ...assumptions.flatMap(({ assumption_id, reckoned }) =>
      (reckoned?.of ?? [])
        .filter((id) => !assumed.has(id))
        .map((id) => missing('fail', 'assumptions', `${assumption_id}.reckoned`, id, 'assumption')),
    ),
  ];
}

/** By its id, its name, or both. */
function deliverableFindings({ charter, ...plan }: Plan): GateFinding[] {
  if (!charter) return [];
  const named = tasksOf(plan).flatMap(({ delivers = [] }) => delivers);
  return charter.deliverables
    .filter(({ id, name }) => !named.some((one) => one === name || one.split(/[ :]/)[0] === id))
    .map(({ id, name }) =>
      findingOf('fail', {
        ...{ artifact: 'charter', field: `deliverables.${id}`, value: name },
        rule: 'Every deliverable is delivered by a task.',
        remedy: 'Name it in "delivers" of the task that yields it, or add that task.',
      }),
    );
}

/** Stories and first steps name tasks that may have been cut since. */
function storyFindings({ premortem, first_24_hours = [], ...plan }: Plan): GateFinding[] {
  const tasks = new Set(tasksOf(plan).map(({ task_id }) => task_id));
  return [
    ...(premortem?.failures ?? []).flatMap(({ tasks: touched }, index) =>
      touched
        .filter((ref) => !tasks.has(taskIdOf(ref)))
        .map((ref) => missing('warn', 'premortem', `failures.${index}.tasks`, ref, 'task')),
    ),
    ...first_24_hours
      .map(({ task }, index) => ({ task, index }))
      .filter(({ task }) => task !== '' && !tasks.has(taskIdOf(task)))
      .map(({ task, index }) => missing('fail', 'first_24_hours', `${index}.task`, task, 'task')),
  ];
}

function choiceFindings({ choice, scenarios = [], levers = [] }: Plan): GateFinding[] {
  if (!choice) return [];
  const chosen = scenarios.find(({ id }) => id === choice.chosen);
  if (!chosen) return [missing('fail', 'choice', 'chosen', choice.chosen, 'scenario')];
  return chosen.settings
    .filter(
      ({ lever, option }) =>
        !levers.find(({ id }) => id === lever)?.options.some(({ name }) => name === option),
    )
    .map(({ lever, option }) =>
      missing('fail', 'scenarios', `${chosen.id}.${lever}`, option, 'option'),
    );
}

export const linkFindings = (plan: Plan): GateFinding[] => [
  ...taskFindings(plan),
  ...dependencyFindings(plan),
  ...coverFindings(plan),
  ...riskFindings(plan),
  ...namedByTasks(plan),
  ...deliverableFindings(plan),
  ...storyFindings(plan),
  ...choiceFindings(plan),
];
