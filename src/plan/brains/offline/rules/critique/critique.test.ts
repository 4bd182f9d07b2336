import { beforeAll, describe, expect, it } from 'vitest';
import { recordedExamples, recordedRun } from '../../../../../../test/support/recorded-run.ts';
import type { Plan } from '../../../../../contract/plan.ts';
import { isSame } from '../../../../findings.ts';
import { planOffline } from '../../run-offline.ts';
import { critiqueRules } from '../critique.ts';
import { coverage, Finder } from './likewise.ts';

const startDate = '2027-01-04';
/** Whole plans, on a machine that does other things too. */
const PATIENT_MS = 60_000;
const offline = async (goal: string): Promise<Plan> =>
  (await planOffline({ planId: 'plan_t1', goal, startDate })).plan;

const shop =
  'Open a small repair shop for lamps in Ghent by October 2027 with 60,000 EUR. We will not sell new lamps.';

const tasksOf = ({ phases }: Plan) => phases.flatMap(({ tasks }) => tasks);
const refOf = (id: string): string => id.split('_').slice(1).join('.');

describe('criticism by rules', () => {
  let plan: Plan;
  beforeAll(async () => {
    plan = await offline(shop);
  }, PATIENT_MS);

  it.each(recordedExamples)(
    '[OF50] rules criticize, revise and close %s, a plan of another mind',
    async (example) => {
      const { outputs, halt } = await recordedRun(example, (stage) =>
        Object.hasOwn(critiqueRules, stage),
      );
      expect(halt).toBeNull();
      const made = outputs.plan as Plan;
      expect(made.adherence).toHaveLength(made.directives?.length ?? 0);
      expect(made.premortem?.failures.length).toBeGreaterThan(0);
      expect(made.critical_premises?.length).toBeGreaterThanOrEqual(3);
    },
    PATIENT_MS,
  );

  it('[OF51] nothing is said twice by experts and red team, and no expert is said to have spoken', () => {
    const findings = [
      ...(plan.red_team?.findings ?? []),
      ...(plan.experts ?? []).flatMap((expert) => expert.findings),
    ];
    expect(findings.length).toBeGreaterThan(3);
    for (const [at, one] of findings.entries())
      for (const other of findings.slice(at + 1)) expect(isSame(one, other)).toBe(false);
    for (const { verdict } of plan.experts ?? []) expect(verdict).toMatch(/^Not asked yet\./u);
  });

  it('[OF52] findings are about something that there is, with its own figures', () => {
    const lines = plan.cost_lines ?? [];
    const dearest = lines.toSorted((one, other) => other.base - one.base)[0];
    const says = (plan.experts ?? []).flatMap(({ findings }) => findings.map((one) => one.says));
    const ofMoney = says.find((text) => text.includes('of the planned cost is one line'));
    expect(ofMoney).toContain(Math.round(dearest?.base ?? 0).toLocaleString('en-US'));
    const refs = new Set(tasksOf(plan).map(({ task_id }) => refOf(task_id)));
    const items = (plan.experts ?? [])
      .flatMap(({ findings }) => findings)
      .filter(({ section }) => section === 'phase')
      .map(({ item }) => item);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(refs).toContain(item);
  });

  it('[OF53] what prevents a failure becomes a step of its task, and nothing else is revised', () => {
    const steps = tasksOf(plan).flatMap(({ task_id, subtasks }) =>
      subtasks.map(({ action, description }) => ({ task: refOf(task_id), action, description })),
    );
    const answered = (plan.premortem?.failures ?? []).filter(
      ({ standing }) => standing === 'answered',
    );
    expect(answered.length).toBeGreaterThan(0);
    for (const { prevention, tasks } of answered) {
      const step = steps.find(({ description }) => description === prevention);
      expect(step?.action).toMatch(/^prevent_failure/u);
      expect(tasks).toContain(step?.task);
    }
    const paths = (plan.refinements ?? []).flatMap(({ changes }) =>
      changes.map(({ path }) => path),
    );
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths)
      expect(path).toMatch(/subtasks\.(?:prevent_failure|ask_first)|\.by$/u);
  });

  it('[OF54] a directive is kept where its words are taken up, and told apart where they are not', async () => {
    const verdicts = (plan.adherence ?? []).map(({ verdict }) => verdict);
    expect(plan.adherence).toHaveLength(plan.directives?.length ?? 0);
    expect(verdicts).toContain('kept');
    const unkept = (plan.adherence ?? []).filter(
      ({ verdict, by }) => verdict !== 'kept' && by === 'mind',
    );
    for (const { remedy = '' } of unkept) expect(remedy).not.toBe('');
    const tasks = new Finder(
      ['Rent the rooms of the lamp shop', 'Paint the lamp shop', 'Sell the first lamp'],
      (text) => text,
    );
    expect(tasks.best('paint')?.item).toBe('Paint the lamp shop');
    // A word that all of them have says little.
    expect(tasks.best('the lamp of the harbor')?.share).toBeLessThan(0.5);
    expect(tasks.best('harbor')).toBeNull();
    expect(coverage('seven lamps', 'lamps, seven of them')).toBe(1);
  });

  it(
    '[OF55] open questions ask for what is missing, and for nothing that the goal says',
    async () => {
      const bare = await offline('Open a small repair shop for lamps');
      expect(bare.open_questions.join(' ')).toMatch(/budget.*By when.*Where/u);
      expect(plan.open_questions.join(' ')).not.toMatch(
        /What is the budget|By when|Where does it/u,
      );
    },
    PATIENT_MS,
  );

  it('[OF56] the first day begins what the schedule begins first, by those who have the task', () => {
    const first = tasksOf(plan).toSorted((a, b) => a.start_date.localeCompare(b.start_date))[0];
    const actions = plan.first_24_hours ?? [];
    expect(actions.length).toBeGreaterThan(0);
    for (const { task, who } of actions) {
      const own = tasksOf(plan).find(({ task_id }) => task_id === task);
      expect(own?.start_date).toBe(first?.start_date);
      expect(own?.assignee_role).toBe(who);
    }
  });

  it(
    '[OF57] closing texts take braces and numbers of a goal as they are',
    async () => {
      const odd = await offline(
        'Open a shop {finish} for {lamps} in Ghent with 61,237 EUR by October 2027, 3.7 km from {{goal}}',
      );
      expect(odd.executive_summary?.expected).not.toMatch(/[{}]/u);
      expect(odd.pitch?.ask).toContain('EUR');
    },
    PATIENT_MS,
  );
});

describe('how a plan of rules is told', () => {
  it(
    '[OF58] it says that no model was used, which playbook it follows and why, and what is partial',
    async () => {
      const { plan, report } = await planOffline({ planId: 'plan_t1', goal: shop, startDate });
      expect(plan.brain).toBe('offline');
      expect(plan.notice).toMatch(/^No AI model was used\./u);
      expect(plan.quality_summary.complete).toBe(false);
      expect(plan.quality_summary.partial.join(' ')).toMatch(/nobody who knows the work/u);
      const top = report.slice(0, report.indexOf('## In two minutes'));
      expect(top).toContain('No AI model was used.');
      expect(top).toContain(plan.playbook.why);
      const odd = await offline('Do something with the blue thing until it is right');
      expect(odd.playbook).toMatchObject({ fit: 'none' });
      expect(odd.playbook.why).toContain('No playbook clearly fits');
    },
    PATIENT_MS,
  );
});
