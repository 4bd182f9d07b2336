import { beforeAll, describe, expect, it } from 'vitest';
import { scriptedAnswer } from '../../../test/doubles/scripted-mind.ts';
import { type ThoughtThrough, thinkThrough } from '../../../test/support/think-through.ts';
import { PLAN_SCHEMA_VERSION, type Plan, planSchema } from '../../contract/plan.ts';
import { gateIds } from '../../contract/plan-gates.ts';
import { dateText } from '../localized.ts';
import type { Detail } from '../stage.ts';
import { directionSections } from './direction-sections.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
const startDate = '2026-01-05';
const think = (detail: Detail): Promise<ThoughtThrough> =>
  thinkThrough({ goal, startDate, detail }, (schema, prompt) => scriptedAnswer(schema, prompt));

let plan: Plan;
let brief: Plan;

beforeAll(async () => {
  plan = (await think('standard')).outputs.plan as Plan;
  brief = (await think('brief')).outputs.plan as Plan;
});

describe('the plan document', () => {
  it('[PD3] is one document of the published schema, with every section of its detail', () => {
    expect(planSchema.parse(plan)).toEqual(plan);
    expect(plan).toMatchObject({
      ...{ schema_version: PLAN_SCHEMA_VERSION, brain: 'model', detail: 'standard', goal },
      quality_summary: {
        ...{ complete: true, partial: [], stubbed: [] },
        open_findings: { fatal: 0, major: 0, minor: 0 },
      },
      playbook: { name: 'none' },
    });
    expect(plan.experts?.length).toBeGreaterThan(0);
    expect(brief.experts).toBeUndefined();
    expect(brief.quality_summary.complete).toBe(true);
  });

  it('[PD3] says who thought, and that nothing was looked up', () => {
    expect(plan.notice).toMatch(/^An AI model thought .* Nothing was looked up/);
  });

  it('[PD4] prose has the figures of the plan and no place is left', () => {
    const { base, currency } = plan.costs;
    expect(plan.executive_summary?.expected).toContain(dateText(plan.finish_date, 'en'));
    expect(plan.summary).toContain(`from ${plan.start_date} to ${plan.finish_date}`);
    expect(plan.summary).toContain(`${currency} ${Math.round(base).toLocaleString('en-US')}`);
    const { executive_summary, pitch, questions_and_answers } = plan;
    expect(JSON.stringify({ executive_summary, pitch, questions_and_answers })).not.toMatch(
      /\{[a-z_]+\}/,
    );
  });

  it('[PD5] levers say what became of them', () => {
    const { levers = [], scenarios = [], choice } = plan;
    const chosen = scenarios.find(({ id }) => id === choice?.chosen);
    for (const { lever, option } of chosen?.settings ?? []) {
      expect(levers.find(({ id }) => id === lever)).toMatchObject({ kept: true, chosen: option });
    }
    const dropped = levers.filter(({ kept }) => !kept);
    expect(dropped.length).toBeGreaterThan(0);
    for (const lever of dropped) {
      expect(lever.why).toBeDefined();
      expect(lever.chosen).toBeUndefined();
    }
  });

  it('[LV39] a lever that was turned to keep deadline or budget says its new option', async () => {
    const { outputs } = await think('brief');
    const intake = { planId: 'plan_shop', goal, startDate };
    const kept = brief.levers?.find(({ chosen }) => chosen !== undefined);
    const other = kept?.options.find(({ name }) => name !== kept.chosen)?.name ?? '';
    const change = {
      ...{ round: 1, kind: 'scenario' as const, what: 'x', why: 'y', gives_up: '', effect: '' },
      set: { lever: kept?.name ?? '', option: other },
    };
    const chosenBy = (changes: (typeof change)[]) =>
      directionSections({ intake, outputs }, changes).levers.find(({ id }) => id === kept?.id);
    expect(chosenBy([])?.chosen).toBe(kept?.chosen);
    expect(chosenBy([change])?.chosen).toBe(other);
  });

  it('[PD5] measures of the charter become outcomes with targets', () => {
    expect(plan.outcomes?.map(({ measure, target }) => ({ measure, target }))).toEqual(
      plan.charter?.measures.map(({ measure, target }) => ({ measure, target })),
    );
  });

  it('[PD6] has every gate in order, those that could not run with the reason', () => {
    expect(plan.gates?.map(({ gate }) => gate)).toEqual(gateIds);
    const ran = plan.gates?.filter(({ status }) => status !== 'not_run').map(({ gate }) => gate);
    expect(ran).toEqual(['directives', 'fermi', 'consistency', 'schedule', 'completeness']);
    for (const { status, why_not_run } of plan.gates ?? []) {
      expect(status !== 'not_run' || (why_not_run ?? '').length > 10).toBe(true);
    }
    expect(plan.verdict).toMatchObject({ decision: 'go' });
  });

  it('[PD6] guesses are what is assumed, each with how to confirm it', () => {
    const assumed = plan.assumptions.filter(
      ({ status }) => status === 'assumed' || status === 'speculative',
    );
    for (const { claim } of assumed) {
      expect(plan.guesses.some(({ guess }) => guess.startsWith(claim.slice(0, 40)))).toBe(true);
    }
    for (const { how_to_confirm } of plan.guesses) expect(how_to_confirm).not.toBe('');
  });
});
