// What making a plan by rules asks of the engine.
import { describe, expect, it } from 'vitest';
import { planCreateInput } from '../contract/plans.ts';
import type { Context } from '../operations/context.ts';
import { settingsOf } from '../operations/plan-settings.ts';
import type { Reader } from '../store/store.ts';
import { generationSteps } from './generation.ts';
import { offlineSettings } from './settings.ts';
import { readStageWork } from './stage-work.ts';

const settings = offlineSettings('2026-11-16');

describe('making a plan by rules', () => {
  it('[OF11] is done by the engine’s own process, without model, slot or cost', () => {
    const defs = generationSteps(settings, undefined, () => ({
      ...{ cost: { calls: 1 }, slot: 'model' },
    })).map(({ def }) => def);
    expect(defs.length).toBeGreaterThan(40);
    expect(new Set(defs.map(({ performer }) => performer))).toEqual(new Set(['engine']));
    expect(defs.filter(({ cost, slot }) => cost !== undefined || slot !== undefined)).toEqual([]);
  });

  it('[OF12] refuses stages and prompts of one’s own beforehand', () => {
    const context = {
      server: { brains: ['offline', 'caller'] },
      now: () => 0,
    } as unknown as Context;
    const asked = (brain: string, overrides: object) => () =>
      settingsOf(context, planCreateInput.parse({ prompt: 'Open a bakery', brain, overrides }));
    const own = { stages: [{ name: 'tax-check', prompt: 'Check the tax.', schema: {} }] };
    const words = { prompts: { review: 'Review it.' } };
    expect(asked('offline', own)).toThrow(
      'overrides.stages.tax-check: brain offline goes by fixed',
    );
    expect(asked('auto', words)).toThrow('overrides.prompts.review: brain offline goes by fixed');
    expect(asked('caller', own)).not.toThrow();
    expect(asked('offline', {})).not.toThrow();
  });

  it('[OF13] a step of a stage that is gone says so, and how to go on', async () => {
    const json = (value: unknown) => ({ bytes: Buffer.from(JSON.stringify(value)) });
    const contents: Record<string, unknown> = {
      first: json({ stage: 'facts', startDate: '2026-11-16' }),
      tasks: json({ stage: 'tasks', title: 'tasks', version: '2' }),
    };
    const reader = {
      plan: () => Promise.resolve({ id: 'plan_old1', goal: 'Open a bakery' }),
      steps: () => Promise.resolve([{ position: 0, spec: 'first' }]),
      content: (id: string) => Promise.resolve(contents[id] ?? null),
    } as unknown as Reader;
    const place = { run: 'run_1', plan: 'plan_old1', spec: 'tasks' };
    await expect(readStageWork(reader, 'tenant_1', place)).rejects.toThrow(
      /no stage tasks any more: .* planwright resume plan_old1/,
    );
  });
});
