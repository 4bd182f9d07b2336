// Plans by rules are tested by change: one thing of the goal is changed, and exactly what depends on it
// is another one. Both plans are compared field by field.
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../contract/plan.ts';
import { runOffline } from './run-offline.ts';

const goal =
  'Organize a chess tournament for 60 players in Graz on 10 March 2027 with a budget of 12,000 EUR.';

async function planOf(words: string): Promise<Plan> {
  const intake = { planId: 'plan_change', goal: words, startDate: '2026-11-16' };
  const { outputs } = await runOffline({ ...intake, detail: 'standard', brain: 'offline' });
  return outputs.plan as Plan;
}

type Leaf = readonly [path: string, value: unknown];

const leavesOf = (value: unknown, path = ''): Leaf[] =>
  typeof value !== 'object' || value === null
    ? [[path, value]]
    : Object.entries(value).flatMap(([key, item]) => leavesOf(item, `${path}/${key}`));

interface Compared {
  readonly before: Plan;
  readonly after: Plan;
  /** Paths without places in lists, of what is not the same after both were seen that way. */
  differing(seen: (value: unknown) => string, seenAfter?: (value: unknown) => string): string[];
}

async function compare(words: string): Promise<Compared> {
  const [before, after] = await Promise.all([planOf(goal), planOf(words)]);
  const [one, other] = [new Map(leavesOf(before)), new Map(leavesOf(after))];
  const paths = [...new Set([...one.keys(), ...other.keys()])];
  return {
    before,
    after,
    differing: (seen, seenAfter = seen) => {
      const odd = paths.filter((path) => seen(one.get(path)) !== seenAfter(other.get(path)));
      return [...new Set(odd.map((path) => path.replaceAll(/\/\d+(?=\/|$)/g, '/*')))];
    },
  };
}

/** Figures and dates are all the same. */
const withoutFigures = (value: unknown): string =>
  typeof value === 'number' ? '#' : String(value).replaceAll(/\d+(?:[.,]\d+)*/g, '#');

const beyond = (paths: readonly string[], allowed: RegExp): string[] =>
  paths.filter((path) => !allowed.test(path));

/** What the work is and when it is done. */
const workOf = ({ phases, dependencies, roles, risks }: Plan) => ({
  tasks: phases.flatMap(({ tasks }) =>
    tasks.map((task) => [task.task_id, task.start_date, task.finish_date, task.estimate]),
  ),
  dependencies,
  roles: roles?.map(({ name, kind, capacity }) => ({ name, kind, capacity })),
  risks: risks.map(({ title, tasks }) => ({ title, tasks })),
});

describe('a plan by rules, when its goal is changed', () => {
  it('[OF42] ten times the budget changes amounts and what is chosen for money, and no work and no date', async () => {
    const { before, after, differing } = await compare(goal.replace('12,000', '120,000'));
    expect(workOf(after)).toEqual(workOf(before));
    const lines = (plan: Plan): number[] => (plan.cost_lines ?? []).map(({ base }) => base);
    expect(lines(after)).toEqual(lines(before).map((base) => base * 10));
    expect(after.costs.budget).toBe(120_000);
    // More than figures: what is said of the money, and the way that it speaks for.
    const ofMoney =
      /^\/(?:summary|assumptions\/\*\/(?:source|evidence)|premise_attacks|levers\/\*\/chosen|scenarios|choice|executive_summary)/;
    expect(beyond(differing(withoutFigures), ofMoney)).toEqual([]);
  });

  it('[OF42] another place changes its name, its offices and its country, and nothing else', async () => {
    const { before, after, differing } = await compare(goal.replace('Graz', 'Porto'));
    expect(workOf({ ...after, risks: [] })).toEqual(workOf({ ...before, risks: [] }));
    expect(after.cost_lines?.map(({ base }) => base)).toEqual(
      before.cost_lines?.map(({ base }) => base),
    );
    // A longer name may be cut elsewhere.
    const uncut = (value: unknown): string => String(value).replaceAll('…', '');
    const moved = (value: unknown): string =>
      uncut(value)
        .replaceAll('Graz', 'Porto')
        .replaceAll('Austria', 'Portugal')
        .replaceAll('AT', 'PT');
    expect(differing(moved, uncut)).toEqual(['/jurisdictions/*/rules_that_matter/*']);
  });

  it('[OF42] a year later changes dates, and neither words nor amounts', async () => {
    const { before, after, differing } = await compare(goal.replace('2027', '2028'));
    expect(after.finish_date).toBe('2028-03-10');
    expect(after.costs).toEqual(before.costs);
    expect(after.cost_lines).toEqual(before.cost_lines);
    expect(beyond(differing(withoutFigures), /^\/schedule\/cash_flow\//)).toEqual([]);
  });

  it('[OF42] one ban more is one check, one limit and one answer more', async () => {
    const { before, after, differing } = await compare(`${goal} Do not use glass bottles.`);
    expect(workOf(after)).toEqual(workOf(before));
    expect(after.costs).toEqual(before.costs);
    const last = after.phases.at(-1)?.tasks.at(-1);
    expect(last?.acceptance_criteria.at(-1)).toMatch(/Do not use glass bottles/);
    const ofBan =
      /^\/(?:goal|summary|gates\/\*\/score|executive_summary\/approach|directives|adherence|questions_and_answers|charter\/out_of_scope|phases\/\*\/tasks\/\*\/acceptance_criteria)/;
    expect(beyond(differing(String), ofBan)).toEqual([]);
  });
});
