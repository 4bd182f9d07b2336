// The charter: what the tasks yield as things that can be handed over, numbers of the goal as measures,
// and permits that the tasks ask for.
import { listed, unstopped } from '../../../../base/sentences.ts';
import type { Charter } from '../../../../contract/plan-charter.ts';
import type { BasisOutput } from '../../../outputs/basis.ts';
import type { DirectionOutput } from '../../../outputs/direction.ts';
import { outputOf, type StageInput } from '../../../stage.ts';
import { directionStage } from '../../../stages/direction.ts';
import { mend2Stage } from '../../../stages/mend-2.ts';
import type { Draft } from '../draft.ts';
import { money } from '../money.ts';
import { clip, lowered } from '../text.ts';
import { leftOut } from './result-words.ts';
import type { RuleInput } from './rule.ts';
import { deliveriesOf } from './work-deliveries.ts';
import { tasksOf, type WorkTask, workOf } from './work-plan.ts';
import { spoken } from './work-words.ts';

const counts = {
  brief: { scope: 4, measures: 3 },
  standard: { scope: 5, measures: 5 },
  full: { scope: 6, measures: 8 },
} as const;

interface Ground {
  readonly draft: Draft;
  readonly direction: DirectionOutput;
  readonly basis: BasisOutput;
}

const groundOf = (draft: Draft, input: StageInput): Ground => ({
  draft,
  direction: outputOf(input, directionStage),
  basis: outputOf(input, mend2Stage),
});

type Measure = Charter['measures'][number];

function directiveId({ directives }: DirectionOutput, of: 'date' | 'amount'): string | null {
  const wanted = of === 'date' ? /deadline|date|time/ : /budget|money|amount|cost/;
  const found = directives.find(
    ({ limit, kind }) => wanted.test(limit?.of ?? '') || wanted.test(kind),
  );
  return found?.id ?? null;
}

function limitMeasures({ direction, draft }: Ground): Omit<Measure, 'id'>[] {
  const { deadline, budget, start_date } = direction;
  const by = deadline !== null && deadline.date >= start_date ? deadline.date : null;
  const thing = String(draft.slots.the_thing);
  return [
    ...(budget === null
      ? []
      : [
          {
            measure: clip(`Money spent on ${thing}`, 190),
            unit: budget.currency,
            target: budget.amount,
            aim: 'at_most' as const,
            by,
            how_measured: 'Bills and contracts are added up against the cost lines of the tasks.',
            source: directiveId(direction, 'amount') ?? clip(budget.source, 190),
          },
        ]),
    ...(by === null
      ? []
      : [
          {
            measure: clip(`Days that ${thing} is later than ${by}`, 190),
            unit: 'days',
            target: 0,
            aim: 'at_most' as const,
            by,
            how_measured: 'The day on which the last task is accepted is compared with that date.',
            source: directiveId(direction, 'date') ?? clip(deadline?.source ?? 'the goal', 190),
          },
        ]),
  ];
}

/** Numbers that the goal itself names; what is only assumed is no target. */
function countMeasures({ draft, basis }: Ground): Omit<Measure, 'id'>[] {
  const by = draft.facts.deadline?.date ?? null;
  return draft.assumed.assumptions
    .filter(({ status, unit }) => status === 'observed' && unit !== draft.assumed.costs.currency)
    .map(({ claim, base, unit, source }) => ({
      measure: clip(claim, 190),
      unit: clip(unit, 40),
      target: base,
      aim: 'at_least' as const,
      by: by !== null && by >= draft.intake.startDate ? by : null,
      how_measured: 'They are counted when the last task is accepted.',
      source: basis.assumptions.find((one) => one.claim === claim)?.id ?? clip(source, 190),
    }));
}

function measuresOf(ground: Ground, deliveries: number): Measure[] {
  const found = [...limitMeasures(ground), ...countMeasures(ground)];
  const results = {
    measure: clip(`Results of ${String(ground.draft.slots.the_thing)} that are accepted`, 190),
    unit: 'deliverables',
    target: deliveries,
    aim: 'at_least' as const,
    by: null,
    how_measured: 'Each is checked against its own acceptance by somebody who did not make it.',
    source: 'All deliverables of this charter.',
  };
  const all = found.length === 0 ? [results] : found;
  return all
    .slice(0, counts[ground.draft.detail].measures)
    .map((measure, at) => ({ id: `M${at + 1}`, ...measure }));
}

const PERMIT = /permit|licen[cs]e|regist|approv|consent|visa|inspect|authorit|compliance|law\b/iu;

/** Tasks of an office, as far as they bind. */
export const permitTasks = (draft: Draft): WorkTask[] =>
  tasksOf(draft).filter(
    ({ risk_tier, title, assignee_role }) =>
      risk_tier === 'T3' && (PERMIT.test(title) || PERMIT.test(assignee_role)),
  );

