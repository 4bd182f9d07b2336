// Is this a goal that can be planned? Says no with what to add; notes what contradicts or strains it.

import { z } from 'zod';
import { stopped } from '../../base/sentences.ts';
import { reviewSchema } from '../../contract/plan-direction.ts';
import type { StageHalt, ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export const reviewOutput = z.object({
  verdict: z.enum(['usable', 'unusable']),
  what_to_add: z.array(z.string().min(1).max(400)).max(6),
  ...reviewSchema.shape,
});
export type ReviewOutput = z.infer<typeof reviewOutput>;

export const reviewStage: ThoughtStage<ReviewOutput> = {
  name: 'review',
  title: 'Review of the goal',
  version: 1,
  needs: ['facts', 'screen'],
  output: reviewOutput,
  prompt: promptText('review'),
  inputTokens: 30_000,
  outputTokens: 1_500,
  render: ({ reason, contradictions, strains }) =>
    [
      reason,
      ...contradictions.map(({ between, and, why }) => `- “${between}” against “${and}”: ${why}`),
      ...strains.map(({ claim, why_hard, kind }) => `- ${kind}: ${stopped(claim)} ${why_hard}`),
    ].join('\n'),
  halts: haltOf,
  brief: ({ reason, contradictions, strains }) => ({ reason, contradictions, strains }),
};

function haltOf(out: ReviewOutput): StageHalt | null {
  if (out.verdict === 'usable') return null;
  return { code: 'goal_unusable', reason: out.reason, whatToAdd: out.what_to_add };
}
