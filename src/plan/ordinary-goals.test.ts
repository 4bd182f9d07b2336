// Goals as people type them on the first day: the plan must speak sensible English, find the date
// that was given, and say plainly when a date is not used or not kept.
import { describe, expect, it } from 'vitest';
import type { Plan } from '../contract/plan.ts';
import { planOffline, runOffline } from './brains/offline/run-offline.ts';

const made = (goal: string, startDate = '2026-11-16') =>
  planOffline({ planId: 'plan_t1', goal, startDate });

const tasksOf = (plan: Plan) => plan.phases.flatMap((phase) => phase.tasks);
const namesOf = (plan: Plan) =>
  [...plan.phases.map((phase) => phase.name), ...tasksOf(plan).map((task) => task.title)].join(
    '\n',
  );

describe('the date a goal gives', () => {
  it.each([
    ['Open a small coffee shop in Copenhagen by October for DKK 600,000', '2027-10-31'],
    ['Organize a one-day conference for 120 people in Porto next spring', '2027-05-31'],
    ['Paint the fence of our garden this summer', '2027-08-31'],
    ['Finish my thesis before Christmas', '2026-12-23'],
    ['Renovate my bathroom for €12,000 before summer', '2027-05-31'],
    ['Sell pumpkins in Leeds by Halloween', '2027-10-31'],
    ['Travel to Japan for 3 weeks in April with two kids', '2027-04-30'],
    ['Ship the new version of our product by Friday', '2026-11-20'],
  ])('[PL1] %s → %s', async (goal, deadline) => {
    const { plan, report } = await made(goal);
    expect(plan.schedule.deadline).toBe(deadline);
    expect(report).not.toContain('no deadline was given');
  });

  it.each(['by October', 'next spring', 'before Christmas'])(
    '[PL4] the year of “%s” is a guess, and the rule is said',
    async (when) => {
      const { plan } = await made(`Open a bakery in Porto ${when}`);
      const guesses = plan.guesses.map((guess) => guess.guess).join('\n');
      expect(guesses).toContain('gives no year');
      expect(guesses).toContain(plan.schedule.deadline);
    },
  );

  it('[PL3] a window that is past is named, and so is that no deadline is used', async () => {
    const { plan, report } = await made('Prospect dog breeders, close 3 deals in Q1 2026');
    expect(plan.schedule.deadline).toBeNull();
    expect(plan.facts).toContainEqual(expect.objectContaining({ kind: 'date', text: 'Q1 2026' }));
    for (const text of [report, plan.summary, plan.guesses.map((g) => g.guess).join()]) {
      expect(text).toMatch(/“Q1 2026” .*before the start.*no deadline is used/);
    }
    expect(report).not.toContain('no deadline was given');
  });

  it('[PL3] a day that only its owner knows is asked for', async () => {
    const { plan, report } = await made('Learn to swim before my 40th birthday');
    expect(report).toContain('before my 40th birthday');
    expect(report).not.toContain('no deadline was given');
    expect(plan.open_questions.join()).toContain('Which day is meant by “before my 40th birthday”');
  });

  it('[PL3] no deadline is said only where none is', async () => {
    const { report } = await made('Open a bakery in Porto');
    expect(report).toContain('no deadline was given');
  });

  it('[PL1] days count from the first working day', async () => {
    const { plan } = await made('Fix the leak in our kitchen in 3 days', '2026-11-14');
    expect(plan.start_date).toBe('2026-11-16');
    expect(plan.schedule).toMatchObject({ deadline: '2026-11-18', meets_deadline: true });
  });
});

