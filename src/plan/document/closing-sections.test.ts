import { describe, expect, it } from 'vitest';
import { sampleAnswers, sampleSummary } from '../../../test/support/closing.ts';
import { planSchema } from '../../contract/plan.ts';
import { summaryOutput } from '../outputs/closing.ts';
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
});
