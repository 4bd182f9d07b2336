// The names of the fields that plan.json may have, part by part, so that a reader can tell a slip
// of the pen from a field it knows.
import { dependencySchema, phaseSchema, planSchema, riskSchema, taskSchema } from './plan.ts';
import { estimateSchema } from './plan-fields.ts';
import { subtaskSchema } from './plan-subtask.ts';
import {
  actualSchema,
  calendarSchema,
  costLineSchema,
  currencySchema,
  roleSchema,
  useSchema,
  waySchema,
} from './plan-working.ts';

const namesOf = ({ shape }: { readonly shape: object }): ReadonlySet<string> =>
  new Set(Object.keys(shape));

export const planFieldNames = {
  plan: namesOf(planSchema),
  phase: namesOf(phaseSchema),
  task: namesOf(taskSchema),
  subtask: namesOf(subtaskSchema),
  way: namesOf(waySchema),
  use: namesOf(useSchema),
  estimate: namesOf(estimateSchema),
  actual: namesOf(actualSchema),
  dependency: namesOf(dependencySchema),
  role: namesOf(roleSchema),
  calendar: namesOf(calendarSchema),
  exception: new Set(['date', 'hours']),
  risk: namesOf(riskSchema),
  currency: namesOf(currencySchema),
  cost_line: namesOf(costLineSchema),
} as const satisfies Record<string, ReadonlySet<string>>;

export type PlanPart = keyof typeof planFieldNames;
