// One set of numbers: everything that minds and code found, put together as plan.json.
import { PLAN_SCHEMA_VERSION, type Plan } from '../../contract/plan.ts';
import type { Charter } from '../../contract/plan-charter.ts';
import { figuresOf } from '../figures.ts';
import { adherenceOutput, answersOutput, summaryOutput } from '../outputs/closing.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import { type DirectionOutput, directionOutput } from '../outputs/direction.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { factsStage } from '../stages/facts.ts';
import { adherenceOf } from './adherence.ts';
import { clip } from './clip.ts';
import { closingSections, noticeOf, summaryText } from './closing-sections.ts';
import { critiqueSections } from './critique-sections.ts';
import { directionSections } from './direction-sections.ts';
import { gatedPlan } from './gated-plan.ts';
import { guessesOf } from './guesses.ts';
import { demandFindings, openFindings } from './open-findings.ts';
import { qualityOf } from './quality.ts';

const noPlaybook = {
  name: 'none',
  fit: 'none',
  why: 'Minds thought about this goal itself; no playbook was followed.',
} as const;

const outcomesOf = ({ measures }: Charter): NonNullable<Plan['outcomes']> =>
  measures.map(({ id: _id, ...measure }, index) => ({
    outcome_id: `outcome_${index + 1}`,
    ...measure,
  }));

/** Those who work come first. */
const roleNames = ({ phases, roles }: RefinedOutput['network']): string[] => [
  ...new Set([
    ...phases.flatMap(({ tasks }) => tasks.map(({ assignee_role }) => assignee_role)),
    ...roles.map(({ name }) => name),
  ]),
];

/** What the scheduler and the money came to. */
function workSections({ network, charter, team }: RefinedOutput, { budget }: DirectionOutput) {
  const { phases, dependencies, roles, risks, assumptions, cost_lines } = network;
  const { roles: _roles, days_off: _off, time_zone: _zone, ...governance } = team;
  return {
    ...{ start_date: network.start_date, finish_date: network.finish_date },
    phase_count: phases.length,
    ...{ phases, dependencies, roles, risks, assumptions, cost_lines },
    roles_required: roleNames(network),
    costs: network.costs,
    schedule: network.schedule,
    ...(network.deadline === null ? {} : { deadline: network.deadline }),
    ...(network.time_zone === undefined ? {} : { time_zone: network.time_zone }),
    ...(network.calendars === undefined ? {} : { calendars: network.calendars }),
    ...(budget && budget.currency === network.costs.currency
      ? { budget: { amount: budget.amount, currency: budget.currency } }
      : {}),
    ...{ charter, governance, outcomes: outcomesOf(charter) },
    guesses: guessesOf(network),
  } satisfies Partial<Plan>;
}

/** The goal, and how the plan was made. */
function headOf({ intake, outputs }: StageInput) {
  const { goal, facts, language } = outputOf({ intake, outputs }, factsStage);
  const brain = intake.brain ?? 'model';
  return {
    schema_version: PLAN_SCHEMA_VERSION,
    plan_id: intake.planId,
    ...{ goal, brain, language, facts },
    notice: noticeOf(brain),
    detail: intake.detail ?? 'standard',
    playbook: noPlaybook,
  } satisfies Partial<Plan>;
}

const unchecked = { complete: false, partial: [], stubbed: [] };

export function assemblePlan(input: StageInput): Plan {
  const refined = outputOf(input, { name: 'refine-2', output: refinedOutput });
  const direction = outputOf(input, { name: 'direction', output: directionOutput });
  const said = outputOf(input, { name: 'summary', output: summaryOutput });
  const answered = outputOf(input, { name: 'answers', output: answersOutput });
  const judged = outputOf(input, { name: 'adherence', output: adherenceOutput });
  const figures = figuresOf(refined.network, direction.language);
  const work = workSections(refined, direction);
  const sections = directionSections(input, refined.network.changes);
  const critique = critiqueSections(input, refined);
  const adherence = adherenceOf(sections.directives, judged, work);
  const draft: Plan = {
    ...headOf(input),
    title: clip(direction.title, 160),
    summary: summaryText(said, refined.network, figures, direction.language),
    ...work,
    ...sections,
    ...critique,
    findings_left: openFindings(
      critique.findings_left ?? [],
      demandFindings(adherence, sections.directives),
    ),
    ...closingSections(said, answered, figures),
    adherence,
    quality_summary: unchecked,
  };
  return gatedPlan({ ...draft, quality_summary: qualityOf(draft) });
}
