// May this goal become a plan? Says no to text that is not a goal, with what to add, and to goals
// that ask for grave harm, with the reason; what can hardly be meant takes a confirmation. Later stages
// do not run after a no.
import { z } from 'zod';
import { outputOf, type Stage, type StageHalt } from '../stage.ts';
import { factsStage } from './facts.ts';

export const screenOutput = z.object({
  verdict: z.enum(['usable', 'unusable', 'refused', 'confirm']),
  reason: z.string().max(500),
  what_to_add: z.array(z.string().max(300)).max(10),
});
export type ScreenOutput = z.infer<typeof screenOutput>;

export const screenStage: Stage<ScreenOutput> = {
  name: 'screen',
  version: 2,
  needs: ['facts'],
  output: screenOutput,
  offline: async (input) => {
    const { judgeGoal } = await import('../judge-goal.ts');
    const { goal } = outputOf(input, factsStage);
    const { verdict, reason, whatToAdd } = judgeGoal(goal, input.intake.startDate);
    if (verdict === 'confirm' && input.intake.confirmed)
      return { verdict: 'usable', reason: `${reason} It was confirmed.`, what_to_add: [] };
    return { verdict, reason, what_to_add: [...whatToAdd] };
  },
  render: (out) => `**${out.verdict}** ${out.reason}`,
  halts: (out) => haltOf(out),
  brief: () => null,
};

const CONFIRM =
  'If it is meant so, confirm it: confirm: true of plan_create, --yes on the command line.';

function haltOf(out: ScreenOutput): StageHalt | null {
  if (out.verdict === 'usable') return null;
  const code = out.verdict === 'refused' ? 'goal_refused' : 'goal_unusable';
  const asks = out.verdict === 'confirm' ? [CONFIRM] : [];
  return { code, reason: out.reason, whatToAdd: [...out.what_to_add, ...asks] };
}
