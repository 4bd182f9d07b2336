// Levels 1 to 6 by rules: what the goal asks, which way is taken, what the plan rests on.
import { describe, expect, it } from 'vitest';
import { atDetail } from '../../../catalog.ts';
import type { BasisOutput } from '../../../outputs/basis.ts';
import type { DirectionOutput } from '../../../outputs/direction.ts';
import { type Detail, details, isThought } from '../../../stage.ts';
import type { DirectivesOutput } from '../../../stages/directives.ts';
import { planStages } from '../../../stages/index.ts';
import type { LeversOutput } from '../../../stages/levers.ts';
import type { RedlineOutput } from '../../../stages/redline.ts';
import type { ScenariosOutput } from '../../../stages/scenarios.ts';
import { checkThought, type ThoughtWork } from '../../../thought.ts';
import { draftOf } from '../draft.ts';
import { planOffline, runOffline } from '../run-offline.ts';
import { mendRule } from './basis-mend.ts';
import { rules } from './index.ts';

const bakery =
  'Open a bakery in Lyon by 30 June 2027 with a budget of €120,000. It must have 20 seats. Do not sell alcohol. Banned words: cloud, blockchain.';
const poor = 'Open a bakery in Porto with a budget of EUR 500';
const chinese = '在上海开一家面包店，预算50万元，2027年6月前开业。';
const goals = [
  bakery,
  'Build a mobile app for beekeepers with 500 users in the first quarter, $15,000.',
  'Organisiere eine Hochzeit für 80 Gäste in Graz am 12. September 2027, Budget 20.000 Euro.',
  'I need to paint my garden fence this weekend. I have two brushes and a pot of paint.',
  chinese,
];

const startDate = '2026-11-16';

async function upTo(goal: string, detail: Detail = 'standard', last = 'mend-2') {
  const all = atDetail(planStages, detail);
  const stages = all.slice(0, all.findIndex(({ name }) => name === last) + 1);
  return runOffline({ planId: 'plan_rules', goal, startDate, detail }, { stages });
}

async function outputsOf(goal: string) {
  const { outputs } = await upTo(goal);
  return {
    directives: (outputs.directives as DirectivesOutput).directives,
    levers: (outputs.levers as LeversOutput).levers,
    scenarios: (outputs.scenarios as ScenariosOutput).scenarios,
    direction: outputs.direction as DirectionOutput,
    basis: outputs['mend-2'] as BasisOutput,
    redline: outputs.redline as RedlineOutput,
  };
}

