// A revision by rules: what prevents a failure, or asks for what a task waits for, becomes a step of the
// task where it belongs; a measure that is due too early is moved. Everything else needs somebody who
// knows better: it stays as it is, and is listed as open.
import type { Charter } from '../../../../../contract/plan-charter.ts';
import type { PlanFinding } from '../../../../../contract/plan-critique.ts';
import { premortemOutput, refinedOutput } from '../../../../outputs/critique.ts';
import type { TaskDetail } from '../../../../outputs/work.ts';
import { refinedState, stateOf } from '../../../../refining/plan-state.ts';
import { nowAt, placeOf, type Revision } from '../../../../refining/sections.ts';
import { outputIfAny, type StageInput } from '../../../../stage.ts';
import { clip } from '../../text.ts';
import type { RuleInput } from '../rule.ts';
import { isErrand } from './errand.ts';
import { groundOf } from './ground.ts';
import { sightingsIn } from './sightings.ts';

const MOST_STEPS = 8;
const MAX_STEP = 300;

/** Remedies that are an act within one task, with the name of their step. What is smaller than the looking
 * after it gets none. */
function actsIn(input: StageInput): ReadonlyMap<string, string> {
  const ground = groundOf(input);
  if (isErrand(ground)) return new Map();
  const premortem = outputIfAny(input, { name: 'premortem', output: premortemOutput });
  return new Map([
    ...(premortem?.failures ?? []).map(
      ({ prevention }, at) => [prevention, stepName(steps.prevent, at)] as const,
    ),
    ...sightingsIn(ground)
      .filter(({ isStep }) => isStep)
      .map(({ remedy }, at) => [remedy, stepName(steps.ask, at)] as const),
  ]);
}

const steps = { prevent: 'prevent_failure', ask: 'ask_first' } as const;

/** It was added by a revision, and is not what the task begins with. */
export const isRevisedStep = (action: string): boolean =>
  Object.values(steps).some((name) => action.startsWith(name));

const stepName = (name: string, at: number): string => (at === 0 ? name : `${name}_${at + 1}`);

const namesTask = (item: string, id: string): boolean =>
  item.split(',').some((one) => one.trim() === id);

function withSteps(
  task: TaskDetail,
  findings: readonly PlanFinding[],
  acts: ReadonlyMap<string, string>,
): TaskDetail {
  const known = new Set(task.subtasks.map(({ description }) => description));
  const added = findings
    .filter(({ item }) => namesTask(item, task.id))
    .flatMap(({ remedy }) => {
      const action = acts.get(remedy);
      const description = clip(remedy, MAX_STEP);
      return action === undefined || known.has(description)
        ? []
        : [{ action, description, params: [] }];
    });
  const room = Math.max(0, MOST_STEPS - task.subtasks.length);
  // It is done before the rest of the task.
  return added.length === 0
    ? task
    : { ...task, subtasks: [...added.slice(0, room), ...task.subtasks] };
}

const later = /Measure it on (\d{4}-\d{2}-\d{2}) or later/;

/** The finding says from which day on it can be measured. */
function moved(charter: Charter, findings: readonly PlanFinding[]): Charter {
  const dates = new Map(
    findings.flatMap(({ item, remedy }) => {
      const date = later.exec(remedy)?.[1];
      return date === undefined ? [] : [[item, date] as const];
    }),
  );
  const measures = charter.measures.map((one) => ({ ...one, by: dates.get(one.id) ?? one.by }));
  return { ...charter, measures };
}

export function refineRule({ input, part }: RuleInput): Revision {
  const place = placeOf(part?.key ?? '');
  const before = outputIfAny(input, { name: 'refine-1', output: refinedOutput });
  const now = nowAt(place, before ? refinedState(before, input) : stateOf(input));
  const findings = JSON.parse(part?.data?.findings ?? '[]') as PlanFinding[];
  switch (place.section) {
    case 'assumptions':
      return { assumptions: now } as Revision;
    case 'risks':
      return { risks: now } as Revision;
    case 'phase': {
      // What the first round left as it was is no better known in the second.
      const acts = before ? new Map<string, string>() : actsIn(input);
      return { tasks: (now as TaskDetail[]).map((task) => withSteps(task, findings, acts)) };
    }
    case 'charter':
      return moved(now as Charter, findings);
    case 'team':
      return now as Revision;
  }
}
