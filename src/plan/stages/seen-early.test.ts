// What later stages see of the early ones.
import { describe, expect, it } from 'vitest';
import { leverSchema } from '../../contract/plan-direction.ts';
import { allowances } from '../allowance.ts';
import { stagePrompt } from '../prompt.ts';
import type { AnyThought, StageInput } from '../stage.ts';
import { choiceStage } from './choice.ts';
import { factsStage } from './facts.ts';
import { planStages } from './index.ts';
import { leversStage } from './levers.ts';
import { premortemStage } from './premortem.ts';
import { reviewStage } from './review.ts';
import { scenariosStage } from './scenarios.ts';

const intake = { planId: 'plan_1', goal: 'Open a shop in 3 weeks.', startDate: '2026-01-05' };

const lever = (id: string, name: string) => ({
  ...{ id, axis: 'How', name, question: 'How?', trade_off: 'Speed or care.' },
  options: ['slow', 'fast'].map((option) => ({ name: option, what: `${name}: go ${option}.` })),
});
const input: StageInput = {
  intake,
  outputs: {
    ...{ directives: { directives: [] }, premise: { attacks: [] }, resources: {} },
    levers: { levers: [lever('L1', 'Pace'), lever('L2', 'Reach'), lever('L3', 'Color')] },
    'lever-triage': {
      kept: ['L1', 'L2'].map((id) => ({ id, why_it_matters: 'Much.' })),
      ...{ dropped: [{ id: 'L3', why: 'Too small to matter.' }], bonds: [] },
    },
    scenarios: { scenarios: [] },
  },
};

const promptOf = (stage: AnyThought): string =>
  stagePrompt({
    ...{ stage, part: null, input, count: (text) => text.length / 4 },
    needs: planStages.filter(({ name }) => stage.needs.includes(name)),
  }).prompt;

describe('what later stages see', () => {
  it('[LV93] a choice of the means is asked for at any detail, by a batch of its own or the last', () => {
    for (const detail of ['brief', 'standard', 'full'] as const) {
      const about = leversStage.parts?.known?.(detail).map(({ words }) => words.about) ?? [];
      expect(about.filter((one) => one?.includes('where money and people come from'))).toHaveLength(
        1,
      );
      expect(about).toHaveLength(allowances[detail].leverAxes);
    }
  });

  it('[LV70] who sets the levers sees the kept ones, and the dropped ones by name alone', () => {
    for (const stage of [scenariosStage, choiceStage] as AnyThought[]) {
      const prompt = promptOf(stage);
      expect(prompt, stage.name).toContain('Reach: go fast.');
      expect(prompt, stage.name).toContain('"done_as_usual":"Color"');
      expect(prompt, stage.name).not.toContain('Color: go');
      expect(prompt, stage.name).not.toContain('Too small to matter');
    }
  });

  it('[LV70] a lever may have two options where there is no honest third', () => {
    expect(leverSchema.safeParse(lever('L1', 'Pace')).success).toBe(true);
    expect(leverSchema.safeParse({ ...lever('L1', 'Pace'), options: [] }).success).toBe(false);
  });

  it('[LV71] a duration with its unit, and how the goal was read', async () => {
    const facts = await factsStage.offline({ intake, outputs: {} });
    expect(JSON.stringify(factsStage.brief?.(facts))).toMatch(/"value":3,"unit":"weeks?"/);
    const review = { verdict: 'usable' as const, reason: 'Read as a market stall.' };
    const seen = reviewStage.brief?.({
      ...{ ...review, what_to_add: [], contradictions: [], strains: [] },
    });
    expect(seen).toMatchObject({ reason: 'Read as a market stall.' });
  });

  it('[LV72] others are spoken of only where there are others', () => {
    const network = { start_date: '2026-01-05', finish_date: '2026-02-05' };
    const words = (detail: 'brief' | 'standard') =>
      premortemStage.words?.({
        intake: { ...intake, detail },
        outputs: { direction: { deadline: null }, 'rescue-2': network },
      });
    expect(words('brief')?.others).toBe('');
    expect(words('standard')?.others).toContain('Others tell');
  });
});
