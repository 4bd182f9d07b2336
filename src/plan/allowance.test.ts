import { describe, expect, it } from 'vitest';
import { type Allowance, allowances, revisableAgain } from './allowance.ts';
import { stagesFor } from './catalog.ts';
import { settingsSchema } from './settings.ts';
import { type AnyThought, type Detail, details, isThought } from './stage.ts';

const returnsOf = ({ returns, returnedAtOnce }: Allowance): number => returns * returnedAtOnce;

/** The most that stages ask for whose parts are found while the plan is being made. */
const mostFound: Readonly<Record<string, (allowance: Allowance) => number>> = {
  'mend-1': ({ returns, returnedAtOnce }) => (returns >= 1 ? returnedAtOnce : 0),
  'mend-2': ({ returns, returnedAtOnce }) => (returns >= 2 ? returnedAtOnce : 0),
  details: ({ phases }) => phases,
  'rescue-1': ({ rescues }) => (rescues >= 1 ? 1 : 0),
  'rescue-2': ({ rescues }) => (rescues >= 2 ? 1 : 0),
  experts: ({ experts }) => experts,
  'refine-1': ({ revised }) => revised,
  // Mends are counted at their most here: what is left for it then.
  'refine-2': (allowance) => revisableAgain(allowance, returnsOf(allowance)),
};

function mostCalls({ name, parts }: AnyThought, detail: Detail): number {
  if (!parts) return 1;
  if (parts.known) return parts.known(detail).length;
  const most = mostFound[name];
  if (!most) throw new Error(`nobody says how often ${name} asks at most`);
  return most(allowances[detail]);
}

const thoughtsAt = (detail: Detail): AnyThought[] => {
  const asked = { brain: 'model', profile: '', detail, seed: 0, startDate: '2026-01-05' };
  return stagesFor(settingsSchema.parse(asked)).filter(isThought);
};

describe('what a detail allows', () => {
  it.each(details)('[LV9] a %s plan never asks more often than people are promised', (detail) => {
    const calls = thoughtsAt(detail).map((stage) => mostCalls(stage, detail));
    const all = calls.reduce((sum, one) => sum + one, 0);
    expect(all).toBeLessThanOrEqual(allowances[detail].calls);
    // Fewer that went back early leave more for the second round, never more in all.
    const allowance = allowances[detail];
    const most = returnsOf(allowance);
    for (let returned = 0; returned < most; returned += 1) {
      const inAll = returned + revisableAgain(allowance, returned);
      expect(inAll).toBeLessThanOrEqual(most + revisableAgain(allowance, most));
    }
  });

  it('[LV9] the parts that are known beforehand are as many as the detail allows', () => {
    for (const detail of details) {
      const known = Object.fromEntries(
        thoughtsAt(detail).map((stage) => [stage.name, mostCalls(stage, detail)]),
      );
      const { lenses, leverAxes, archetypes, attackers } = allowances[detail];
      expect(known).toMatchObject({ premise: lenses, levers: leverAxes, premortem: archetypes });
      expect(known.attack ?? 0).toBe(attackers);
    }
  });

  it('[LV9] more detail is never less of anything', () => {
    const [brief, standard, full] = details.map((detail) => Object.values(allowances[detail]));
    expect(standard?.every((value, at) => value >= (brief?.[at] ?? 0))).toBe(true);
    expect(full?.every((value, at) => value >= (standard?.[at] ?? 0))).toBe(true);
  });
});
