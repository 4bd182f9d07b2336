// What code has against a revision: the checks of the stage that wrote the section first, and that
// what others refer to is still there. What was wrong before is not held against it.
import type { Charter } from '../../contract/plan-charter.ts';
import { charterProblems } from '../charter-checks.ts';
import { phaseProblems } from '../network/phase-problems.ts';
import { teamProblems } from '../network/team-problems.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { assumptionProblems } from '../stages/assumptions.ts';
import { directionStage } from '../stages/direction.ts';
import { outlineStage } from '../stages/outline.ts';
import { riskProblems } from '../stages/risks.ts';
import type { PlanState, Reckoned } from './plan-state.ts';
import { type Place, type Revision, revisedAt, tasksOf } from './sections.ts';

/** What the charter may be told by, now that it was reckoned. */
const computedIn = ({ finish_date, costs, schedule }: NetworkOutput): (string | number)[] => [
  ...[finish_date, costs.low, costs.base, costs.high],
  ...Object.values(schedule.simulation?.finish ?? {}).map((moment) => moment.slice(0, 10)),
  ...Object.values(schedule.simulation?.cost ?? {}),
];

function sectionProblems(
  { section, item }: Place,
  { state, network }: Reckoned,
  input: StageInput,
): string[] {
  const { assumptions, risks, charter, team } = state;
  switch (section) {
    case 'assumptions':
      return assumptionProblems({ assumptions }, input);
    case 'risks':
      return riskProblems({ risks }, input);
    case 'charter':
      return charterProblems(charter, {
        direction: outputOf(input, directionStage),
        assumptions,
        goal: input.intake.goal,
        computed: computedIn(network),
      });
    case 'team':
      return teamProblems(team, outputOf(input, directionStage));
    case 'phase': {
      const outline = outputOf(input, outlineStage);
      const direction = outputOf(input, directionStage);
      const known = { outline, team, direction, basis: { assumptions, risks } };
      const all = outline.phases.flatMap(({ tasks }) => tasks);
      const own = tasksOf(state, item).map(({ id }) => id);
      const tasks = all.filter(({ id }) => own.includes(id));
      return phaseProblems({ tasks: tasksOf(state, item) }, { id: item, tasks }, known);
    }
  }
}

const charterIds = ({ deliverables, measures }: Charter): string[] =>
  [...deliverables, ...measures].map(({ id }) => id);

/** What others name by id or name, and what a revision must neither drop nor add. */
function fixedNames({ section, item }: Place, state: PlanState): readonly string[] | null {
  switch (section) {
    case 'assumptions':
    case 'risks':
      return null;
    case 'charter':
      return charterIds(state.charter);
    case 'team':
      return state.team.roles.map(({ name }) => name);
    case 'phase':
      return tasksOf(state, item).map(({ id }) => id);
  }
}

function nameProblems(place: Place, before: PlanState, after: PlanState): string[] {
  const [was, is] = [fixedNames(place, before), fixedNames(place, after)];
  if (was === null || is === null) return [];
  return [
    ...was.filter((name) => !is.includes(name)).map((name) => `${name}: it is missing; keep it`),
    ...is
      .filter((name) => !was.includes(name))
      .map((name) => `${name}: it was not there; change those that there are instead`),
  ];
}

export function revisionProblems(
  place: Place,
  value: Revision,
  before: Reckoned,
  input: StageInput,
): string[] {
  const after = { ...before, state: revisedAt(place, before.state, value) };
  const known = new Set(sectionProblems(place, before, input));
  const names = nameProblems(place, before.state, after.state);
  if (names.length > 0) return names;
  return sectionProblems(place, after, input).filter((problem) => !known.has(problem));
}