/** Whom its steps ask, where that is an office. */
function officeOf({ subtasks }: WorkTask, draft: Draft): string {
  const asked = subtasks.flatMap(({ params }) => [params.to, params.authority]);
  const known = ['local_authority', 'business_register', 'tax_office', 'food_authority'].map(
    (key) => String(draft.slots[key] ?? ''),
  );
  const found = asked.find((one) => typeof one === 'string' && known.includes(one));
  const isNamed = draft.facts.place.name !== null && typeof found === 'string';
  return isNamed ? clip(found, 160) : '';
}

/** What it is about: what stands after a colon, or the first part of what is said of it. */
function subjectOf({ description }: WorkTask): string {
  const [first = description, listed] = description.split(/:\s/u);
  return lowered(unstopped((listed ?? first).split(/[;.]\s/u)[0] ?? first));
}

const permitsOf = (draft: Draft): Charter['permits'] =>
  permitTasks(draft)
    .slice(0, 6)
    .map((task) => ({
      name: clip(
        `A permit for ${draft.slots.the_thing}${draft.slots.in_place}: ${subjectOf(task)}`,
        160,
      ),
      authority: officeOf(task, draft),
      why: clip(task.description, 300),
      status: 'assumed' as const,
    }));

/** Whom the steps write to, call and meet. */
function stakeholdersOf(draft: Draft): Charter['stakeholders'] {
  const seen = new Set<string>();
  return tasksOf(draft)
    .flatMap((task) =>
      task.subtasks.map(({ params, description }) => ({
        name: params.to ?? params.with,
        description,
        task,
      })),
    )
    .flatMap(({ name, description, task }) => {
      // A list in a file is no group of people.
      if (typeof name !== 'string' || /\.\w{2,4}$/u.test(name) || seen.has(name)) return [];
      seen.add(name);
      return [
        {
          name: clip(spoken(name), 120),
          interest: clip(`Has a say in this: ${unstopped(task.title)}.`, 300),
          what_to_do: clip(description, 300),
        },
      ];
    })
    .slice(0, 8);
}

function goalOf({ draft, direction }: Ground): string {
  const { deadline, budget } = direction;
  const title = unstopped(draft.facts.subject.title);
  const place = draft.facts.place.name;
  const says = (text: string | undefined): boolean => text !== undefined && title.includes(text);
  const parts = [
    ...(place === null || says(place) ? [] : [`in ${place}`]),
    ...(deadline === null || says(draft.facts.deadline?.text) ? [] : [`by ${deadline.date}`]),
    ...(budget === null || says(draft.facts.budget?.text)
      ? []
      : [`within ${money(budget.amount, budget.currency)}`]),
  ];
  return clip(parts.length === 0 ? `${title}.` : `${title}: ${parts.join(', ')}.`, 600);
}

function smartOf(ground: Ground, names: readonly string[], measures: readonly Measure[]) {
  const { draft, direction } = ground;
  const roles = [...new Set(tasksOf(draft).map(({ assignee_role }) => assignee_role))];
  const [missing] = direction.missing;
  const [success] = direction.success_looks_like;
  const { deadline, start_date } = direction;
  return {
    specific: clip(`At the end there is: ${listed(names)}.`, 300),
    measurable: clip(
      `${listed(measures.map(({ measure, unit, target }) => `${measure} (${target} ${unit})`))}.`,
      300,
    ),
    achievable: clip(
      `By these roles: ${roles.join(', ')}.${missing ? ` To be found first: ${missing}.` : ''}`,
      300,
    ),
    relevant: clip(success ?? `It is what the goal asks for: ${draft.facts.subject.title}.`, 300),
    time_bound:
      deadline === null
        ? `From ${start_date}; the goal names no date, so the end is what the schedule comes to.`
        : `From ${start_date} to ${deadline.date}.`,
  };
}

export function charterRule({ draft, input }: RuleInput): Charter {
  const ground = groundOf(draft, input);
  const { scope } = counts[draft.detail];
  const deliveries = deliveriesOf(draft);
  const measures = measuresOf(ground, deliveries.length);
  const names = deliveries.map(({ name }) => name);
  return {
    goal: goalOf(ground),
    smart: smartOf(ground, names, measures),
    in_scope: workOf(draft)
      .slice(0, scope)
      .map(({ name }) => clip(name, 200)),
    out_of_scope: draft.facts.requirements.avoid
      .slice(0, scope)
      .map((text) => clip(leftOut(text), 200)),
    deliverables: deliveries.map(({ name, acceptance }, at) => ({
      id: `V${at + 1}`,
      name,
      acceptance: [...acceptance],
    })),
    stakeholders: stakeholdersOf(draft),
    permits: permitsOf(draft),
    measures,
  };
}
