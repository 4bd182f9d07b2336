// Which sections a plan has to have: every plan some, and one that minds thought about those of its
// detail.
import type { Plan } from '../contract/plan.ts';

type Section = keyof Plan;

const always: readonly Section[] = ['risks', 'assumptions', 'roles_required'];

const thought: readonly Section[] = [
  ...(['directives', 'purpose', 'review', 'premise_attacks', 'resources', 'levers'] as const),
  ...(['scenarios', 'choice', 'charter', 'governance', 'roles', 'outcomes', 'premortem'] as const),
  ...(['critical_premises', 'executive_summary', 'pitch', 'questions_and_answers'] as const),
  ...(['first_24_hours', 'adherence'] as const),
];

const fromStandard: readonly Section[] = [
  ...(['experts', 'red_team', 'related_projects', 'swot', 'papers'] as const),
];

export function expectedSections({ detail }: Pick<Plan, 'detail'>): readonly Section[] {
  if (detail === undefined) return always;
  return detail === 'brief' ? [...always, ...thought] : [...always, ...thought, ...fromStandard];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

export const missingSections = (plan: Plan): Section[] =>
  expectedSections(plan).filter((name) => isEmpty(plan[name]));
