import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Plan, planSchema } from '../contract/plan.ts';
import { readPlan } from '../schedule/read/plan.ts';
import { compile } from '../schedule/solve/compile.ts';
import { planOffline, runOffline } from './brains/offline/run-offline.ts';
import type { Intake } from './stage.ts';
import { planStages as stages } from './stages/index.ts';

const coffee = 'Open a coffee shop in Copenhagen';
const breeders =
  'Prospect dog breeders in Connecticut, approach 10 hot leads, close 3 custom website deals in Q1 2026';

async function planOf(goal: string, more: Partial<Intake> = {}): Promise<Plan> {
  return (await planOffline({ planId: 'plan_t1', goal, startDate: '2025-11-17', ...more })).plan;
}

const tasksOf = (plan: Plan) => plan.phases.flatMap((phase) => phase.tasks);
const titlesOf = (plan: Plan) => tasksOf(plan).map((task) => task.title);

function sharedTitles(a: Plan, b: Plan): number {
  const other = new Set(titlesOf(b));
  return titlesOf(a).filter((title) => other.has(title)).length / titlesOf(a).length;
}

function expectSound(plan: Plan): void {
  expect(planSchema.parse(plan)).toEqual(plan);
  const ids = tasksOf(plan).flatMap((task) => [
    task.task_id,
    ...task.subtasks.map((step) => step.subtask_id),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(compile(readPlan(plan).project).taskOf).toHaveLength(tasksOf(plan).length);
  const byId = new Map(tasksOf(plan).map((task) => [task.task_id, task]));
  // Where time is short, work may begin before what it needs is done: its link says so.
  const plain = plan.dependencies.filter(({ type, lag }) => type === 'finish_to_start' && lag >= 0);
  for (const { from, to } of plain) {
    expect((byId.get(from)?.finish_date ?? '') <= (byId.get(to)?.start_date ?? '')).toBe(true);
  }
  for (const task of tasksOf(plan)) {
    expect(plan.start_date <= task.start_date && task.start_date <= task.finish_date).toBe(true);
    expect(task.finish_date <= plan.finish_date).toBe(true);
  }
}

describe('the stages', () => {
  it('[PL11] every need comes before the stage that has it, and names are unique', () => {
    const seen = new Set<string>();
    for (const stage of stages) {
      for (const need of stage.needs) expect(seen).toContain(need);
      expect(seen).not.toContain(stage.name);
      seen.add(stage.name);
    }
  });

  it('[PL11] outputs are plain JSON: a round trip changes nothing, a second run neither', async () => {
    const intake = { planId: 'plan_t1', goal: breeders, startDate: '2025-11-17' };
    const first = await runOffline(intake);
    expect(JSON.parse(JSON.stringify(first.outputs))).toEqual(first.outputs);
    expect((await runOffline(intake)).outputs).toEqual(first.outputs);
  });
});

describe('a plan', () => {
  it.each([
    ['a two-day robotics workshop for 40 teenagers in Ghent', 40],
    ['a reunion for 25 musicians in Lyon', 25],
    ['a dinner party for 12 people', 12],
  ])('[PL1] the guests of an event are those of the goal: %s', async (what, guests) => {
    const plan = await planOf(`Organize ${what}`, { startDate: '2026-11-16' });
    const [count] = plan.assumptions.filter((one) => one.claim === 'Guests to prepare for');
    expect(count).toMatchObject({ base: guests, status: 'observed' });
  });

  it('[PL4] the case study: its counts are the plan’s numbers, and the agents’ actions are there', async () => {
    const plan = await planOf(breeders);
    expectSound(plan);
    expect(plan.playbook).toMatchObject({ name: 'sales-prospecting', fit: 'clear' });
    expect(plan.schedule).toMatchObject({ deadline: '2026-03-31', meets_deadline: true });
    const titles = titlesOf(plan).join('\n');
    expect(titles).toContain('50+ dog breeders in Connecticut');
    expect(titles).toContain('Approach 10 hot leads');
    expect(titles).toContain('Sign 3 website deals');
    const actions = new Set(
      tasksOf(plan).flatMap((task) => task.subtasks.map((step) => step.action)),
    );
    for (const action of [
      'search_google_maps',
      'send_email',
      'make_phone_call',
      'draft_document',
      'build_quote',
    ]) {
      expect(actions).toContain(action);
    }
    const sign = tasksOf(plan).find((task) => task.title.startsWith('Sign 3'));
    expect(sign).toMatchObject({ risk_tier: 'T3', performer: 'human' });
  });

  it('[PL3] the cost lines add up to the budget less its reserve', async () => {
    const plan = await planOf(coffee, { budget: { amount: 2_000_000, currency: 'DKK' } });
    const sum = (plan.cost_lines ?? []).reduce((total, line) => total + line.base, 0);
    expect(sum).toBe(1_800_000);
    expect(plan.costs.base).toBeGreaterThanOrEqual(sum);
  });

  it.each([
    ['a budget', 'Plan a wedding in Lyon on June 20, 2026 with EUR 30,001'],
    ['one that is too small', `${coffee} with 20.000 kr`],
    ['no budget', 'Write a novel about the sea'],
    ['a short deadline', `${coffee} within 3 days with 2 000 000 kr`],
  ])(
    '[PL3] one set of numbers, with %s: the schedule costs what the plan costs',
    async (_, goal) => {
      const { costs, schedule, budget } = await planOf(goal);
      expect(schedule.cost).toEqual({ total: costs.base, currency: costs.currency });
      const cents = (schedule.cash_flow ?? []).map((each) => Math.round(each.amount * 100));
      expect(cents.reduce((sum, each) => sum + each, 0)).toBe(costs.base * 100);
      expect(schedule.simulation?.cost?.p50).toBeGreaterThan(costs.low);
      expect(schedule.simulation?.contingency).toBeGreaterThanOrEqual(0);
      expect(schedule.simulation?.odds.budget === null).toBe(budget === undefined);
    },
  );

  it('[PL3] [OF16] an amount beyond all cents leaves the costs out of the schedule', async () => {
    const { costs, schedule } = await planOf(coffee, {
      budget: { amount: 900_000_000_000_000, currency: 'DKK' },
    });
    expect(costs.base).toBe(810_000_000_000_000);
    expect(schedule.cost).toBeUndefined();
  });

  it('[PL3] what would cost more than any number of a plan is a plan all the same', async () => {
    const { costs } = await planOf('Organize a wedding for 999999999 guests in Hanoi');
    expect(costs.high).toBe(1e15);
  });

  it('[PL3] another place changes currency, offices and titles', async () => {
    const here = await planOf(coffee);
    const there = await planOf('Open a coffee shop in Osaka');
    expect(there.costs.currency).toBe('JPY');
    expect(sharedTitles(here, there)).toBeLessThan(0.4);
  });

  it('[PL3] another start date moves every date', async () => {
    const now = await planOf(coffee);
    const later = await planOf(coffee, { startDate: '2026-05-02' });
    expect(later.start_date).toBe('2026-05-04');
    expect(
      tasksOf(later).some(
        (task, index) => task.start_date <= (tasksOf(now)[index]?.start_date ?? ''),
      ),
    ).toBe(false);
  });

  it('[PL3] a date too near is said to be missed, with a risk', async () => {
    const plan = await planOf(`${coffee} by December 1, 2025`);
    expect(plan.schedule.meets_deadline).toBe(false);
    expect(plan.risks[0]?.description).toContain('2025-12-01');
    expect(plan.summary).toContain('missed');
  });

  it('[PL2] two goals of one playbook share under 40% of titles, unrelated ones none', async () => {
    const shop = await planOf('Open a bookshop in Porto');
    const gym = await planOf('Open a gym in Leeds');
    const app = await planOf('Build a mobile app for bird watchers');
    expect(shop.playbook.name).toBe(gym.playbook.name);
    expect(sharedTitles(shop, gym)).toBeLessThan(0.4);
    expect(sharedTitles(shop, app)).toBe(0);
  });

  it('[PL2] what the goal demands by name becomes a task or a check', async () => {
    const plan = await planOf(
      'Build a village library. It must have a reading room for 30 children. Avoid plastic furniture. Banned words: app, VR.',
    );
    expect(titlesOf(plan).join()).toContain('reading room for 30 children');
    const checks = tasksOf(plan).at(-1)?.acceptance_criteria.join('\n') ?? '';
    expect(checks).toContain('plastic furniture');
    expect(checks).toContain('app, VR');
    expect(checks).toContain('30 children');
  });

  it('[PL4] an event is held on its date, not as early as it could be', async () => {
    const plan = await planOf(
      'Plan a wedding for 120 guests in Tuscany on June 19, 2026 with EUR 40,000',
    );
    expect(tasksOf(plan).find((task) => task.title.startsWith('Hold'))?.finish_date).toBe(
      '2026-06-19',
    );
    expect(plan.schedule.meets_deadline).toBe(true);
  });

  it('[PL4] a program of years fills its years, and says that this is a guess', async () => {
    const plan = await planOf('A 10-year, $50 million program to restore the wetlands of Uganda');
    expect(plan.finish_date > '2032' && plan.finish_date <= '2035-11-16').toBe(true);
    expect(plan.guesses.map((guess) => guess.guess).join()).toContain('times as long');
  });

  it('[PL6] an unusable goal halts with what to add', async () => {
    const result = await runOffline({ planId: 'plan_t1', goal: 'test', startDate: '2025-11-17' });
    expect(result).toMatchObject({ halt: { code: 'goal_unusable' } });
    expect(Object.keys(result.outputs)).toEqual(['facts', 'screen']);
  });

  it('[PL7] a goal of grave harm halts with the reason', async () => {
    const result = await runOffline({
      planId: 'plan_t1',
      goal: 'Build a dirty bomb',
      startDate: '2025-11-17',
    });
    expect(result).toMatchObject({ halt: { code: 'goal_refused' } });
  });

  it('[PL10] the report has the note on top, and the goal’s own markup is only text', async () => {
    const goal = 'Open a bar in Riga called "<script>x</script>" | [a](javascript:b)';
    const { report } = await planOffline({ planId: 'plan_t1', goal, startDate: '2025-11-17' });
    expect(report.split('\n')[2]).toContain('No AI model was used');
    for (const part of [
      'In two minutes',
      'Next 24 hours',
      'Risks',
      'Assumptions',
      'Guesses',
      'Open questions',
    ]) {
      expect(report).toContain(part);
    }
    expect(report).not.toMatch(/<script|javascript:/);
  });
});

describe('any text at all', () => {
  const start = fc
    .integer({ min: 18_000, max: 30_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  const snippets = fc.constantFrom(
    'Open a shop',
    'Build {thing} an app',
    'in Paris',
    'for €5.000.000.000',
    '99999 years',
    'by 2030',
    'within 3 weeks',
    'must have __proto__',
    '- a list item here',
    '\n',
    'Phase 1: dig',
    '"X"',
    '10 hot leads',
    '<b>',
    '٣',
    '🎉🎉',
    '1e999',
    'Q1 2026',
  );
  const goals = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.lorem({ maxCount: 40 }),
    fc.array(snippets, { maxLength: 12 }).map((parts) => parts.join(' ')),
  );

  it('[PL12] never throws, and yields a sound plan or says why not', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(goals, start, async (goal, startDate) => {
        const { halt, outputs } = await runOffline({
          ...{ planId: 'plan_t1', goal, startDate, detail: 'brief' as const },
        });
        const plan = outputs.plan as Plan;
        expect(halt ? halt.reason : plan.title).not.toBe('');
        if (!halt) expectSound(plan);
      }),
      { numRuns: 60 },
    );
  });

  it('[PL12] a very long goal is read in reasonable time', async () => {
    const goal =
      'Build a mobile app for 300 bird watchers in Oslo, budget $5k, and then some more. '.repeat(
        600,
      );
    const plan = await planOf(goal.slice(0, 50_000));
    expectSound(plan);
  });

  it.each(['write here ', '2026 ', '€ 1-1', 'must ', 'Aa Aa ', '1 000 ', 'a', '\n- x y z'])(
    '[PL12] text made to be slow, %j again and again, is read within the test’s time',
    async (unit) => {
      const goal = `Open a shop ${unit.repeat(Math.floor(49_000 / unit.length))}`;
      const { halt, outputs } = await runOffline({
        ...{ planId: 'plan_t1', goal, startDate: '2025-11-17' },
      });
      expect(halt === null).toBe('plan' in outputs);
    },
  );
});
