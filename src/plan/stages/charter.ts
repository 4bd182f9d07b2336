// The goal as something that can be delivered, accepted and measured.
import { listed } from '../../base/sentences.ts';
import { type Charter, charterSchema } from '../../contract/plan-charter.ts';
import { charterProblems } from '../charter-checks.ts';
import { assumptionsView, charterView } from '../critic-views.ts';
import { measureText } from '../measure-text.ts';
import type { BasisOutput } from '../outputs/basis.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { directionStage } from './direction.ts';
import { mend2Stage } from './mend-2.ts';
import { promptText } from './prompt-text.ts';

const counts = {
  brief: { scope: '4', deliverables: '5', measures: '3' },
  standard: { scope: '5', deliverables: '8', measures: '5' },
  full: { scope: '6', deliverables: '12', measures: '8' },
} as const;

const problemsOf = (value: unknown, input: StageInput): string[] =>
  charterProblems(value as Charter, {
    direction: outputOf(input, directionStage),
    assumptions: outputOf(input, mend2Stage).assumptions,
    goal: input.intake.goal,
  });

function rendered({ goal, deliverables, measures, permits, out_of_scope }: Charter): string {
  return [
    goal,
    '',
    ...deliverables.map(({ id, name, acceptance }) => `- **${id} ${name}**: ${listed(acceptance)}`),
    ...measures.map(
      (one) => `- **${one.id}** ${measureText(one)}${one.by === null ? '' : ` (${one.by})`}`,
    ),
    ...permits.map(({ name, status, why }) => `- *${name}* (${status}): ${why}`),
    ...out_of_scope.map((one) => `- ~~${one}~~`),
  ].join('\n');
}

export const charterStage: ThoughtStage<Charter> = {
  name: 'charter',
  title: 'Charter',
  version: 1,
  needs: ['direction', 'mend-2'],
  output: charterSchema,
  prompt: promptText('charter'),
  inputTokens: 20_000,
  outputTokens: 4_000,
  words: ({ intake }) => counts[intake.detail ?? 'standard'],
  sees: { 'mend-2': ({ assumptions }: BasisOutput) => assumptionsView(assumptions) },
  problems: problemsOf,
  render: rendered,
  brief: (charter) => ({ goal: charter.goal, ...charterView(charter) }),
};
