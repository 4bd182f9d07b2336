import { describe, expect, it } from 'vitest';
import { closingInput, networkIn, sampleSummary } from '../../test/support/closing.ts';
import { fullPlan } from '../../test/support/full-plan.ts';
import { dateText } from './localized.ts';
import type { AnyStage, StageInput } from './stage.ts';
import { stageResult } from './stage-result.ts';
import type { StageWork } from './stage-work.ts';
import { reportStage, thoughts } from './stages/index.ts';

const workOf = (stage: AnyStage | undefined, input: StageInput): StageWork =>
  ({
    ...{ stage, stages: [], needs: [], input, spec: { title: '', stage: '', version: '' } },
    ...{ plan: { id: 'plan_result1' }, run: 'gen_1' },
  }) as unknown as StageWork;

const bodyOf = ({ artifacts = [] }: ReturnType<typeof stageResult>, path: string): string =>
  Buffer.from(artifacts.find((one) => one.path === path)?.bytes ?? []).toString('utf8');

describe('what a stage leaves', () => {
  it('[LV64] a closing text is read with its figures, and kept with their places', async () => {
    const input = await closingInput();
    const summary = thoughts.find(({ name }) => name === 'summary');
    const result = stageResult(workOf(summary, input), sampleSummary);
    expect(bodyOf(result, 'stages/summary.md')).toContain(
      `Bread is sold by ${dateText(networkIn(input).finish_date, 'en')}`,
    );
    expect(bodyOf(result, 'stages/summary.json')).toContain('Bread is sold by {finish}');
    expect(result.output).toEqual(sampleSummary);
  });

  it('[PD8] the last stage leaves the reports and every file of the plan', () => {
    const input = { intake: {}, outputs: { plan: fullPlan() } } as unknown as StageInput;
    const result = stageResult(workOf(reportStage, input), { markdown: '# A plan' });
    const paths = (result.artifacts ?? []).map(({ path }) => path);
    expect(paths.slice(0, 3)).toEqual(['report.md', 'report.html', 'plan_summary.json']);
    expect(result.output).toEqual({ paths });
    expect(bodyOf(result, 'report.html')).toMatch(/^<!doctype html>/i);
  });
});
