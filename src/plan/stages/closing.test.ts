import { describe, expect, it } from 'vitest';
import {
  closingInput,
  sampleAdherence,
  sampleAnswers,
  sampleSummary,
} from '../../../test/support/closing.ts';
import type { Directive } from '../../contract/plan-direction.ts';
import { filled } from '../prompt.ts';
import { adherenceStage } from './adherence.ts';
import { answersStage } from './answers.ts';
import { summaryStage } from './summary.ts';

const told = (...problems: (readonly string[] | undefined)[]): string => problems.flat().join('\n');

describe('summary and pitch', () => {
  it('[LV61] figures in braces and numbers of the material are in order', async () => {
    expect(summaryStage.problems?.(sampleSummary, await closingInput())).toEqual([]);
  });

  it('[LV61] a place that nothing fills and a number from nowhere are told with what to do', async () => {
    const { summary, pitch } = sampleSummary;
    const said = {
      summary: { ...summary, situation: 'Some 4,871 people want it by {dead_line}.' },
      pitch: { ...pitch, proof: 'It opens on 2026-11-11.' },
    };
    const problems = told(summaryStage.problems?.(said, await closingInput()));
    expect(problems).toContain('summary.situation: nothing fills {dead_line}; there are {start}');
    expect(problems).toContain('summary.situation: 4,871 stands neither in the goal nor in');
    expect(problems).toContain('pitch.proof: 2026-11-11 stands neither');
  });

  it('[LV61] without a deadline there is no {deadline} to write', async () => {
    const input = await closingInput({ direction: { deadline: null } });
    expect(told(summaryStage.problems?.(sampleSummary, input))).toContain(
      'nothing fills {deadline}',
    );
  });

  it('[LV61] the prompt has every figure, and no place is left in it', async () => {
    const input = await closingInput();
    const text = filled(summaryStage, summaryStage.words?.(input) ?? {});
    expect(text).toContain('{finish} = ');
    expect(text).not.toContain('{{');
  });
});

describe('questions and the first day', () => {
  it('[LV62] a good answer passes', async () => {
    expect(answersStage.problems?.(sampleAnswers, await closingInput())).toEqual([]);
  });

  it('[LV62] an unknown role, an unknown task and a number from nowhere are told', async () => {
    const [action] = sampleAnswers.first_24_hours;
    const said = {
      ...sampleAnswers,
      first_24_hours: [{ ...action, who: 'Mayor', task: '7.7', action: 'Call 118 people.' }],
    };
    const problems = told(answersStage.problems?.(said, await closingInput()));
    expect(problems).toContain('“Mayor” is no role of the team; copy one of Owner, Desk agent');
    expect(problems).toContain('there is no task 7.7');
    expect(problems).toContain('first_24_hours.0.action: 118');
  });

  it('[LV62] as many questions are asked for as the detail allows', async () => {
    const input = await closingInput({ detail: 'full' });
    expect(answersStage.words?.(input)).toMatchObject({ questions: '10' });
  });
});

describe('adherence', () => {
  const directive = (id: string): Directive => ({
    ...{ id, kind: 'requirement', text: 'Bread', quote: 'bakery', importance: 5, limit: null },
  });
  const input = () => closingInput({ direction: { directives: [directive('D1')] } });

  it('[LV63] every directive is judged once, at a place of the plan', async () => {
    expect(adherenceStage.problems?.(sampleAdherence, await input())).toEqual([]);
    const [one] = sampleAdherence.adherence;
    const said = { adherence: [{ ...one, directive: 'D2', where: 'somewhere' }] };
    const problems = told(adherenceStage.problems?.(said, await input()));
    expect(problems).toContain('D1 is not judged');
    expect(problems).toContain('there is no directive D2');
    expect(problems).toContain('adherence.0.where: begin with one of scenario, assumptions');
  });

  it('[LV63] none is judged twice', async () => {
    const said = { adherence: [...sampleAdherence.adherence, ...sampleAdherence.adherence] };
    expect(told(adherenceStage.problems?.(said, await input()))).toContain('D1 is judged twice');
  });
});
