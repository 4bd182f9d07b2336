// Strengths and weaknesses of this undertaking, chances and threats around it.
import type { z } from 'zod';
import { swotSchema } from '../../contract/plan-charter.ts';
import { likeness } from '../../gates/alike.ts';
import type { ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

export type SwotOutput = z.infer<typeof swotSchema>;

const counts = { brief: '2', standard: '3', full: '4' } as const;
const headings = ['strengths', 'weaknesses', 'opportunities', 'threats'] as const;
const tooAlike = 0.85;

/** One thing said twice is one line too many. */
function problemsOf(value: unknown): string[] {
  const swot = value as SwotOutput;
  const lines = headings.flatMap((heading) =>
    swot[heading].map(({ text }, index) => ({ text, place: `${heading}.${index}` })),
  );
  return lines.flatMap(({ text, place }, index) => {
    const twin = lines.slice(0, index).find((one) => likeness(one.text, text) >= tooAlike);
    return twin ? [`${place}: says the same as ${twin.place}; say something else or leave it`] : [];
  });
}

export const swotStage: ThoughtStage<SwotOutput> = {
  name: 'swot',
  title: 'Strengths, weaknesses, opportunities, threats',
  version: 1,
  from: 'standard',
  needs: ['direction', 'charter'],
  output: swotSchema,
  prompt: promptText('swot'),
  inputTokens: 20_000,
  outputTokens: 2_500,
  words: ({ intake }) => ({ count: counts[intake.detail ?? 'standard'] }),
  problems: problemsOf,
  render: (swot) =>
    headings
      .map((heading) =>
        [
          `**${heading}**`,
          '',
          ...swot[heading].map(({ text, so_what }) => `- ${text} → ${so_what}`),
        ].join('\n'),
      )
      .join('\n\n'),
};
