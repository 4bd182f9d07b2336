import { describe, expect, it } from 'vitest';
import { criticizedInput } from '../../../test/support/criticized.ts';
import { papersStage } from './papers.ts';
import { relatedStage } from './related.ts';
import { swotStage } from './swot.ts';

const project = (name: string, how_to_check: string) => ({
  ...{ name, what: 'Bread.', outcome: 'It lives.', lesson: 'Ask first.', status: 'observed' },
  how_to_check,
});

const line = (text: string) => ({ text, so_what: 'Use it.' });

const paper = (title: string) => ({
  ...{ title, why: 'Law.', owner: 'Owner', urgency: 'first', where: 'Town office' },
});

const datum = (...settles: string[]) => ({
  ...{ what: 'Prices', why: 'A guess.', method: 'Ask 5.', decides: 'Above 900: rent.', settles },
});

describe('what surrounds a plan', () => {
  it('[LV57] a related project has no web address and stands there once', async () => {
    const input = await criticizedInput();
    const fine = [project('Bakeries of small towns', 'Ask the guild.')];
    expect(relatedStage.problems?.({ projects: fine }, input)).toEqual([]);
    const projects = [...fine, project('Bakeries of small towns!', 'See www.example.org.')];
    expect(relatedStage.problems?.({ projects }, input)).toEqual([
      'projects.1.how_to_check: no web addresses; say what to search for',
      'projects: “bakeries of small towns” stands there twice',
    ]);
  });

  it('[LV57] no line of strengths, weaknesses, opportunities and threats says what another says', async () => {
    const input = await criticizedInput();
    const swot = {
      strengths: [line('The owner has baked for ten years.')],
      weaknesses: [line('There is one oven.')],
      opportunities: [line('The next bakery is far away.')],
      threats: [line('Flour gets dearer each fall.')],
    };
    expect(swotStage.problems?.(swot, input)).toEqual([]);
    const threats = [line('There is one oven!')];
    expect(swotStage.problems?.({ ...swot, threats }, input)).toEqual([
      'threats.0: says the same as weaknesses.0; say something else or leave it',
    ]);
  });

  it('[LV57] data settle assumptions that there are, and a document stands there once', async () => {
    const input = await criticizedInput();
    const papers = { to_find: [paper('Food rules')], to_write: [], data: [datum('A1')] };
    expect(papersStage.problems?.(papers, input)).toEqual([]);
    const strange = {
      ...papers,
      to_write: [{ ...paper('Food rules'), contents: ['All of it'] }],
      data: [datum('A1', 'A9')],
    };
    expect(papersStage.problems?.(strange, input)).toEqual([
      'data.0.settles: there is no assumption A9',
      '“food rules” stands there twice',
    ]);
  });
});