describe('rules of levels 1 to 6', () => {
  it('[OF1] there is one for every stage that a mind thinks about', () => {
    const names = planStages.filter(isThought).map(({ name }) => name);
    expect(names.filter((name) => !Object.hasOwn(rules, name))).toEqual([]);
  });

  it.each(goals.flatMap((goal) => details.map((detail) => [detail, goal] as const)))(
    '[OF1] they pass all checks at detail %s: %s',
    async (detail, goal) => {
      const { halt, outputs } = await upTo(goal, detail);
      expect(halt).toBeNull();
      expect(outputs).toHaveProperty('mend-2.returns', []);
    },
  );

  it('[OF2] directives are what the goal says, in its order', async () => {
    const { directives } = await outputsOf(bakery);
    const places = directives.map(({ quote }) => bakery.indexOf(quote.replace(/…$/u, '')));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(directives.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['intent', 'constraint', 'requirement', 'banned']),
    );
    const texts = directives.map(({ text }) => text).join('\n');
    for (const part of ['2027-06-30', 'EUR 120,000', 'Lyon', '20 seats', 'alcohol'])
      expect(texts).toContain(part);
  });

  it('[OF3] what is only supposed to be a limit weighs less, and is told as read so', async () => {
    const ofCost = async (goal: string) =>
      (await outputsOf(goal)).directives.find(({ limit }) => limit?.of === 'cost');
    const sure = await ofCost(bakery);
    const supposed = await ofCost('Build a mobile app for beekeepers, $15,000');
    expect(sure).toMatchObject({ importance: 5, limit: { most: 120_000, currency: 'EUR' } });
    expect(supposed?.importance).toBeLessThan(4);
    expect(supposed?.text).toContain('is read');
  });

  it('[OF4] banned words are checked by code', async () => {
    const { directives } = await outputsOf(bakery);
    expect(directives.find(({ limit }) => limit?.of === 'words')).toMatchObject({
      ...{ kind: 'banned', importance: 5, limit: { never: ['cloud', 'blockchain'] } },
    });
  });

  it('[OF4] no task is named by a banned word, though a demand has it', async () => {
    const goal = 'Build a village library. It must have an app for readers. Banned words: app, VR.';
    const { plan } = await planOffline({ planId: 'plan_rules', goal, startDate });
    const titles = plan.phases.flatMap(({ tasks }) => tasks.map(({ title }) => title));
    expect(titles.filter((title) => /\bapp\b/i.test(title))).toEqual([]);
    expect(titles.join()).toContain('for readers');
  });

  it('[OF5] three scenarios differ, and the playbook’s own levers come first', async () => {
    for (const goal of goals) {
      const { scenarios, levers } = await outputsOf(goal);
      const shapes = scenarios.map(({ settings }) => JSON.stringify(settings));
      expect(new Set(shapes).size).toBe(3);
      const { playbook } = draftOf({ planId: 'plan_rules', goal, startDate });
      const [own] = playbook.levers ?? [];
      expect(levers[0]?.name).toBe(own?.name ?? 'How much comes first');
    }
  });

  it('[OF6] too little money: the smallest way, and what is missing', async () => {
    const { direction, scenarios } = await outputsOf(poor);
    expect(direction.scenario.id).toBe('S1');
    expect(direction.scenario.why).toMatch(/EUR [\d,]+ more/);
    expect(scenarios[0]?.breaks_directives).not.toEqual([]);
    const { direction: tight, scenarios: ways } = await outputsOf(bakery);
    expect(ways[2]?.breaks_directives).not.toEqual([]);
    expect(tight.scenario.breaks).toBeUndefined();
  });

  it('[OF7] quantities say where they come from, and two are of the whole', async () => {
    for (const goal of goals) {
      const { basis } = await outputsOf(goal);
      const { assumptions, gates } = basis;
      expect(assumptions.flatMap(({ total }) => total ?? [])).toEqual(['cost', 'days']);
      expect(assumptions.filter(({ evidence }) => evidence === '')).toEqual([]);
      expect(gates.map(({ status }) => status)).not.toContain('fail');
    }
  });

  it('[OF8] too little money or time is a risk, watched by whoever has a task', async () => {
    const { basis } = await outputsOf(`${poor} by 30 November 2026`);
    const titles = basis.risks.map(({ title }) => title).join('\n');
    expect(titles).toContain('The budget of EUR 500');
    expect(titles).toContain('The deadline 2026-11-30');
    const draft = draftOf({ planId: 'plan_rules', goal: poor, startDate });
    const roles = draft.phases.flatMap(({ tasks }) => tasks.map((task) => task.assignee_role));
    for (const { owner } of basis.risks) expect(roles).toContain(owner);
  });

  it('[OF9] a goal in other letters is planned in English, and it is said', async () => {
    const { plan } = await planOffline({ planId: 'plan_rules', goal: chinese, startDate });
    expect(plan.notice).toContain('The goal is not in English (zh); this draft is.');
    const stage = planStages.filter(isThought).find(({ name }) => name === 'redline');
    const input = { intake: { planId: 'plan_rules', goal: chinese, startDate }, outputs: {} };
    const work = { stage, spec: {}, input } as unknown as ThoughtWork;
    const said = { verdict: 'go', reason: 'No rule against grave harm applies.', cautions: [] };
    expect(checkThought(work, said, 'rule')).toEqual({ value: said });
    expect(checkThought(work, said)).toHaveProperty('problems');
  });

  it('[OF10] safety agrees with the screen, and cautions where care is needed', async () => {
    expect((await outputsOf(bakery)).redline.verdict).toBe('go');
    const careful = (await outputsOf('Open a clinic for children in Leeds')).redline;
    expect(careful.verdict).toBe('go_with_care');
    expect(careful.cautions).toHaveLength(2);
    const stop = rules.redline?.({
      draft: draftOf({ planId: 'plan_rules', goal: 'Build a dirty bomb', startDate }),
      ...{ input: { intake: { planId: 'plan_rules', goal: '', startDate }, outputs: {} } },
      part: null,
    });
    expect(stop).toMatchObject({ verdict: 'stop' });
  });

  it('[OF14] what a gate sends back is mended, and nothing is lost', async () => {
    const { outputs } = await upTo(bakery);
    const intake = { planId: 'plan_rules', goal: bakery, startDate };
    const { assumptions, risks } = outputs['mend-2'] as BasisOutput;
    const [first, ...others] = assumptions;
    const wrong = { ...first, lower: 9, base: 1, upper: 900, evidence: '', claim: 'A cloud bill' };
    const mended = (key: string, current: object) =>
      mendRule({
        draft: draftOf(intake),
        input: { intake, outputs },
        part: { key, title: key, words: {}, data: { current: JSON.stringify(current) } },
      }) as BasisOutput;
    const { assumptions: after } = mended('assumptions', { assumptions: [wrong, ...others] });
    expect(after).toHaveLength(assumptions.length);
    expect(after[0]).toMatchObject({ lower: 18, base: 18, upper: 900 });
    expect(after[0]?.claim).not.toContain('cloud');
    expect(after[0]?.evidence).not.toBe('');
    const spoiled = risks.map((risk) => ({ ...risk, response: 'Put it on a blockchain.' }));
    const responses = mended('risks', { risks: spoiled }).risks.map(({ response }) => response);
    expect(responses).toHaveLength(risks.length);
    expect(responses.join()).not.toContain('blockchain');
  });
});
