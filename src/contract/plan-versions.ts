// Versions of plan.json. A file of an older version is read as one of today, step by step; one of a
// newer version is refused rather than misread.
import { PlanwrightError } from '../base/errors.ts';
import { PLAN_SCHEMA_VERSION } from './plan.ts';
import { charterFields } from './plan-charter.ts';
import { closingFields } from './plan-closing.ts';
import { critiqueFields } from './plan-critique.ts';
import { directionFields } from './plan-direction.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Version 1 did not know these: whatever stood there was overlooked, and still is. */
const sectionsOfTwo: ReadonlySet<string> = new Set([
  ...['verdict', 'outcomes', 'gates', 'detail'],
  ...Object.keys(directionFields),
  ...Object.keys(charterFields),
  ...Object.keys(critiqueFields),
  ...Object.keys(closingFields),
]);

/** By the version that a step starts from. Steps are only ever added. */
const steps: Readonly<Record<number, (plan: Fields) => Fields>> = {
  1: (plan) =>
    Object.fromEntries(Object.entries(plan).filter(([name]) => !sectionsOfTwo.has(name))),
};

/**
 * A plan.json of any version as one of today's. One that names no version was written by hand for
 * today's; what is no plan at all is left as it is for the check that follows.
 */
export function migratePlan(value: unknown): unknown {
  if (!isFields(value) || typeof value.schema_version !== 'number') return value;
  const { schema_version: version } = value;
  if (version > PLAN_SCHEMA_VERSION) {
    const message = `This plan.json is of version ${version}; this Planwright reads versions up to ${PLAN_SCHEMA_VERSION}. Update Planwright to read it.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  let plan: Fields = value;
  for (let at = version; at < PLAN_SCHEMA_VERSION; at += 1) {
    const step = steps[at];
    if (!step) return value;
    plan = { ...step(plan), schema_version: at + 1 };
  }
  return plan;
}
