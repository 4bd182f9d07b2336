// Single rules of levels 7 to 10, with material as other minds leave it.
import { describe, expect, it } from 'vitest';
import {
  networkStageInput,
  sampleCost,
  sampleNetwork,
} from '../../../../../test/support/network.ts';
import { buildNetwork } from '../../../network/build.ts';
import type { NetworkInput } from '../../../network/network-input.ts';
import type { NetworkOutput } from '../../../outputs/network.ts';
import type { DraftTask } from '../../../outputs/tasks.ts';
import type { PhaseDetail, TaskDetail } from '../../../outputs/work.ts';
import type { RescueAnswer } from '../../../rescue/rescue-answer.ts';
import { detailsStage } from '../../../stages/details.ts';
import { rescue1Stage } from '../../../stages/rescue-1.ts';
import { draftOf } from '../draft.ts';
import { workRules } from './work.ts';
import { fitted } from './work-fit.ts';
import { canJoin, leadsTo } from './work-graph.ts';
import { teamRule } from './work-team.ts';
import { naturalHours } from './work-time.ts';
import { weekOf } from './work-week.ts';

const draft = draftOf({
  planId: 'plan_rules',
  goal: 'Open a second-hand bookshop in Utrecht with 45,000 EUR by 1 October 2027.',
  startDate: '2026-11-16',
});

const task = (
  task_id: string,
  prerequisites: string[],
  more: Partial<DraftTask> = {},
): DraftTask => ({
  ...(draft.phases[0]?.tasks[0] as DraftTask),
  task_id,
  title: `Do ${task_id}`,
  prerequisites,
  cost: { low: 1, base: 2, high: 3, currency: 'EUR', source: 'rule' },
  ...more,
});

describe('tasks within the numbers of a plan', () => {
  it('[OF43] what is too many becomes a part of a task beside it, with its hours and money, and no ring', () => {
    // d may not be joined with a: b lies between them.
    const tasks = [task('a', []), task('b', ['a']), task('c', ['a']), task('d', ['a', 'b'])];
    const [phase, ...others] = fitted([{ name: 'One', tasks }], { phases: 3, tasksPerPhase: 2 });
    expect(others).toEqual([]);
    expect(phase?.tasks).toHaveLength(2);
    const hours = (list: readonly DraftTask[] = []): number =>
      list.reduce((sum, { estimate }) => sum + estimate.likely, 0);
    expect(hours(phase?.tasks)).toBeCloseTo(hours(tasks));
    expect(phase?.tasks.reduce((sum, { cost }) => sum + (cost?.base ?? 0), 0)).toBe(8);
    for (const { task_id } of phase?.tasks ?? []) {
      expect(leadsTo(phase?.tasks ?? [], task_id, task_id)).toBe(false);
    }
    expect(canJoin(tasks, 'a', 'd')).toBe(false);
    expect(canJoin(tasks, 'b', 'd')).toBe(true);
  });

  it('[OF43] what binds by contract or law is joined last, and stays so', () => {
    const tasks = [
      task('a', []),
      task('b', ['a'], { risk_tier: 'T3', performer: 'human' }),
      task('c', []),
    ];
    const [phase] = fitted([{ name: 'One', tasks }], { phases: 1, tasksPerPhase: 2 });
    expect(phase?.tasks.map(({ task_id }) => task_id)).toContain('b');
  });

  it('[OF43] phases that are too many are put together, and whatever ends nowhere ends with the last task', () => {
    const phases = ['a', 'b', 'c'].map((id) => ({ name: `Phase ${id}`, tasks: [task(id, [])] }));
    const [first, second] = fitted(phases, { phases: 2, tasksPerPhase: 5 });
    expect(first?.name).toBe('Phase a; then phase b');
    expect(second?.tasks[0]?.prerequisites.toSorted()).toEqual(['a', 'b']);
  });
});

describe('hours a week that the goal names', () => {
  it.each([
    ['Restore a rowing boat in Bergen before 1 June 2027, 6 hours a week.', 6],
    ['Restauriere ein Ruderboot in Bregenz, 12 Stunden pro Woche.', 12],
    ['Restaurer une barque à Annecy, 8 heures par semaine.', 8],
    ['Restaurar una barca en Cádiz, 10 horas por semana.', 10],
    ['Restaurér en robåd i Svendborg, 7 timer om ugen.', 7],
    ['Restore a rowing boat in Bergen with 30 people in 6 weeks.', null],
  ])('[OF46] are all that people give to the plan: %s', (goal, hours) => {
    expect(weekOf(draftOf({ planId: 'plan_rules', goal, startDate: '2026-11-16' }))).toBe(hours);
  });

  it('[OF46] make the work longer, and are those of the people of the team', () => {
    const goal = 'Renovate the old boathouse in Bergen before 1 June 2027';
    const intake = { planId: 'plan_rules', startDate: '2026-11-16' };
    const whole = draftOf({ ...intake, goal: `${goal}.` });
    const part = draftOf({ ...intake, goal: `${goal}, 4 hours a week.` });
    expect(naturalHours(part, 1)).toBeGreaterThan(5 * naturalHours(whole, 1));
    const input = networkStageInput(sampleNetwork(), {} as NetworkOutput);
    const { roles } = teamRule({ draft: part, input, part: null });
    const weeks = (kind: string): (number | null)[] => [
      ...new Set(roles.filter((role) => role.kind === kind).map((role) => role.hours_per_week)),
    ];
    expect(weeks('person')).toEqual([4]);
    expect(weeks('agent')).toEqual([null]);
  });
});

