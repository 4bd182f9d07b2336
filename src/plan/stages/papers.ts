// Documents to find and to write, and data to collect.
import { listed, stopped } from '../../base/sentences.ts';
import { type Papers, papersSchema } from '../../contract/plan-charter.ts';
import { plainText } from '../../gates/alike.ts';
import { assumptionsView } from '../critic-views.ts';
import { doubles } from '../doubles.ts';
import type { BasisOutput } from '../outputs/basis.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { mend2Stage } from './mend-2.ts';
import { promptText } from './prompt-text.ts';

const counts = { brief: '3', standard: '4', full: '7' } as const;

function problemsOf(value: unknown, input: StageInput): string[] {
  const { to_find, to_write, data } = value as Papers;
  const known = outputOf(input, mend2Stage).assumptions.map(({ id }) => id);
  const unknown = data.flatMap(({ settles }, index) =>
    settles
      .filter((id) => !known.includes(id))
      .map((id) => `data.${index}.settles: there is no assumption ${id}`),
  );
  const titles = [...to_find, ...to_write].map(({ title }) => plainText(title));
  return [...unknown, ...doubles(titles).map((title) => `“${title}” stands there twice`)];
}

export const papersStage: ThoughtStage<Papers> = {
  name: 'papers',
  title: 'Documents and data',
  version: 1,
  from: 'standard',
  needs: ['direction', 'mend-2', 'charter'],
  output: papersSchema,
  prompt: promptText('papers'),
  inputTokens: 20_000,
  outputTokens: 3_500,
  words: ({ intake }) => ({ count: counts[intake.detail ?? 'standard'] }),
  sees: { 'mend-2': ({ assumptions }: BasisOutput) => assumptionsView(assumptions) },
  problems: problemsOf,
  render: ({ to_find, to_write, data }) =>
    [
      ...to_find.map(
        ({ title, urgency, where, why }) => `- ${title} (${urgency}): ${stopped(where)} ${why}`,
      ),
      ...to_write.map(
        ({ title, urgency, contents }) => `- *${title}* (${urgency}): ${listed(contents)}`,
      ),
      ...data.map(
        ({ what, method, decides, settles }) =>
          `- **${what}**: ${method} ${decides}${settles.length > 0 ? ` (${settles.join(', ')})` : ''}`,
      ),
    ].join('\n'),
};
