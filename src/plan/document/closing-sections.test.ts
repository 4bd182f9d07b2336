import { describe, expect, it } from 'vitest';
import { sampleAnswers, sampleSummary } from '../../../test/support/closing.ts';
import { planSchema } from '../../contract/plan.ts';
import { answersOutput, summaryOutput } from '../outputs/closing.ts';
import { closingSections } from './closing-sections.ts';

describe('the closing texts', () => {
  it('[PD4] are whole when their figures are longer than the names, and fit the document', () => {
    const full = '{cost} '.repeat(100).trim();
    const said = { ...sampleSummary, summary: { ...sampleSummary.summary, expected: full } };
    expect(summaryOutput.safeParse(said).success).toBe(true);
    const cost = '1.234.567 EUR';
    const figures = { cost };
    const { executive_summary } = closingSections(said, sampleAnswers, figures);
    expect(executive_summary.expected).toBe(full.replaceAll('{cost}', cost));
    const { executive_summary: section } = planSchema.shape;
    expect(section.safeParse(executive_summary).success).toBe(true);
  });

  it('[LV74] an answer to the goal says to which demand, and others say nothing of it', () => {
    const [one = { question: '', answer: '' }] = sampleAnswers.answers;
    const answers = [
      { ...one, directive: 'D2' },
      { ...one, directive: '' },
    ];
    const said = answersOutput.parse({ ...sampleAnswers, answers });
    const { questions_and_answers } = closingSections(sampleSummary, said, { cost: '1 EUR' });
    expect(questions_and_answers.map((told) => 'directive' in told)).toEqual([true, false]);
  });
});