describe('details of an outline by another mind', () => {
  it('[OF44] each task gets a role of that team, checks of its own words, and hours that say they are a guess', () => {
    const given = sampleNetwork();
    const input = { ...networkStageInput(given, {} as NetworkOutput) };
    const [phase] = given.outline.phases;
    const part = { key: `phase${phase?.id}`, title: '', words: {} };
    const value = workRules.details?.({ draft, input, part }) as PhaseDetail;
    expect(detailsStage.parts?.problems?.(value, part, input)).toEqual([]);
    expect(value.tasks.map(({ id }) => id)).toEqual(phase?.tasks.map(({ id }) => id));
    const [first] = value.tasks;
    expect(first?.acceptance).toEqual([phase?.tasks[0]?.yields]);
    expect(first?.description).toMatch(/Hours are a guess/);
    expect(given.team.roles.map(({ name }) => name)).toContain(first?.role);
  });
});

const late = (date: string | null, budget: number | null = null): NetworkInput => {
  const given = sampleNetwork();
  return {
    ...given,
    direction: {
      ...given.direction,
      deadline: date === null ? null : { date, source: 'D1' },
      budget: budget === null ? null : { amount: budget, currency: 'EUR', source: 'D2' },
    },
  };
};

async function proposed(given: NetworkInput): Promise<RescueAnswer & { problems: string[] }> {
  const input = networkStageInput(given, await buildNetwork(given, { closesGap: false }));
  const part = { key: 'rescue', title: '', words: {} };
  const value = workRules['rescue-1']?.({ draft, input, part }) as RescueAnswer;
  return { ...value, problems: [...(rescue1Stage.parts?.problems?.(value, part, input) ?? [])] };
}

describe('a missed deadline or budget', () => {
  it('[OF45] what binds nobody may overlap; where even that is not enough, nothing is promised', async () => {
    const free = (date: string): NetworkInput => {
      const given = late(date);
      const phases = given.details.phases.map((phase) => ({
        ...phase,
        tasks: phase.tasks.map((one) => ({
          ...one,
          ...{ risk_tier: 'T1' as const, reversibility: 'reversible' as const },
          ...{ wait_hours: 0, optional: false },
        })),
      }));
      return { ...given, details: { phases } };
    };
    const { changes, problems } = await proposed(free('2026-03-11'));
    expect(problems).toEqual([]);
    expect(changes.length).toBeGreaterThan(0);
    expect([...new Set(changes.map(({ kind }) => kind))]).toEqual(['overlap']);
    expect((await proposed(free('2026-03-02'))).changes).toEqual([]);
  });

  it('[OF45] nothing is made to overlap with what is left out', async () => {
    const given = late('2026-03-04');
    const phases = given.details.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((one) => ({
        ...one,
        risk_tier: 'T1' as const,
        optional: one.id === '2.1',
      })),
    }));
    const { changes, problems } = await proposed({ ...given, details: { phases } });
    expect(problems).toEqual([]);
    expect(changes.filter(({ kind }) => kind === 'cut').map(({ task: id }) => id)).toEqual(['2.1']);
    const waited = changes.flatMap(({ after }) => (after ?? []).map((link) => link.task));
    expect(waited).not.toContain('2.1');
  });

  it('[OF45] costs are held to their low end where that brings them within the budget, else nothing is promised', async () => {
    const dear = (amount: number): NetworkInput => {
      const given = late(null, amount);
      const bought = (one: TaskDetail): TaskDetail =>
        one.id === '1.2' ? { ...one, costs: [sampleCost(1000)] } : { ...one, costs: [] };
      const phases = given.details.phases.map((phase) => ({
        ...phase,
        tasks: phase.tasks.map(bought),
      }));
      return { ...given, details: { phases } };
    };
    const { costs } = await buildNetwork(dear(1), { closesGap: false });
    const { changes, problems } = await proposed(dear(costs.base - 100));
    expect(problems).toEqual([]);
    const [cheaper] = changes.filter(({ kind }) => kind === 'cheaper');
    expect(cheaper).toMatchObject({ task: '1.2', costs: [{ low: 500, base: 500, high: 1000 }] });
    const hopeless = await proposed(dear(costs.base - 600));
    expect(hopeless.changes.filter(({ kind }) => kind === 'cheaper')).toEqual([]);
  });
});
