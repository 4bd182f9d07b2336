// Which playbook the plan follows, and why.
import { z } from 'zod';
import { playbookChoiceSchema } from '../../../../contract/plan.ts';
import { outputOf, type Stage } from '../../../stage.ts';
import { factsStage } from '../../../stages/facts.ts';
import { choosePlaybook } from '../choose-playbook.ts';
import { general } from '../playbooks/index.ts';

export const chooseOutput = playbookChoiceSchema.extend({ variant: z.string().max(60).nullable() });
export type ChooseOutput = z.infer<typeof chooseOutput>;

export const chooseStage: Stage<ChooseOutput> = {
  name: 'playbook',
  version: 1,
  needs: ['facts', 'screen'],
  output: chooseOutput,
  offline: (input) => ({ ...choosePlaybook(outputOf(input, factsStage).goal, general) }),
  render: (out) => `${out.name} (${out.fit}): ${out.why}`,
};
