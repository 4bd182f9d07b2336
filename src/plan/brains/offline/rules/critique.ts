// Rules of levels 11 to 13: critics, revisions, and the last words.
import { adherenceRule } from './critique/adherence.ts';
import { answersRule } from './critique/answers.ts';
import { attackRule, expertsRule, judgeRule, rebuttalRule } from './critique/critics.ts';
import { premortemRule } from './critique/failures.ts';
import { premisesRule } from './critique/premises.ts';
import { refineRule } from './critique/refine.ts';
import { summaryRule } from './critique/summary.ts';
import type { Rules } from './rule.ts';

export const critiqueRules: Rules = {
  experts: expertsRule,
  premortem: premortemRule,
  premises: premisesRule,
  attack: attackRule,
  rebuttal: rebuttalRule,
  judge: judgeRule,
  'refine-1': refineRule,
  'refine-2': refineRule,
  summary: summaryRule,
  answers: answersRule,
  adherence: adherenceRule,
};
