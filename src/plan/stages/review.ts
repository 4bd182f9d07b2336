// Is this a goal that can be planned? Says no with what to add; notes what contradicts or strains it.
import { z } from 'zod';
import type { StageHalt, ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const line = z.string().min(1).max(400);

export const reviewOutput = z.object({
  verdict: z.enum(['usable', 'unusable']),
  reason: line,
  what_to_add: z.array(line).max(6),
  contradictions: z.array(z.object({ between: line, and: line, why: line })).max(8),
  strains: z
    .array(z.object({ claim: line, why_hard: line, kind: z.enum(['unlikely', 'impossible']) }))
    .max(8),
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
      ...strains.map(({ claim, why_hard, kind }) => `- ${kind}: ${claim}. ${why_hard}`),
    ].join('\n'),
  halts: haltOf,
  brief: ({ contradictions, strains }) => ({ contradictions, strains }),
};

function haltOf(out: ReviewOutput): StageHalt | null {
  if (out.verdict === 'usable') return null;
  return { code: 'goal_unusable', reason: out.reason, whatToAdd: out.what_to_add };
}
