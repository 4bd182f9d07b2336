// The work itself: playbook tasks in the goal's own words, and one task for each demand it states.

import { type TasksOutput, tasksOutput } from '../../../outputs/tasks.ts';
import { outputOf, type Stage } from '../../../stage.ts';
import { factsStage } from '../../../stages/facts.ts';
import { buildPhases } from '../build-tasks.ts';
import { variantOf } from '../choose-playbook.ts';
import { playbookByName } from '../playbooks/index.ts';
import { slotsOf } from '../slots.ts';
import { assumptionsStage } from './assumptions.ts';
import { chooseStage } from './choose.ts';

export const tasksStage: Stage<TasksOutput> = {
  name: 'tasks',
  version: 2,
  needs: ['facts', 'playbook', 'assumptions'],
  output: tasksOutput,
  offline: (input) => {
    const facts = outputOf(input, factsStage);
    const assumed = outputOf(input, assumptionsStage);
    const playbook = playbookByName(outputOf(input, chooseStage).name);
    const variant = variantOf(playbook, facts.goal);
    const slots = slotsOf(playbook, variant, facts, assumed);
    return { phases: buildPhases({ playbook, variant, facts, assumed, slots }) };
  },
  render: (out) =>
    out.phases
      .flatMap((phase) => [`## ${phase.name}`, ...phase.tasks.map((t) => `- ${t.title}`)])
      .join('\n'),
};
