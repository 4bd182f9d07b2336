import { describe, expect, it } from 'vitest';
import {
  closingInput,
  sampleAdherence,
  sampleAnswers,
  sampleSummary,
} from '../../../test/support/closing.ts';
import { finding } from '../../../test/support/criticized.ts';
import type { Directive } from '../../contract/plan-direction.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
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
      first_24_hours: [{ ...action, who: 'Mayor', task: '7.7', action: 'Call 733 people.' }],
    };
    const problems = told(answersStage.problems?.(said, await closingInput()));
    expect(problems).toContain('“Mayor” is no role of the team; copy one of Owner, Desk agent');
    expect(problems).toContain('there is no task 7.7');
    expect(problems).toContain('first_24_hours.0.action: 733');
  });

  it('[LV75] whoever has a task begins it', async () => {
    const [action] = sampleAnswers.first_24_hours;
    const with24 = (more: object) => ({
      ...sampleAnswers,
      first_24_hours: [{ ...action, ...more }],
    });
    const problems = async (more: object) =>
      told(answersStage.problems?.(with24(more), await closingInput()));
    expect(await problems({ who: 'Owner', task: '1.1' })).toBe(
      'first_24_hours.0.who: task 1.1 is done by “Desk agent”; write that, or leave "task" empty',
    );
    expect(await problems({ who: 'Desk agent', task: '1.1' })).toBe('');
    expect(await problems({ who: 'Owner', task: '' })).toBe('');
  });

  const demand = (id: string, text: string): Directive => ({
    ...{ id, kind: 'requirement', text, quote: 'bakery', importance: 4, limit: null },
  });

  it('[LV74] what the goal asks for is shown, asked for and answered', async () => {
    const directives = [demand('D1', 'The plan says how margins are kept.')];
    const input = await closingInput({ direction: { directives } });
    const seen = answersStage.sees?.direction?.(input.outputs.direction, input);
    expect(seen).toMatchObject({ demands: [{ id: 'D1', asks: directives[0]?.text }] });
    expect(filled(answersStage, answersStage.words?.(input) ?? {})).toContain('"demands"');
    const problems = (...answers: object[]) =>
      told(answersStage.problems?.({ ...sampleAnswers, answers }, input));
    const [usual = {}] = sampleAnswers.answers;
    expect(problems(usual)).toContain('answers: D1 has no answer (The plan says how margins');
    const answer = { ...usual, directive: 'D1' };
    expect(problems(usual, answer)).toBe('');
    expect(problems(answer, { ...usual, directive: 'D7' })).toContain(
      'answers.1.directive: there is no D7',
    );
    expect(problems({ ...answer, answer: 'The plan says how margins are kept!' })).toContain(
      'answers.0.answer: this is the demand again',
    );
  });

  it('[LV74] where the goal asks for nothing, the prompt does not speak of it', async () => {
    const words = answersStage.words?.(await closingInput()) ?? {};
    expect(filled(answersStage, words)).not.toContain('"demands"');
  });

  it('[LV76] those who answer and judge see what tasks do, when they are done and what they pay', async () => {
    const input = await closingInput();
    for (const stage of [answersStage, adherenceStage]) {
      expect(stage.sees?.['refine-2']?.(input.outputs['refine-2'], input)).toMatchObject({
        work: {
          '1.2': {
            does: expect.any(String),
            done_when: ['Somebody else says yes.'],
            pays: [expect.stringContaining('500 EUR')],
          },
        },
      });
    }
  });

  it('[LV77] what is still held against the plan is shown once', async () => {
    const input = await closingInput();
    const refined = input.outputs['refine-2'] as RefinedOutput;
    const open = (item: string) => ({ ...finding({ item }), why_left: 'Later.' });
    const left = [open('2.1'), open('1.1')];
    expect(summaryStage.sees?.['refine-2']?.({ ...refined, left }, input)).toMatchObject({
      still_held_against_it: [finding().says],
    });
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

  it('[LV78] what is not kept has a remedy', async () => {
    const [one] = sampleAdherence.adherence;
    const problems = async (more: object) =>
      told(adherenceStage.problems?.({ adherence: [{ ...one, ...more }] }, await input()));
    expect(await problems({ verdict: 'partly' })).toBe(
      'adherence.0.remedy: say what would mend it',
    );
    expect(await problems({ verdict: 'partly', remedy: 'Bake more.' })).toBe('');
  });

  it('[LV63] none is judged twice', async () => {
    const said = { adherence: [...sampleAdherence.adherence, ...sampleAdherence.adherence] };
    expect(told(adherenceStage.problems?.(said, await input()))).toContain('D1 is judged twice');
  });
});
