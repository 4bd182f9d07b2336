// What the team and the risks show: who carries most, who judges their own work, what binds.
import { unstopped } from '../../../../../base/sentences.ts';
import type { PlanTask } from '../../../../../contract/plan.ts';
import { dayNumber } from '../../../../working-days.ts';
import { clip } from '../../text.ts';
import { byWeight, dayText, type Ground, hoursOf, percent, refOf, told } from './ground.ts';
import { itemText, type Look } from './sighting.ts';

export interface Load {
  readonly role: string;
  readonly hours: number;
  /** Of all hours, 0…1. */
  readonly share: number;
  readonly tasks: number;
  readonly count: number;
}

/** Of people; whoever carries most comes first. */
export function loadsOf({ tasks, team }: Ground): Load[] {
  const all = tasks.reduce((sum, task) => sum + hoursOf(task), 0);
  const loads = team.roles
    .filter(({ kind }) => kind === 'person')
    .map(({ name, count }) => {
      const own = tasks.filter(({ assignee_role }) => assignee_role === name);
      const hours = own.reduce((sum, task) => sum + hoursOf(task), 0);
      return { role: name, hours, share: all > 0 ? hours / all : 0, tasks: own.length, count };
    });
  return byWeight(loads, ({ hours }) => hours);
}

const MOST_CRITICAL = 0.5;
const WORKING_DAY_HOURS = 8;
/** Of all working days; more than that leaves no room for anything else. */
const FULL = 0.8;

/** One role has most of what decides the end, and more hours than one person has. */
export function isOverloaded(ground: Ground): boolean {
  const [first] = loadsOf(ground);
  const { schedule, start_date, finish_date } = ground.network;
  if (!first || ground.team.roles.length < 2) return false;
  const critical = ground.tasks.filter(({ task_id }) => schedule.critical_path.includes(task_id));
  const sum = (tasks: readonly PlanTask[]): number =>
    tasks.reduce((hours, task) => hours + hoursOf(task), 0);
  const own = critical.filter(({ assignee_role }) => assignee_role === first.role);
  const days = ((dayNumber(finish_date) - dayNumber(start_date) + 1) * 5) / 7;
  const capacity = days * WORKING_DAY_HOURS * Math.max(1, first.count);
  return sum(own) >= sum(critical) * MOST_CRITICAL && first.hours > capacity * FULL;
}

const HEAVY = 0.4;

const mostLoaded: Look = (ground) => {
  const [first] = loadsOf(ground);
  if (!first || first.share < HEAVY || first.count > 1) return [];
  const own = ground.tasks.filter(
    ({ assignee_role, task_id }) =>
      assignee_role === first.role && !ground.network.schedule.critical_path.includes(task_id),
  );
  const [spare] = byWeight(own, hoursOf);
  const away = spare
    ? `, or let somebody else do “${clip(spare.title, 80)}” (${refOf(spare)})`
    : '';
  return [
    {
      ...{ topic: 'people', lens: 'dependence', section: 'team', item: itemText(first.role) },
      severity: first.share > 0.7 && ground.team.roles.length > 1 ? 'major' : 'minor',
      says: `${first.role} carries ${percent(first.share)} of all hours (${told(first.hours)}) alone, in ${told(first.tasks)} tasks. A week of illness is a week of standstill.`,
      remedy: `Say who stands in for ${first.role}${away}.`,
      ask: `Can one ${first.role} do ${told(first.hours)} hours in this time?`,
    },
  ];
};

const ownJudge: Look = (ground) => {
  const last = ground.team.roles.find(({ asks, kind }) => asks.trim() === '' && kind === 'person');
  const load = loadsOf(ground).find(({ role }) => role === last?.name);
  if (!load || load.tasks === 0) return [];
  const watched = ground.risks.filter(({ owner }) => owner === load.role).length;
  return [
    {
      ...{ topic: 'people', lens: 'incentives', section: 'team', item: itemText(load.role) },
      severity: 'minor',
      says: `${load.role} asks nobody, does ${told(load.tasks)} tasks and watches ${told(watched)} of ${told(ground.risks.length)} risks: whoever works also says that the work is good enough to go on.`,
      remedy:
        'Let somebody else accept the work at the end of each phase, by its written criteria.',
      ask: `Who tells ${load.role} to stop?`,
    },
  ];
};

const idleRole: Look = (ground) => {
  const idle = ground.team.roles.find(
    ({ name }) =>
      ground.tasks.every(
        ({ assignee_role, uses = [] }) =>
          assignee_role !== name && uses.every(({ role }) => role !== name),
      ) && ground.risks.every(({ owner }) => owner !== name),
  );
  if (!idle) return [];
  return [
    {
      ...{ topic: 'people', lens: 'omission', section: 'team', item: itemText(idle.name) },
      severity: 'minor',
      says: `${idle.name} belongs to the team, and no task and no risk is theirs.`,
      remedy: `Give ${idle.name} what it is there for (${clip(unstopped(idle.does), 120)}), or take it out.`,
      ask: `What is ${idle.name} needed for?`,
    },
  ];
};

const bindingActs: Look = (ground) => {
  const binding = ground.tasks.filter(({ risk_tier }) => risk_tier === 'T3');
  const [first] = binding.toSorted((one, two) => one.start_date.localeCompare(two.start_date));
  if (!first) return [];
  const many = binding.length === 1 ? 'One task binds' : `${told(binding.length)} tasks bind`;
  return [
    {
      ...{ topic: 'law', lens: 'license', section: 'phase', item: refOf(first) },
      severity: 'minor',
      says: `${many} by contract or law, the first on ${dayText(first.start_date)}: “${clip(first.title, 100)}”. No rule has read what is signed there.`,
      remedy: `Before ${dayText(first.start_date)}, have read what is signed for “${clip(first.title, 70)}”, and write down how one gets out of it again.`,
      ask: `What does one bind oneself to with “${clip(first.title, 90)}”?`,
    },
  ];
};

const levels = { low: 1, medium: 2, high: 3 } as const;

export const heaviestRisks = ({ risks }: Ground): Ground['risks'] =>
  byWeight(
    risks,
    ({ likelihood, impact, probability }) => levels[likelihood] * levels[impact] + probability,
  );

const heaviestRisk: Look = (ground) => {
  const [risk] = heaviestRisks(ground);
  if (!risk) return [];
  const touched = ground.network.risks.find(
    ({ risk_id }) => risk_id === `risk_${risk.id.slice(1)}`,
  );
  if ((touched?.tasks ?? []).length > 0 || risk.delay_days === null) return [];
  return [
    {
      ...{ topic: 'basis', lens: 'omission', section: 'risks', item: risk.id },
      severity: 'minor',
      says: `“${clip(unstopped(risk.title), 90)}” weighs most and names no task where it is felt, so that no simulated run has its delay of up to ${told(risk.delay_days.high)} working days.`,
      remedy: `Name the task that it delays, so that the odds have it too.`,
      ask: `Which task does “${clip(unstopped(risk.title), 90)}” delay?`,
    },
  ];
};

export const peopleLooks: readonly Look[] = [
  ...[mostLoaded, heaviestRisk, idleRole, bindingActs, ownJudge],
];
