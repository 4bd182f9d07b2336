// One rule for every stage that a mind thinks about.
import { critiqueRules } from './critique.ts';
import { directionRules } from './direction.ts';
import type { Rules } from './rule.ts';
import { workRules } from './work.ts';

export const rules: Rules = { ...directionRules, ...workRules, ...critiqueRules };
