// The texts of a plan that can be revised, each with the section and the item that it belongs to.

import { textsIn } from '../number-sources.ts';
import type { PlanState } from './plan-state.ts';
import type { UnitSection } from './units.ts';

export interface PlanText {
  readonly section: UnitSection;
  /** As findings name it: A6, R1, M4, a role, 2.1; empty for what has no name. */
  readonly item: string;
  readonly text: string;
  /** Assumptions that its item rests on. */
  readonly restsOn: readonly string[];
}

const MOST_ITEM = 40;

const textsOf = (
  value: unknown,
  section: UnitSection,
  item: string,
  restsOn: readonly string[] = [],
): PlanText[] => textsIn(value).map(({ text }) => ({ section, item, text, restsOn }));

function charterTexts({ charter }: PlanState): PlanText[] {
  const { deliverables, measures, ...rest } = charter;
  return [
    ...textsOf(rest, 'charter', ''),
    ...[...deliverables, ...measures].flatMap((one) => textsOf(one, 'charter', one.id)),
  ];
}

function teamTexts({ team }: PlanState): PlanText[] {
  const { roles, ...rest } = team;
  return [
    ...textsOf(rest, 'team', ''),
    ...roles.flatMap((role) =>
      textsOf(role, 'team', role.name.length > MOST_ITEM ? '' : role.name),
    ),
  ];
}

export const planTexts = (state: PlanState): PlanText[] => [
  ...state.assumptions.flatMap((one) => textsOf(one, 'assumptions', one.id)),
  ...state.risks.flatMap((one) => textsOf(one, 'risks', one.id)),
  ...charterTexts(state),
  ...teamTexts(state),
  ...state.details.phases.flatMap(({ tasks }) =>
    tasks.flatMap((task) => textsOf(task, 'phase', task.id, task.assumptions)),
  ),
];
