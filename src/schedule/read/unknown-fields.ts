// Fields of a plan that no reader knows. Such a field changes nothing, so a misspelled deadline
// would silently be none: each is told once, with its first place and the name that was likely meant.
import { suggest } from '../../base/suggest.ts';
import { costSchema } from '../../contract/plan.ts';
import { planFieldNames } from '../../contract/plan-field-names.ts';
import type { PlanLint } from '../../contract/plan-schedule.ts';
import { type Place, placeText, quoted } from './place.ts';

const MAX_TOLD = 50;
const MAX_ID_CHARS = 120;

const fieldNames = {
  ...planFieldNames,
  cost: new Set(Object.keys(costSchema.shape)),
  budget: new Set(['amount', 'currency']),
} as const satisfies Record<string, ReadonlySet<string>>;
type PlanPart = keyof typeof fieldNames;

/** Which parts lie below a part, and in which field. */
const below: Readonly<Partial<Record<PlanPart, Readonly<Record<string, PlanPart>>>>> = {
  plan: {
    phases: 'phase',
    dependencies: 'dependency',
    roles: 'role',
    calendars: 'calendar',
    risks: 'risk',
    currencies: 'currency',
    cost_lines: 'cost_line',
    budget: 'budget',
  },
  phase: { tasks: 'task' },
  task: {
    ways: 'way',
    uses: 'use',
    estimate: 'estimate',
    actual: 'actual',
    cost: 'cost',
    subtasks: 'subtask',
  },
  way: { uses: 'use', estimate: 'estimate', cost: 'cost' },
  risk: { delay: 'estimate', cost: 'cost' },
  calendar: { exceptions: 'exception' },
};

interface Unknown {
  readonly part: PlanPart;
  readonly field: string;
  readonly place: Place;
  readonly ids: string[];
  count: number;
}

export function unknownFields(plan: object): PlanLint[] {
  const found = new Map<string, Unknown>();
  visit(plan, 'plan', [], [], found);
  return [...found.values()].map(({ part, field, place, ids, count }) => ({
    code: 'unknown_field',
    severity: 'warning',
    ids,
    message: unknownText(part, field, place, count),
  }));
}

function unknownText(part: PlanPart, field: string, place: Place, count: number): string {
  const near = suggest(field, [...fieldNames[part]]);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  const more = count === 1 ? '' : ` (and in ${count - 1} more ${count === 2 ? 'place' : 'places'})`;
  const at = placeText(place).slice(0, 300);
  return `${at}: the field ${quoted(field)} is unknown and changes nothing${hint}${more}`;
}

function visit(
  value: unknown,
  part: PlanPart,
  place: Place,
  ids: string[],
  found: Map<string, Unknown>,
): void {
  if (typeof value !== 'object' || value === null) return;
  const { task_id: id } = value as { task_id?: unknown };
  const own = part === 'task' && typeof id === 'string' && id.length <= MAX_ID_CHARS ? [id] : ids;
  for (const [field, inner] of Object.entries(value)) {
    if (!fieldNames[part].has(field)) note({ part, field, place, ids: own, count: 1 }, found);
    const next = partBelow(part, field);
    if (next === undefined) continue;
    if (!Array.isArray(inner)) visit(inner, next, [...place, field], own, found);
    else {
      for (const [at, item] of inner.entries()) {
        visit(item, next, [...place, field, at], own, found);
      }
    }
  }
}

function partBelow(part: PlanPart, field: string): PlanPart | undefined {
  const parts = below[part];
  return parts !== undefined && Object.hasOwn(parts, field) ? parts[field] : undefined;
}

function note(unknown: Unknown, found: Map<string, Unknown>): void {
  const key = `${unknown.part} ${unknown.field}`;
  const known = found.get(key);
  if (known !== undefined) known.count += 1;
  else if (found.size < MAX_TOLD) found.set(key, unknown);
}
