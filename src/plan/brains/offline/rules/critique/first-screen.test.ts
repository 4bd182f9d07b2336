// What a reader meets first of a plan by rules: what to test, what to do today, what to decide.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../../../../contract/plan.ts';
import { taskIdOf, tasksOf } from '../../../../../gates/plan-parts.ts';
import { planOffline } from '../../run-offline.ts';

const startDate = '2027-01-04';
/** Whole plans, on a machine that does other things too. */
const PATIENT_MS = 60_000;
const offline = async (goal: string): Promise<Plan> =>
  (await planOffline({ planId: 'plan_t1', goal, startDate })).plan;

const taskOf = (plan: Plan, id: string) => tasksOf(plan).find(({ task_id }) => task_id === id);

describe('the first screen of a plan by rules', () => {
  const plans: Record<'shop' | 'event' | 'errand' | 'foreign', Plan> = {} as never;
  beforeAll(async () => {
    plans.shop = await offline(
      'Open a small repair shop for lamps in Ghent by October 2027 with 60,000 EUR',
    );
    plans.event = await offline('Hold a summer party in Turku on 12 June 2027 with 90 guests');
    plans.errand = await offline('Buy new shoelaces on the way home');
    plans.foreign = await offline(
      'Ein Programm für 300 Lehrlinge in Graz aufbauen, Budget 250.000 Euro, bis Ende 2028',
    );
  }, PATIENT_MS);

  it.each(['shop', 'event', 'foreign'] as const)(
    '[OF80] premises of the %s are few, open before something binds, and none is about the first day',
    (name) => {
      const plan = plans[name];
      const premises = plan.critical_premises ?? [];
      const open = premises.filter(({ state }) => state === 'open');
      expect(open.length).toBeGreaterThanOrEqual(2);
      expect(open.length).toBeLessThanOrEqual(3);
      for (const { by, guards = [], claim } of open) {
        expect(by > plan.start_date, claim).toBe(true);
        expect(guards).toHaveLength(1);
        const act = taskOf(plan, taskIdOf(guards[0] ?? ''));
        expect(by < (act?.start_date ?? ''), claim).toBe(true);
        expect(claim).not.toMatch(/hours for this|does not come to this|read as it is meant/u);
      }
      expect(new Set(open.map(({ test }) => test)).size).toBe(open.length);
    },
  );

  it('[OF80] the largest guessed amount is one of them, before it is paid', () => {
    const [dearest] = (plans.shop.cost_lines ?? []).toSorted((a, b) => b.base - a.base);
    const premise = (plans.shop.critical_premises ?? []).find(({ claim }) =>
      claim.includes('can be had for about'),
    );
    expect(premise?.claim).toContain(Math.round(dearest?.base ?? 0).toLocaleString('en-US'));
    expect(taskIdOf(premise?.guards?.[0] ?? '')).toBe(dearest?.task);
  });

  it.each(['shop', 'event', 'foreign'] as const)(
    '[OF86] what the %s is all for is no demand that one task has to name again',
    (name) => {
      const intent = plans[name].directives?.find(({ kind }) => kind === 'intent');
      const judged = plans[name].adherence?.find(({ directive }) => directive === intent?.id);
      expect(judged?.verdict).toBe('kept');
    },
  );

  it('[OF81] an errand has nothing to test first', () => {
    const { critical_premises: premises = [], verdict } = plans.errand;
    expect(premises.map(({ state }) => state)).toEqual(['holds', 'holds', 'holds']);
    expect(JSON.stringify(verdict)).not.toMatch(/tested first/u);
    expect(plans.errand.executive_summary?.situation).not.toContain('guessed');
    expect(JSON.stringify(plans.errand)).not.toMatch(
      /written offers for “|stands in for You|You says/u,
    );
  });

  it.each(['shop', 'event', 'errand', 'foreign'] as const)(
    '[OF82] the first day of the %s is a few things of some minutes, none of them by a revision',
    (name) => {
      const plan = plans[name];
      const actions = plan.first_24_hours ?? [];
      expect(actions.length).toBeGreaterThan(0);
      expect(actions.length).toBeLessThanOrEqual(5);
      for (const { task, action, who, minutes } of actions) {
        const own = taskOf(plan, task);
        const step = own?.subtasks.find(({ description }) => description === action);
        expect(step?.action ?? '').not.toMatch(/^(?:prevent_failure|ask_first)/u);
        expect(who).toBe(own?.assignee_role);
        expect(minutes).toBeGreaterThanOrEqual(15);
        expect(minutes).toBeLessThanOrEqual(90);
      }
    },
  );

  it('[OF83] what is to decide is one thing, with who and by when', async () => {
    for (const plan of Object.values(plans)) {
      const { decision_needed: text = '' } = plan.executive_summary ?? {};
      expect(text).toMatch(/ decides? by \d{1,2} \p{Lu}\p{L}+ \d{4}/u);
      expect((plan.roles ?? []).some(({ name }) => text.startsWith(`${name} `))).toBe(true);
    }
    expect(plans.event.executive_summary?.decision_needed).toContain('what it may cost');
  });

  it('[OF84] a revision adds no agreement on hours where one person can carry them', () => {
    for (const plan of Object.values(plans))
      expect(JSON.stringify(plan.phases)).not.toContain('name who stands in');
    const steps = tasksOf(plans.errand).flatMap(({ subtasks }) => subtasks);
    expect(steps.some(({ action }) => /^(?:prevent_failure|ask_first)/u.test(action))).toBe(false);
  });

  it('[OF85] responses to risks are told whole or not at all, and what is held on a day has no odds of a date', () => {
    const { main_risks = '', expected = '' } = plans.event.executive_summary ?? {};
    const told = (plans.event.risks ?? []).filter(({ title = '' }) => main_risks.includes(title));
    expect(told.length).toBeGreaterThan(0);
    const responses = told.map(({ mitigation }) => mitigation.replace(/\.$/u, ''));
    expect(responses.filter((one) => main_risks.includes(one))).not.toEqual([]);
    // Told whole, or not at all.
    const begun = responses.filter((one) =>
      main_risks.includes(one.split(' ').slice(0, 3).join(' ')),
    );
    expect(begun.filter((one) => !main_risks.includes(one))).toEqual([]);
    expect(expected).toContain('It is held on 12 June 2027');
    expect(expected).not.toContain('four of five runs');
  });
});
