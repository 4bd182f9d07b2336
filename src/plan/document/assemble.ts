// One set of numbers: everything that minds and code found, put together as plan.json.
import { PLAN_SCHEMA_VERSION, type Plan } from '../../contract/plan.ts';
import type { Charter } from '../../contract/plan-charter.ts';
import { type Told, toldOf } from '../brains/offline/told.ts';
import { figuresOf } from '../figures.ts';
import { adherenceOutput, answersOutput, summaryOutput } from '../outputs/closing.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import { type DirectionOutput, directionOutput } from '../outputs/direction.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { factsStage } from '../stages/facts.ts';
import { adherenceOf } from './adherence.ts';
import { clip, most } from './clip.ts';
import { closingSections, noticeOf, summaryText } from './closing-sections.ts';
import { critiqueSections } from './critique-sections.ts';
import { directionSections } from './direction-sections.ts';
import { gatedPlan } from './gated-plan.ts';
import { guessesOf, MOST_GUESSES } from './guesses.ts';
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
function headOf({ intake, outputs }: StageInput, told: Told | null) {
  const { goal, facts, language } = outputOf({ intake, outputs }, factsStage);
  const brain = intake.brain ?? 'model';
  return {
    schema_version: PLAN_SCHEMA_VERSION,
    plan_id: intake.planId,
    // The goal may be in another language; rules write in English.
    ...{ goal, brain, language: told === null ? language : 'en', facts },
    notice: told?.notice ?? noticeOf(brain),
    detail: intake.detail ?? 'standard',
    playbook: told?.playbook ?? noPlaybook,
  } satisfies Partial<Plan>;
}

const unchecked = { complete: false, partial: [], stubbed: [] };

/** Where rules stood in for minds, what they cannot know is told with the rest. */
function withTold(plan: Plan, told: Told | null): Plan {
  const quality = qualityOf(plan);
  if (told === null) return { ...plan, quality_summary: quality };
  const { partial } = quality;
  return {
    ...plan,
    guesses: most([...told.guesses, ...plan.guesses], MOST_GUESSES),
    quality_summary: { ...quality, complete: false, partial: [...told.partial, ...partial] },
  };
}

export function assemblePlan(input: StageInput): Plan {
  const refined = outputOf(input, { name: 'refine-2', output: refinedOutput });
  const direction = outputOf(input, { name: 'direction', output: directionOutput });
  const said = outputOf(input, { name: 'summary', output: summaryOutput });
  const answered = outputOf(input, { name: 'answers', output: answersOutput });
  const judged = outputOf(input, { name: 'adherence', output: adherenceOutput });
  const figures = figuresOf(refined.network, direction.language);
  const work = workSections(refined, direction);
  const isByRules = input.intake.brain === 'offline';
  const told = isByRules ? toldOf(input.intake, refined.network) : null;
  const sections = directionSections(input, refined.network.changes);
  const critique = critiqueSections(input, refined);
  const adherence = adherenceOf(sections.directives, judged, work);
  const draft: Plan = {
    ...headOf(input, told),
    title: clip(direction.title, 160),
    summary: summaryText(said, refined.network, figures, {
      language: direction.language,
      undated: told?.undated ?? '',
    }),
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
  return gatedPlan(withTold(draft, told));
}
