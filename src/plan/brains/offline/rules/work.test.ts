// Levels 7 to 10 by rules, over goals of ten very different kinds and five languages.
import { describe, expect, it } from 'vitest';
import type { Plan, PlanTask } from '../../../../contract/plan.ts';
import type { Charter, Team } from '../../../../contract/plan-charter.ts';
import { lint } from '../../../../schedule/graph/lint.ts';
import { readPlan } from '../../../../schedule/read/plan.ts';
import { allowances } from '../../../allowance.ts';
import type { NetworkOutput } from '../../../outputs/network.ts';
import type { DetailsOutput, OutlineOutput } from '../../../outputs/work.ts';
import type { Detail } from '../../../stage.ts';
import { draftOf } from '../draft.ts';
import { runOffline } from '../run-offline.ts';

const bookshop = 'Open a second-hand bookshop in Utrecht with 45,000 EUR by 1 October 2027.';
const choirs =
  'Organisiere ein Chorfest für 250 Gäste in Passau am 19. Juni 2027, Budget 18.000 Euro.';
const mosses =
  'Write a field guide to 60 mosses of Wales. It must have one photograph for each. Do not use stock pictures. Never print on plastic.';
const kitchens =
  'Reduce food waste in the school kitchens of Tartu by half over 2 years with 300,000 EUR. The cooks must agree. Menus should stay free of charge.';
const goals = [
  bookshop,
  choirs,
  'Construire une cabane de jardin à Nantes avant le 30 septembre 2027, budget 25 000 €.',
  'Desarrolla una aplicación para reservar pistas de tenis en Valencia en 6 meses con 30.000 euros.',
  'Flyt fra Aarhus til Malmø med to børn inden 1. august 2027.',
  mosses,
  'Study whether evening light keeps nurses awake, with 120 nurses in Turin over 18 months.',
  'Win 15 dental clinics in Porto as customers of our booking service within 10 weeks for 4,000 EUR.',
  kitchens,
  'Repair the leaking kitchen tap this weekend for at most 60 EUR.',
];

const startDate = '2026-11-16';
const intakeOf = (goal: string, detail: Detail) =>
  ({ planId: 'plan_rules', goal, startDate, detail, brain: 'offline' }) as const;

interface Made {
  readonly plan: Plan;
  readonly network: NetworkOutput;
  readonly outline: OutlineOutput;
  readonly charter: Charter;
  readonly team: Team;
  readonly outputs: Record<string, unknown>;
}

const kept = new Map<string, Promise<Made>>();

async function make(goal: string, detail: Detail): Promise<Made> {
  const { outputs, halt } = await runOffline(intakeOf(goal, detail));
  expect(halt).toBeNull();
  return {
    plan: outputs.plan as Plan,
    network: outputs['rescue-2'] as NetworkOutput,
    outline: outputs.outline as OutlineOutput,
    charter: outputs.charter as Charter,
    team: outputs.team as Team,
    outputs,
  };
}

function made(goal: string, detail: Detail = 'standard'): Promise<Made> {
  const key = `${detail} ${goal}`;
  const known = kept.get(key) ?? make(goal, detail);
  kept.set(key, known);
  return known;
}

const tasksOf = ({ phases }: Pick<Plan, 'phases'>): PlanTask[] =>
  phases.flatMap(({ tasks }) => tasks).filter(({ milestone }) => milestone !== true);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

const everyGoal = [
  ...goals.map((goal) => ['standard', goal] as const),
  ...[bookshop, choirs, mosses, kitchens].flatMap((goal) =>
    (['brief', 'full'] as const).map((detail) => [detail, goal] as const),
  ),
];

