// One set of numbers: everything the stages found, put together as plan.json.
import {
  PLAN_SCHEMA_VERSION,
  type Plan,
  type PlanPhase,
  type PlanTask,
  planSchema,
} from '../../../../contract/plan.ts';
import { gatedPlan } from '../../../document/gated-plan.ts';
import { pertMean, round1, scaleEstimate } from '../../../estimates.ts';
import type { ScheduleOutput } from '../../../outputs/schedule.ts';
import type { DraftTask, TasksOutput } from '../../../outputs/tasks.ts';
import { outputOf, type Stage, type StageInput } from '../../../stage.ts';
import { factsStage } from '../../../stages/facts.ts';
import { dayNumber } from '../../../working-days.ts';
import { guessesOf, notice, openQuestions, qualityOf, summaryOf } from '../closing.ts';
import { assumptionsStage } from './assumptions.ts';
import { chooseStage } from './choose.ts';
import { risksStage } from './risks.ts';
import { scheduleStage } from './schedule.ts';
import { tasksStage } from './tasks.ts';

const thoughtNotice =
  'A mind reviewed the goal, found its directives, levers and scenarios, and chose one. Tasks, dates and costs are still a draft made by fixed rules and a playbook: their numbers come from the goal or from a stated rule, and what was guessed is marked as a guess.';

export const assembleStage: Stage<Plan> = {
  name: 'plan',
  version: 3,
  needs: ['facts', 'screen', 'playbook', 'assumptions', 'tasks', 'schedule', 'risks'],
  output: planSchema,
  offline: assemble,
};

function assemble(input: StageInput): Plan {
  const facts = outputOf(input, factsStage);
  const { variant: _variant, ...playbook } = outputOf(input, chooseStage);
  const assumed = outputOf(input, assumptionsStage);
  const schedule = outputOf(input, scheduleStage);
  const { risks } = outputOf(input, risksStage);
  const phases = outputOf(input, tasksStage).phases.map((phase) => phaseOf(phase, schedule));
  const brain = input.intake.brain ?? 'offline';
  const closing = { facts, playbook, assumed, schedule, risks, phases };
  return gatedPlan({
    schema_version: PLAN_SCHEMA_VERSION,
    plan_id: input.intake.planId,
    goal: facts.goal,
    title: facts.subject.title,
    summary: summaryOf(closing),
    brain,
    notice: brain === 'offline' ? notice(facts.language) : thoughtNotice,
    start_date: schedule.start_date,
    finish_date: schedule.summary.finish_date,
    language: facts.language,
    playbook,
    facts: facts.facts,
    phase_count: phases.length,
    phases,
    dependencies: schedule.dependencies,
    roles_required: [
      ...new Set(phases.flatMap((phase) => phase.tasks.map((task) => task.assignee_role))),
    ],
    risks,
    assumptions: assumed.assumptions,
    costs: assumed.costs,
    schedule: schedule.summary,
    ...(schedule.deadline === undefined ? {} : { deadline: schedule.deadline }),
    guesses: guessesOf(closing),
    open_questions: openQuestions(closing),
    quality_summary: qualityOf(closing, brain !== 'offline'),
  });
}

function phaseOf(phase: TasksOutput['phases'][number], schedule: ScheduleOutput): PlanPhase {
  const tasks = phase.tasks.map((task) => taskOf(task, schedule));
  const start_date = tasks.map((task) => task.start_date).sort()[0] ?? schedule.start_date;
  const finish_date =
    tasks
      .map((task) => task.finish_date)
      .sort()
      .at(-1) ?? schedule.start_date;
  const days = dayNumber(finish_date) - dayNumber(start_date) + 1;
  return {
    phase_id: phase.phase_id,
    name: phase.name,
    start_date,
    finish_date,
    duration_weeks: round1(days / 7),
    tasks,
  };
}

function taskOf(task: DraftTask, schedule: ScheduleOutput): PlanTask {
  const { wait_hours: _wait, days_before: _daysBefore, is_due: _isDue, ...rest } = task;
  const estimate = scaleEstimate(task.estimate, schedule.stretch);
  const dates = schedule.dates[task.task_id];
  return {
    ...rest,
    estimate,
    estimated_hours: pertMean(estimate),
    start_date: dates?.start ?? schedule.start_date,
    finish_date: dates?.finish ?? schedule.start_date,
    ...schedule.pins[task.task_id],
  };
}
