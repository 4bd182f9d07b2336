import { describe, expect, it } from 'vitest';
import { finding } from '../../test/support/criticized.ts';
import { redTeamSchema } from '../contract/plan-critique.ts';
import type { AttackOutput, JudgeOutput, RebuttalOutput } from './outputs/critique.ts';
import { redTeamOf } from './red-team-score.ts';

const attack: AttackOutput = {
  findings: [
    { ...finding({ severity: 'fatal' }), id: 'F1', lens: 'Arithmetic' },
    { ...finding({ severity: 'minor' }), id: 'F2', lens: 'Incentives' },
  ],
};
type Stance = RebuttalOutput['answers'][number]['stance'];
type Ruling = JudgeOutput['rulings'][number]['ruling'];

const scored = (stances: readonly [Stance, Stance], rulings: readonly [Ruling, Ruling]) =>
  redTeamOf(
    attack,
    {
      answers: stances.map((stance, index) => ({
        ...{ finding: `F${index + 1}`, stance, answer: 'So.' },
      })),
    },
    {
      rulings: rulings.map((ruling, index) => ({
        ...{ finding: `F${index + 1}`, ruling, why: 'So.' },
      })),
    },
  );

describe('the score of a red team', () => {
  it('[LV49] resilience is the weight of what did not stand', () => {
    const { resilience } = scored(['defend', 'defend'], ['overruled', 'overruled']);
    expect(resilience).toBe(100);
    expect(scored(['concede', 'defend'], ['sustained', 'overruled']).resilience).toBe(25);
    expect(scored(['concede', 'defend'], ['partly', 'sustained']).resilience).toBe(38);
    expect(redTeamOf(attack, null, null).resilience).toBe(0);
    expect(redTeamOf({ findings: [] }, null, null)).toEqual({
      ...{ findings: [], resilience: 100, candor: 100 },
    });
  });

  it('[LV49] giving in to what is overruled costs as much candor as denying what stands', () => {
    const candor = (stance: Stance, ruling: Ruling): number =>
      scored([stance, stance], [ruling, ruling]).candor;
    expect(candor('defend', 'overruled')).toBe(100);
    expect(candor('concede', 'sustained')).toBe(100);
    expect(candor('revise', 'partly')).toBe(100);
    expect(candor('defend', 'sustained')).toBe(0);
    expect(candor('concede', 'overruled')).toBe(0);
  });

  it('[LV49] it is as plan.json has it', () => {
    const made = scored(['defend', 'revise'], ['overruled', 'partly']);
    expect(redTeamSchema.parse(made)).toEqual(made);
    expect(made.findings[1]).toMatchObject({ stance: 'revise', ruling: 'partly' });
  });
});
