// Rules of levels 7 to 10: charter, team, phases, tasks, and the cutting of what does not fit.
import { networkStage } from '../../../stages/network.ts';
import { rescue1Stage } from '../../../stages/rescue-1.ts';
import type { Rules } from './rule.ts';
import { relatedRule, swotRule } from './work-around.ts';
import { charterRule } from './work-charter.ts';
import { detailsRule } from './work-details.ts';
import { outlineRule } from './work-outline.ts';
import { panelRule } from './work-panel.ts';
import { papersRule } from './work-papers.ts';
import { rescueRule } from './work-rescue.ts';
import { teamRule } from './work-team.ts';

export const workRules: Rules = {
  charter: charterRule,
  outline: outlineRule,
  team: teamRule,
  related: relatedRule,
  swot: swotRule,
  papers: papersRule,
  panel: panelRule,
  details: detailsRule,
  'rescue-1': rescueRule(networkStage),
  'rescue-2': rescueRule(rescue1Stage),
};