describe('the work of a plan made by rules', () => {
  it.each(everyGoal)(
    '[OF30] keeps to the numbers of detail %s, and its graph is clean: %s',
    async (detail, goal) => {
      const { plan, outline, network } = await made(goal, detail);
      const { phases, tasksPerPhase } = allowances[detail];
      expect(outline.phases.length).toBeLessThanOrEqual(phases);
      for (const { tasks } of outline.phases) {
        expect(tasks.length).toBeLessThanOrEqual(tasksPerPhase);
      }
      const findings = lint(readPlan(plan).project).filter(({ severity }) => severity !== 'hint');
      expect(findings).toEqual([]);
      expect(network.repairs).toEqual([]);
    },
  );

  it.each(everyGoal)(
    '[OF31] has checks, steps, roles with rights and a person for what binds, at %s: %s',
    async (detail, goal) => {
      const { plan } = await made(goal, detail);
      const roles = new Map((plan.roles ?? []).map((role) => [role.name, role]));
      for (const task of tasksOf(plan)) {
        expect(task.acceptance_criteria.length).toBeGreaterThan(0);
        expect(task.subtasks.length).toBeGreaterThan(0);
        expect(roles.get(task.assignee_role)?.decides?.length).toBeGreaterThan(0);
      }
      const binding = tasksOf(plan).filter(({ risk_tier }) => risk_tier === 'T3');
      for (const { performer, assignee_role } of binding) {
        expect(performer).toBe('human');
        expect(roles.get(assignee_role)?.kind).toBe('person');
      }
      const ids = new Set(tasksOf(plan).map(({ task_id }) => task_id));
      for (const { tasks = [] } of plan.risks) {
        expect(tasks.length).toBeGreaterThan(0);
        expect(tasks.filter((id) => !ids.has(id))).toEqual([]);
      }
    },
  );

  it.each(everyGoal)(
    '[OF32] costs what the draft says and keeps date and budget, or says what is missed, at %s: %s',
    async (detail, goal) => {
      const { network, outputs } = await made(goal, detail);
      const { costs } = draftOf(intakeOf(goal, detail)).assumed;
      const { phases } = outputs.details as DetailsOutput;
      const lines = phases.flatMap(({ tasks }) => tasks.flatMap((task) => task.costs));
      expect(sumOf(lines.map(({ low }) => low))).toBe(costs.low);
      expect(sumOf(lines.map(({ base }) => base))).toBe(costs.base);
      expect(sumOf(lines.map(({ high }) => high))).toBe(costs.high);
      const misses = network.misses.map(({ of }) => of);
      const { deadline, finish_date, costs: total } = network;
      const isLate = deadline !== null && finish_date > deadline;
      const isOver = total.budget !== null && total.base > total.budget;
      expect(isLate && !misses.includes('deadline')).toBe(false);
      expect(isOver && !misses.includes('budget')).toBe(false);
    },
  );

  it.each(goals)(
    '[OF33] work that needs nothing of one another runs side by side: %s',
    async (goal) => {
      const { plan } = await made(goal);
      const times = (plan.schedule.tasks ?? []).filter(({ start, finish }) => start !== finish);
      const isBeside = times.some((one, at) =>
        times.slice(at + 1).some((two) => one.start < two.finish && two.start < one.finish),
      );
      expect(isBeside).toBe(true);
    },
  );

  it.each(goals)('[OF34] no sentence stands there again and again: %s', async (goal) => {
    const { outputs } = await made(goal);
    const own = ['charter', 'team', 'related', 'swot', 'papers', 'panel', 'details'];
    // Where an amount comes from is a rule of a few.
    const isSentence = (one: string): boolean => one.length > 40 && !one.startsWith('rule: ');
    const texts = own.flatMap((name) => textsIn(outputs[name])).filter(isSentence);
    const often = [...Map.groupBy(texts, (one) => one)].filter(([, all]) => all.length > 3);
    expect(often.map(([text]) => text)).toEqual([]);
  });

  it('[OF35] an event is held on its own day, be it a Saturday, and the plan ends with it', async () => {
    const { plan, outline } = await made(choirs);
    const last = tasksOf(plan).at(-1);
    expect(last?.start_date).toBe('2027-06-19');
    expect(last?.finish_date).toBe('2027-06-19');
    expect(plan.finish_date).toBe('2027-06-19');
    expect(last?.acceptance_criteria.join(' ')).toMatch(/settled who does this afterwards/);
    const before = tasksOf(plan).find(({ not_before }) => not_before !== undefined);
    expect(before?.start_date).toBe('2027-06-14');
    expect(outline.phases.at(-1)?.tasks).toHaveLength(1);
  });

  it('[OF36] a span that the goal gives is filled; a mere limit is not', async () => {
    const { plan: long } = await made(kitchens);
    expect(long.finish_date > '2028-03-01').toBe(true);
    expect(long.finish_date <= '2028-11-15').toBe(true);
    const { plan: short } = await made(bookshop);
    expect(short.finish_date < '2027-06-01').toBe(true);
  });

  it('[OF37] demands are tasks, numbers and bans are checks of the last task', async () => {
    const { plan } = await made(kitchens);
    const titles = tasksOf(plan).map(({ title }) => title);
    expect(titles).toContain('See to it: the cooks must agree');
    const { plan: guide } = await made(mosses);
    const checks = tasksOf(guide).at(-1)?.acceptance_criteria.join('\n') ?? '';
    expect(checks).toMatch(/60 mosses/);
    expect(checks).toMatch(/Do not use stock pictures/i);
    expect(checks).toMatch(/Never print on plastic/i);
  });

  it.each([bookshop, choirs, kitchens])(
    '[OF38] a brief plan has all hours and all money of a full one, in fewer tasks: %s',
    async (goal) => {
      const [brief, full] = await Promise.all([made(goal, 'brief'), made(goal, 'full')]);
      expect(tasksOf(brief.plan).length).toBeLessThanOrEqual(tasksOf(full.plan).length);
      const money = ({ network }: Made): number =>
        sumOf(network.cost_lines.map(({ base }) => base));
      expect(money(brief)).toBe(money(full));
      const steps = ({ plan }: Made): number =>
        sumOf(tasksOf(plan).map((one) => one.subtasks.length));
      expect(steps(brief)).toBeGreaterThan(steps(full) * 0.8);
    },
  );

  it.each([
    [bookshop, 'Eröffne eine Fahrradwerkstatt in Kassel mit 60.000 Euro.'],
    [choirs, 'Hold a robotics contest for 40 teams in Oulu on 4 March 2028.'],
    [kitchens, 'Bring back the swifts to the old town of Trogir with 80,000 EUR.'],
    [mosses, 'Record a podcast about lighthouses in 12 episodes.'],
  ])('[OF39] two goals of one playbook share few titles: %s | %s', async (one, other) => {
    const [first, second] = await Promise.all([made(one), made(other)]);
    const titles = (plan: Plan): string[] => tasksOf(plan).map(({ title }) => title);
    const shared = titles(first.plan).filter((title) => titles(second.plan).includes(title));
    expect(shared.length / titles(first.plan).length).toBeLessThan(0.4);
  });

  it.each(goals)('[OF40] most titles speak of this very goal: %s', async (goal) => {
    const { plan } = await made(goal);
    const known = new Set(goal.toLowerCase().match(/\p{L}{4,}|\d+/gu));
    const speaking = tasksOf(plan).filter(({ title }) =>
      (title.toLowerCase().match(/\p{L}{4,}|\d+/gu) ?? []).some((word) => known.has(word)),
    );
    expect(speaking.length / tasksOf(plan).length).toBeGreaterThan(0.6);
  });

  it('[OF41] every deliverable is finished by a task, and every question ends with a person', async () => {
    const { charter, outline, team } = await made(bookshop);
    const delivered = outline.phases.flatMap(({ tasks }) => tasks.flatMap((one) => one.delivers));
    expect(delivered.toSorted()).toEqual(charter.deliverables.map(({ id }) => id).toSorted());
    expect(charter.measures.find(({ unit }) => unit === 'EUR')?.target).toBe(45_000);
    const [last, ...others] = team.roles.filter(({ asks }) => asks === '');
    expect(last?.kind).toBe('person');
    expect(others).toEqual([]);
  });
});

/** What readers read: parameters of steps are for agents. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (key === 'params' ? [] : textsIn(item)));
}
