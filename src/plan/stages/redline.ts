// May anybody help with this? Stops goals that ask for grave harm, with the reason.
import { z } from 'zod';
import type { StageHalt, ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const line = z.string().min(1).max(400);

export const redlineOutput = z.object({
  verdict: z.enum(['go', 'go_with_care', 'stop']),
  reason: line,
  cautions: z.array(line).max(6),
});
export type RedlineOutput = z.infer<typeof redlineOutput>;

export const redlineStage: ThoughtStage<RedlineOutput> = {
  name: 'redline',
  title: 'Safety',
  version: 1,
  needs: ['facts', 'screen'],
  output: redlineOutput,
  prompt: promptText('redline'),
  inputTokens: 30_000,
  outputTokens: 600,
  render: ({ reason, cautions }) => [reason, ...cautions.map((one) => `- ${one}`)].join('\n'),
  halts: haltOf,
  brief: ({ cautions }) => (cautions.length > 0 ? { cautions } : null),
};

function haltOf({ verdict, reason, cautions }: RedlineOutput): StageHalt | null {
  if (verdict !== 'stop') return null;
  return {
    code: 'goal_refused',
    reason: `No plan is made for this goal: ${reason}`,
    whatToAdd: cautions,
  };
}
