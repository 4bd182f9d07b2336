// Rules of levels 1 to 6: what the goal asks, which way is taken, what the plan rests on.
import { assumptionsRule } from './basis-assumptions.ts';
import { mendRule } from './basis-mend.ts';
import { risksRule } from './basis-risks.ts';
import { choiceRule } from './direction-choice.ts';
import { directivesRule } from './direction-directives.ts';
import { purposeRule, redlineRule, reviewRule } from './direction-goal.ts';
import { leversRule, leverTriageRule } from './direction-levers.ts';
import { premiseRule } from './direction-premise.ts';
import { scenariosRule } from './direction-scenarios.ts';
import { placesRule, resourcesRule } from './direction-setting.ts';
import type { Rules } from './rule.ts';

export const directionRules: Rules = {
  review: reviewRule,
  directives: directivesRule,
  purpose: purposeRule,
  redline: redlineRule,
  premise: premiseRule,
  levers: leversRule,
  places: placesRule,
  resources: resourcesRule,
  'lever-triage': leverTriageRule,
  scenarios: scenariosRule,
  choice: choiceRule,
  assumptions: assumptionsRule,
  risks: risksRule,
  'mend-1': mendRule,
  'mend-2': mendRule,
};
