// The choices that shape the plan: several batches along different axes at once, then put together.
import { z } from 'zod';
import { leverFields, leverSchema } from '../../contract/plan-direction.ts';
import { allowances } from '../allowance.ts';
import type { Detail, Part, ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const batchOutput = z.object({ levers: z.array(z.object(leverFields)).min(1).max(6) });

export const leversOutput = z.object({ levers: z.array(leverSchema).min(1).max(18) });
export type LeversOutput = z.infer<typeof leversOutput>;

const axis = (key: string, title: string, about: string): Part => ({
  key,
  title,
  words: { axis: title, about },
});

const axes: readonly Part[] = [
  axis('what', 'Scope and result', 'what is delivered, to whom, how much of it first, how good'),
  axis(
    'how',
    'Way of working',
    'who does it, by which method or technology, bought or made, in which order',
  ),
  axis(
    'with',
    'Means and risk',
    'where money and people come from, what is spent when, which risk is carried or passed on',
  ),
];

/** What is about an axis that has no batch of its own is asked for with the last one: no plan goes
 * without a choice of its means. */
function axesOf(count: number): Part[] {
  const left = axes.slice(count).map(({ words }) => words.about);
  return axes.slice(0, count).map((one, index) => {
    const about = [one.words.about, ...(index === count - 1 ? left : [])].join('; ');
    return { ...one, words: { ...one.words, about } };
  });
}

const counts: Readonly<Record<Detail, string>> = { brief: 'two', standard: 'three', full: 'four' };

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();

function merged(
  parts: readonly { key: string; value: z.infer<typeof batchOutput> }[],
): LeversOutput {
  const seen = new Set<string>();
  const levers = parts.flatMap(({ key, value }) =>
    value.levers.map((lever) => ({
      ...lever,
      axis: axes.find((one) => one.key === key)?.title ?? key,
    })),
  );
  const own = levers.filter(({ name }) => !seen.has(plain(name)) && seen.add(plain(name)));
  return { levers: own.map((lever, index) => ({ id: `L${index + 1}`, ...lever })) };
}

export const leversStage: ThoughtStage<LeversOutput> = {
  name: 'levers',
  title: 'Levers',
  version: 1,
  needs: ['facts', 'review', 'directives', 'purpose', 'redline', 'premise'],
  output: leversOutput,
  prompt: promptText('levers'),
  inputTokens: 30_000,
  outputTokens: 2_500,
  words: ({ intake }) => ({ count: counts[intake.detail ?? 'standard'] }),
  parts: {
    output: batchOutput,
    known: (detail) => axesOf(allowances[detail].leverAxes),
    merge: merged,
  },
  render: ({ levers }) =>
    levers
      .map(({ id, name, question, options }) =>
        [
          `- **${id} ${name}**: ${question}`,
          ...options.map((one) => `  - ${one.name}: ${one.what}`),
        ].join('\n'),
      )
      .join('\n'),
};
