import { describe, expect, it } from 'vitest';
import type { UsagePace } from '../store/store.ts';
import { etaMs, paceOf } from './eta.ts';
import { partStepId, stageStepId } from './generation.ts';
import type { AnyStage } from './stage.ts';

const stage = (name: string, needs: string[] = [], prompt: string | null = 'Think.'): AnyStage =>
  ({ name, needs, ...(prompt === null ? {} : { prompt }) }) as unknown as AnyStage;

/** Two ways: a, b and d; a, c and d. */
const stages = [stage('a'), stage('b', ['a']), stage('c', ['a']), stage('d', ['b', 'c'])];
const took: Readonly<Record<string, number>> = { a: 1_000, b: 2_000, c: 5_000, d: 3_000 };
const pace = (name: string): number | null => took[name] ?? null;

const row = (step: string, state: string, changed_at = 0) => ({ step, state, changed_at });

describe('how long a plan still takes', () => {
  it('[PP12] is the longest way through what is left', () => {
    expect(etaMs({ stages, steps: [], now: 0, pace })).toBe(9_000);
    const steps = [row(stageStepId('a'), 'VERIFIED'), row(stageStepId('c'), 'VERIFIED')];
    expect(etaMs({ stages, steps, now: 0, pace })).toBe(5_000);
  });

  it('[PP12] counts what is under way by what it has left, and never for nothing', () => {
    const begun = [row(stageStepId('a'), 'VERIFIED'), row(stageStepId('c'), 'LEASED', 10_000)];
    expect(etaMs({ stages, steps: begun, now: 12_000, pace })).toBe(6_000);
    expect(etaMs({ stages, steps: begun, now: 60_000, pace })).toBe(5_000);
    const part = [row(stageStepId('a'), 'VERIFIED'), row(partStepId('c', 'x'), 'LEASED', 10_000)];
    expect(etaMs({ stages, steps: part, now: 12_000, pace })).toBe(6_000);
  });

  it('[PP12] is not known where that of a stage is not, and what code finds takes no time', () => {
    expect(etaMs({ stages: [...stages, stage('e')], steps: [], now: 0, pace })).toBeNull();
    const computed = [...stages, stage('e', ['d'], null)];
    expect(etaMs({ stages: computed, steps: [], now: 0, pace })).toBe(9_000);
  });

  it('[PP12] does not wait for a stage that asks only where something has to be mended', () => {
    const mending = { ...stage('m', ['d']), parts: { found: () => [] } } as unknown as AnyStage;
    const all = [...stages, mending];
    expect(etaMs({ stages: all, steps: [], now: 0, pace })).toBe(9_000);
    const known = (name: string) => (name === 'm' ? 500 : pace(name));
    expect(etaMs({ stages: all, steps: [], now: 0, pace: known })).toBe(9_500);
  });

  it('[PP12] takes what a stage took before, and else the pace of the plan itself', () => {
    const of = (stage_: string, answers: number, duration_ms: number): UsagePace => ({
      ...{ stage: stage_, model: 'm', provider: 'p', answers, duration_ms },
    });
    const usual = paceOf([of('a', 2, 4_000), of('a', 1, 5_000)], [of('x', 2, 2_000)]);
    expect([usual('a'), usual('b')]).toEqual([3_000, 1_000]);
    expect(paceOf([], [of('x', 0, 900)])('a')).toBeNull();
  });
});
