// What may go wrong, most serious first: the playbook's risks in the goal's words, and those that the
// numbers themselves show.
import { z } from 'zod';
import { type PlanRisk, riskSchema } from '../../../../contract/plan.ts';
import { budgetCause, missedDeadlineRisk, smallBudgetRisk } from '../../../computed-words.ts';
import type { AssumptionsOutput } from '../../../outputs/assumptions.ts';
import type { ScheduleOutput } from '../../../outputs/schedule.ts';
import { outputOf, type Stage } from '../../../stage.ts';
import { factsStage } from '../../../stages/facts.ts';
import { variantOf } from '../choose-playbook.ts';
import { fill, type Slots } from '../fill.ts';
import type { Level, RiskTemplate } from '../playbook.ts';
import { playbookByName } from '../playbooks/index.ts';
import { slotsOf } from '../slots.ts';
import { clip } from '../text.ts';
import { assumptionsStage } from './assumptions.ts';
import { chooseStage } from './choose.ts';
import { scheduleStage } from './schedule.ts';

export const risksOutput = z.object({ risks: z.array(riskSchema).max(60) });
export type RisksOutput = z.infer<typeof risksOutput>;

type DraftRisk = Omit<PlanRisk, 'risk_id'>;

export const risksStage: Stage<RisksOutput> = {
  name: 'risks',
  version: 1,
  needs: ['facts', 'playbook', 'assumptions', 'schedule'],
  output: risksOutput,
  offline: (input) => {
    const facts = outputOf(input, factsStage);
    const assumed = outputOf(input, assumptionsStage);
    const playbook = playbookByName(outputOf(input, chooseStage).name);
    const variant = variantOf(playbook, facts.goal);
    const slots = slotsOf(playbook, variant, facts, assumed);
    const known = playbook.risks.filter(
      (risk) => !risk.only || variant?.flags?.includes(risk.only),
    );
    const all = [
      ...computed(assumed, outputOf(input, scheduleStage)),
      ...known.map((risk) => filled(risk, slots)),
    ];
    const ordered = all.sort((a, b) => weight(b) - weight(a));
    return { risks: ordered.map((risk, index) => ({ risk_id: `risk_${index + 1}`, ...risk })) };
  },
  render: (out) =>
    out.risks.map((risk) => `- ${risk.description} (${risk.likelihood}/${risk.impact})`).join('\n'),
};

function filled(risk: RiskTemplate, slots: Slots): DraftRisk {
  return {
    description: clip(fill(risk.description, slots), 590),
    cause: clip(fill(risk.cause, slots), 390),
    likelihood: risk.likelihood,
    impact: risk.impact,
    mitigation: clip(fill(risk.mitigation, slots), 590),
    trigger: clip(fill(risk.trigger, slots), 390),
  };
}

function computed(assumed: AssumptionsOutput, schedule: ScheduleOutput): DraftRisk[] {
  const risks: DraftRisk[] = [];
  if (assumed.costs.verdict === 'over_budget') {
    risks.push({
      description: smallBudgetRisk,
      cause: budgetCause(assumed.costs.note),
      likelihood: 'high',
      impact: 'high',
      mitigation:
        'Decide before any money is spent: find more, cut the scope, or start with a smaller version.',
      trigger: 'The first quotes confirm the low end of the cost',
    });
  }
  const { deadline, meets_deadline, finish_date } = schedule.summary;
  if (meets_deadline === false) {
    risks.push({
      description: missedDeadlineRisk(deadline ?? '', finish_date),
      cause: 'The computed schedule is longer than the time given',
      likelihood: 'high',
      impact: 'high',
      mitigation: 'Shorten tasks on the critical path, add people to its roles, or move the date.',
      trigger: 'Any slip on the critical path',
    });
  }
  return risks;
}

function weight(risk: DraftRisk): number {
  const points: Readonly<Record<Level, number>> = { low: 1, medium: 2, high: 3 };
  return points[risk.likelihood] * points[risk.impact];
}