describe('titles of ordinary goals', () => {
  it.each([
    [
      'Teach my grandmother to use a smartphone',
      'to teach my grandmother to use a smartphone',
      'personal-project',
    ],
    ['Learn to swim before my 40th birthday', 'to learn to swim', 'personal-project'],
    [
      'Move our company from Slack to Teams',
      'to move our company from Slack to Teams',
      'organisation-change',
    ],
    ['Find a new home for our 3 cats', 'to find a new home for our 3 cats', 'personal-project'],
    [
      'Hire three nurses for our clinic in Leeds',
      'to hire three nurses for our clinic in Leeds',
      'organisation-change',
    ],
    ['Become fluent in Danish', 'to become fluent in Danish', 'personal-project'],
    ['Run a marathon this summer', 'to run a marathon', 'personal-project'],
    ['Buy a house in Bristol', 'to buy a house in Bristol', 'personal-project'],
    ['Lose 10 kg', 'to lose 10 kg', 'personal-project'],
  ])('[PL2] %s is planned as an act: %s', async (goal, act, name) => {
    const { plan } = await made(goal);
    expect(plan.playbook.name).toBe(name);
    expect(namesOf(plan)).toContain(act);
    expect(namesOf(plan)).not.toMatch(/\bthe (?:to|for|from|in) \b|did the/);
  });

  it.each([
    ['Build a mobile app for tracking plants, budget $15k, launch by March', 'budget $15k'],
    ['Launch an online store for handmade candles, with $5,000', '$5,000'],
    ['Organize a festival this summer', 'this summer'],
    ['Translate our website into German', 'Translate our website on'],
  ])('[PL2] %s: no title says “%s”', async (goal, words) => {
    const { plan } = await made(goal);
    const titles = tasksOf(plan).filter((task) => !/success|learned|agreed|:/.test(task.title));
    expect(titles.map((task) => task.title).join('\n')).not.toContain(words);
  });

  it('[PL5] a leak at home is an errand of days, not a building site of months', async () => {
    const { plan } = await made('Fix the leak in our kitchen in 3 days');
    expect(plan.playbook.name).toBe('personal-errand');
    expect(namesOf(plan)).not.toContain('Build the leak');
  });

  it.each([
    ['Celebrate my mother’s 70th birthday with 30 guests in Lyon', 'event'],
    ['Throw a birthday party for 20 kids', 'event'],
    ['Save money before my 40th birthday', 'personal-project'],
  ])('[PL5] a birthday is an event only when it is held: %s → %s', async (goal, name) => {
    expect((await made(goal)).plan.playbook.name).toBe(name);
  });

  it('[PL4] money that comes in is not a budget', async () => {
    for (const goal of [
      'Raise $2 million seed funding for my startup',
      'Sell my car for at least $8,000 within two weeks',
    ]) {
      const { plan } = await made(goal);
      expect(plan.costs.budget).toBeNull();
      expect(plan.facts.map((fact) => fact.kind)).toContain('money');
    }
  });
});

describe('short goals', () => {
  it.each(['Open a bakery', 'Start a podcast', 'Buy a small house', 'Write a novel', 'Lose 10 kg'])(
    '[PL6] %s is planned',
    async (goal) => {
      expect((await made(goal)).plan.title).toBe(goal);
    },
  );

  it.each(['foo a bar', 'Do it', 'test', 'my goal', 'Get fit', 'sdf a xcv', 'Write a test'])(
    '[PL6] %s is not',
    async (goal) => {
      const result = await runOffline({ planId: 'plan_t1', goal, startDate: '2026-11-16' });
      expect(result).toMatchObject({ halt: { code: 'goal_unusable' } });
    },
  );
});

describe('the day of an event', () => {
  const wedding = 'Plan our wedding for 80 guests in Ghent on 12 June 2027';
  const dayOf = (plan: Plan) => tasksOf(plan).find((task) => task.title.startsWith('Hold'));

  it('[PL4] a Saturday wedding is held on the Saturday, and what follows is said', async () => {
    const { plan, report } = await made(wedding);
    expect(dayOf(plan)).toMatchObject({ start_date: '2027-06-12', finish_date: '2027-06-12' });
    expect(plan.schedule).toMatchObject({ deadline: '2027-06-12', meets_deadline: true });
    expect(plan.finish_date).toBe('2027-06-12');
    expect(dayOf(plan)?.acceptance_criteria.join()).toContain('settled who does this afterwards');
    expect(report).toContain('settled who does this afterwards');
  });

  it('[PL3] a wedding too soon is missed, in the summary too', async () => {
    const { plan } = await made('Plan our wedding for 80 guests in Ghent on 28 November 2026');
    expect(plan.schedule.meets_deadline).toBe(false);
    expect(plan.summary).toContain('The deadline 2026-11-28 is missed');
  });

  it('[PL4] an event in a season is held within it, on a day marked as a guess', async () => {
    const { plan } = await made('Organize a conference for 120 people in Porto next spring');
    expect(dayOf(plan)?.finish_date).toBe('2027-03-01');
    expect(plan.guesses.map((guess) => guess.guess).join()).toContain('2027-03-01');
  });

  it('[PL3] a shop that opens in time keeps its date, though it is looked back at later', async () => {
    const free = (await made('Open a bakery in Porto')).plan;
    const opening = tasksOf(free).find((task) => task.title.startsWith('Open the'))?.finish_date;
    const { plan } = await made(`Open a bakery in Porto by ${opening}`);
    expect(plan.schedule).toMatchObject({ deadline: opening, meets_deadline: true });
    expect(plan.finish_date).toBe(opening);
    const last = tasksOf(plan).find((task) => task.title.startsWith('Open the'));
    expect(last?.acceptance_criteria.join()).toContain('review the first four weeks');
  });

  it('[PL10] the report says how long a task waits for what it needs', async () => {
    const { report } = await made(wedding);
    expect(report).toMatch(/2 weeks after \d+\.\d+/);
  });
});
