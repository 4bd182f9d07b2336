import { beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/contract/plan.ts';
import { planOffline } from '../../../src/plan/brains/offline/run-offline.ts';
import { filledPage } from './page.ts';
import { planwrightMeasures } from './planwright-measures.ts';
import { tableNames, tableOf } from './tables.ts';

let plan: Plan;

beforeAll(async () => {
  const goal = 'Open a bicycle repair shop in Graz by 2027-05-01 with a budget of EUR 85,000.';
  plan = (await planOffline({ planId: 'plan_c1', goal, startDate: '2026-12-01' })).plan;
});

const measured = (changed: Partial<Plan> = {}, report?: string) =>
  planwrightMeasures('shop', { plan: JSON.stringify({ ...plan, ...changed }), report });

describe('measures of one of our plans', () => {
  it('[CP14] links, dates and totals agree', () => {
    const { contradictions, dependencies } = measured();
    expect(dependencies.used).toBe(dependencies.given);
    expect(contradictions.phasesOff?.are).toBe(0);
    expect(contradictions.totalsOff?.are).toBe(0);
    expect([contradictions.unknownIds, contradictions.brokenLinks]).toEqual([0, 0]);
  });

  it('[CP14] what is spoiled is found', () => {
    const gone = { from: 'task_gone', to: 'task_1_1', type: 'finish_to_start', lag: 0 } as const;
    const spoiled = measured({
      dependencies: [...plan.dependencies, gone],
      finish_date: '2031-01-01',
      phases: plan.phases.map((phase, at) =>
        at > 0 ? phase : { ...phase, finish_date: '2031-01-01' },
      ),
      risks: plan.risks.flatMap((risk) => [risk, { ...risk, risk_id: `${risk.risk_id}_again` }]),
    }).contradictions;
    expect(spoiled.unknownIds).toBe(1);
    expect(spoiled.phasesOff?.are).toBe(1);
    expect(spoiled.totalsOff?.are).toBe(2);
    expect(spoiled.duplicateRisks).toBeGreaterThanOrEqual(plan.risks.length);
  });

  it('[CP13] a summary that ends before the schedule does contradicts it', () => {
    const { executive_summary: _said, charter: _charter, ...bare } = plan;
    const early = { ...bare, summary: 'All is done by 2026-12-02.' };
    const { contradictions } = planwrightMeasures('shop', { plan: JSON.stringify(early) });
    expect(contradictions.summaryEndLateDays).toBeGreaterThan(31);
    expect(contradictions.charterEndLateDays).toBeNull();
  });

  it('[CP12] words are those of its report, null without one', () => {
    expect(measured().words.total).toBeNull();
    const report =
      '<header class="first"><p>Go now</p></header><details class="section"><summary><h2>R</h2></summary><div class="body" id="risks">one two three</div></details>';
    expect(measured({}, report).words.bySection).toEqual({
      'Executive summary': 2,
      'Assumptions and risks': 4,
    });
  });
});

describe('the page', () => {
  const page = tableNames
    .map((name) => `About ${name}.\n<!-- table: ${name} -->\nSTALE\n<!-- end of table -->\n`)
    .join('');

  it('[CP16] is filled between its markers and nowhere else', () => {
    const filled = filledPage(page, [measured()]);
    expect(filled).not.toContain('STALE');
    for (const name of tableNames)
      expect(filled).toContain(`About ${name}.\n<!-- table: ${name} -->\n|`);
    expect(filledPage(filled, [measured()])).toBe(filled);
  });

  it('[CP16] a page without a place for a table is refused', () => {
    expect(() => filledPage('# Nothing', [])).toThrow('no place');
  });

  it('[CP16] says that nothing is recorded rather than a figure', () => {
    expect(tableOf('length', [])).toContain('| Pitch | – | not recorded yet |');
  });
});
