// May this goal become a plan? Says no to text that is not a goal, with what to add, and to goals
// that ask for grave harm, with the reason. Later stages do not run after a no.
import { z } from 'zod';
import { graveHarm } from '../brains/offline/harm.ts';
import { screenGoal } from '../brains/offline/screen-rules.ts';
import { outputOf, type Stage, type StageHalt } from '../stage.ts';
import { factsStage } from './facts.ts';

export const screenOutput = z.object({
  verdict: z.enum(['usable', 'unusable', 'refused']),
  reason: z.string().max(500),
  what_to_add: z.array(z.string().max(300)).max(10),
});
export type ScreenOutput = z.infer<typeof screenOutput>;

export const screenStage: Stage<ScreenOutput> = {
  name: 'screen',
  version: 1,
  needs: ['facts'],
  output: screenOutput,
  offline: (input) => {
    const facts = outputOf(input, factsStage);
    const harm = graveHarm(facts.goal);
    if (harm) return refused(harm);
    const { reason, whatToAdd } = screenGoal(facts.goal);
    return {
      verdict: reason === null ? 'usable' : 'unusable',
      reason: reason ?? 'The goal can be planned.',
      what_to_add: [...whatToAdd],
    };
  },
  render: (out) => `**${out.verdict}** ${out.reason}`,
  halts: (out) => haltOf(out),
  brief: () => null,
};

function refused(harm: string): ScreenOutput {
  return {
    verdict: 'refused',
    reason: `No plan is made for this goal: it asks for ${harm}.`,
    what_to_add: [
      'If the aim is to prevent, study or respond to such harm, say so in the first sentence.',
    ],
  };
}

function haltOf(out: ScreenOutput): StageHalt | null {
  if (out.verdict === 'usable') return null;
  const code = out.verdict === 'refused' ? 'goal_refused' : 'goal_unusable';
  return { code, reason: out.reason, whatToAdd: out.what_to_add };
}
