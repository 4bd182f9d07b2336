// The mind that most tests of plans rely on answers every stage so that nothing comes back, and does
// wrong what it is told to do wrong.
import { describe, expect, it } from 'vitest';
import { planSchema } from '../../src/contract/plan.ts';
import { allowances } from '../../src/plan/allowance.ts';
import { type Detail, details } from '../../src/plan/stage.ts';
import { type ThoughtThrough, thinkThrough } from '../support/think-through.ts';
import { callsBeforeTriage, callsOf, firstCallsOf } from './scripted-mind/calls.ts';
import { type Mood, scriptedAnswer, stageAsked } from './scripted-mind.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';

const thought = (detail: Detail, mood: Mood = {}): Promise<ThoughtThrough> =>
  thinkThrough({ goal, startDate: '2027-01-04', detail }, (schema, prompt) =>
    scriptedAnswer(schema, prompt, mood),
  );

const countOf = ({ thoughts }: ThoughtThrough, stage: string): number =>
  thoughts.filter((one) => one.stage === stage).length;

const firstStages = ['review', 'directives', 'purpose', 'redline', 'premise'];

describe('a scripted mind', () => {
  it.each(details)(
    '[XP5] makes a plan at detail %s in as many calls as it says',
    async (detail) => {
      const made = await thought(detail);
      const stages = made.thoughts.map(({ stage }) => stage);
      expect(stages).toHaveLength(callsOf[detail]);
      const first = stages.filter((stage) => firstStages.includes(stage));
      expect(first).toHaveLength(firstCallsOf[detail]);
      expect(stages.indexOf('lever-triage')).toBe(callsBeforeTriage[detail]);
      expect(planSchema.parse(made.outputs.plan).goal).toBe(goal);
      expect(countOf(made, 'details')).toBe(allowances[detail].phases);
    },
  );

  it('[XP5] knows which stage asks', async () => {
    const { thoughts } = await thought('standard');
    for (const { stage, asked } of thoughts) {
      expect(stageAsked(asked.schema, asked.prompt)).toBe(stage);
    }
  });

  it('[XP5] gives the same answer to the same question', async () => {
    const { thoughts } = await thought('brief');
    for (const { asked, answer } of thoughts) {
      expect(scriptedAnswer(asked.schema, `${asked.system}\n\n${asked.prompt}`)).toEqual(answer);
    }
  });

  it.each([
    [{ hasWildQuantity: true }, 'mend-1', 1],
    [{ isSlow: true }, 'rescue-1', 1],
    [{ isDear: true }, 'rescue-1', 1],
  ])('[XP5] in the mood %j it is asked by %s', async (mood, stage, count) => {
    const made = await thought('brief', mood);
    expect(countOf(made, stage)).toBe(count);
    expect(made.thoughts).toHaveLength(callsOf.brief + count);
  });

  it('[XP5] in the mood of critics sections are revised', async () => {
    const made = await thought('standard', { hasCritics: true });
    expect(countOf(made, 'refine-1')).toBeGreaterThanOrEqual(2);
    expect(countOf(made, 'refine-1')).toBeLessThanOrEqual(allowances.standard.revised);
    // What there was no room for comes in the second round.
    expect(countOf(made, 'refine-2')).toBeGreaterThanOrEqual(1);
    expect(countOf(made, 'refine-2')).toBeLessThanOrEqual(allowances.standard.revisedAgain);
  });
});
