// What was read and made sound, as a plan.json that has no dates yet. What the file does not say is
// filled in by stated rules, and each of them is told among the guesses.
import { stopped } from '../../base/sentences.ts';
import type { Estimate, Plan, PlanTask } from '../../contract/plan.ts';
import { clip } from '../document/clip.ts';
import type { ImportedPlan, ImportedTask } from './imported-plan.ts';
import type { OutlinePhase, OutlineTask } from './outline.ts';
import type { PlanIds } from './plan-ids.ts';
import type { SoundLinks } from './sound-links.ts';

export interface Sound {
  readonly imported: ImportedPlan;
  readonly phases: readonly OutlinePhase[];
  readonly ids: PlanIds;
  readonly links: SoundLinks;
  readonly hours: ReadonlyMap<string, Estimate>;
  readonly guesses: readonly string[];
  readonly notice: string;
}

/** Of tasks that name nobody. */
const fallbackRoles = { human: 'Project lead', agent: 'Agent' } as const;
/** Named at the top of the plan; all of them stand among its roles. */
const maxRoles = 60;
const maxSteps = 26;
const maxCriteria = 20;
const maxPrerequisites = 50;

const performerOf = ({ performer, assignee }: ImportedTask): 'human' | 'agent' =>
  performer ?? (assignee === undefined ? 'agent' : 'human');

const roleOf = (task: ImportedTask): string =>
  clip(task.assignee ?? '', 80) || fallbackRoles[performerOf(task)];

const pertMean = ({ low, likely, high }: Estimate): number =>
  Math.round(((low + 4 * likely + high) / 6) * 100) / 100;

const statusWords = {
  open: '',
  begun: 'The file says that it was begun.',
  done: 'The file says that it is done.',
  dropped: 'The file says that it was cancelled.',
} as const;

function descriptionOf({ task, within }: OutlineTask): string {
  const { title, description, notes = [], status = 'open', priority, progress } = task;
  const isPartly = status !== 'done' && progress !== undefined && progress > 0;
  const words = [
    stopped(description ?? title),
    within.length > 0 ? `Part of: ${within.join(' / ')}.` : '',
    priority === undefined ? '' : `Priority: ${priority}.`,
    statusWords[status],
    isPartly ? `Done to ${Math.round(progress * 100)} %.` : '',
    ...notes,
  ];
  return clip(words.filter((word) => word !== '').join(' '), 1500) || clip(title, 1500);
}

/** What the file says; else that each part is done, else that the whole is. */
function criteriaOf({ task, steps }: OutlineTask): string[] {
  const stated = (task.acceptance ?? [])
    .map((line) => clip(line, 400))
    .filter((line) => line !== '');
  if (stated.length > 0) return stated.slice(0, maxCriteria);
  const parts = steps.slice(0, maxCriteria).map(({ title }) => `Done and shown: ${title}`);
  return (parts.length > 0 ? parts : [`Done and shown: ${task.title}`]).map((line) =>
    clip(line, 400),
  );
}

/** Parts of which the file gives an order keep it; else one follows the other. */
function subtasksOf(row: OutlineTask, { ids, links }: Sound): PlanTask['subtasks'] {
  const own = links.steps.filter(({ task }) => task === row.task.id);
  const isMore = row.steps.length > maxSteps;
  const steps = isMore ? row.steps.slice(0, maxSteps - 1) : row.steps;
  const named = new Set(steps.map(({ id }) => id));
  const parts = steps.map((step) => {
    const before = own.filter(({ to, from }) => to === step.id && named.has(from));
    const description = step.description ? `${step.title}: ${step.description}` : step.title;
    const words = [description, ...(step.notes ?? []), statusWords[step.status ?? 'open']];
    return {
      subtask_id: ids.steps.get(step.id) ?? '',
      action: 'do_task',
      description:
        clip(words.filter((word) => word !== '').join(' '), 600) || clip(step.title, 600),
      params: {},
      ...(own.length > 0
        ? { dependencies: before.map(({ from }) => ids.steps.get(from) ?? '') }
        : {}),
    };
  });
  if (!isMore) return parts;
  const rest = row.steps.slice(maxSteps - 1).map(({ title }) => title);
  const description = clip(`The other ${rest.length} parts: ${rest.join('; ')}`, 600);
  const subtask_id = `${ids.tasks.get(row.task.id)}_rest`;
  return [...parts, { subtask_id, action: 'do_task', description, params: {} }];
}

function progressOf({ status, progress, kept }: ImportedTask): Pick<PlanTask, 'actual'> {
  if (kept?.actual) return { actual: kept.actual };
  if (status === 'done') return { actual: { progress: 1 } };
  if (progress === undefined || !(progress > 0)) return {};
  return { actual: { progress: Math.min(1, progress) } };
}

function costOf({ cost }: ImportedTask, currency: string) {
  if (cost === undefined) return null;
  const [low, base, high] = [cost.low, cost.base, cost.high].toSorted((a, b) => a - b);
  return {
    ...{ low, base, high, currency: cost.currency ?? currency },
    source: 'The file says so.',
  };
}

function taskOf(row: OutlineTask, sound: Sound, currency: string) {
  const { task } = row;
  const { ids, links, hours } = sound;
  const isMilestone = task.kind === 'milestone';
  const none = { low: 0, likely: 0, high: 0 };
  const estimate = isMilestone ? none : (hours.get(task.id) ?? none);
  const before = links.links
    .filter(({ to, type }) => to === task.id && type === 'finish_to_start')
    .map(({ from }) => ids.tasks.get(from) ?? '');
  const performer = performerOf(task);
  return {
    task_id: ids.tasks.get(task.id) ?? '',
    title: clip(task.title, 200),
    description: descriptionOf(row),
    assignee_role: roleOf(task),
    performer,
    prerequisites: [...new Set(before)].slice(0, maxPrerequisites),
    ...{ estimate, estimated_hours: pertMean(estimate) },
    complexity: 'medium',
    model_tier: 'medium',
    risk_tier: performer === 'human' ? 'T2' : 'T1',
    acceptance_criteria: criteriaOf(row),
    cost: isMilestone ? null : costOf(task, currency),
    subtasks: isMilestone ? [] : subtasksOf(row, sound),
    ...(isMilestone ? { milestone: true } : {}),
    ...task.kept,
    ...progressOf(task),
  };
}

const risksOf = ({ risks }: ImportedPlan) =>
  risks.slice(0, 100).map((risk, index) => ({
    risk_id: `risk_${index + 1}`,
    description: clip(risk.description, 600),
    likelihood: risk.likelihood ?? 'medium',
    impact: risk.impact ?? 'medium',
    mitigation: clip(risk.mitigation ?? 'The file names none.', 600),
    ...(risk.title ? { title: clip(risk.title, 100) } : {}),
    ...(risk.effect ? { effect: clip(risk.effect, 400) } : {}),
    ...(risk.trigger ? { trigger: clip(risk.trigger, 400) } : {}),
    ...(risk.owner ? { owner: clip(risk.owner, 80) } : {}),
  }));

/** What a rule filled in, and what the file itself only assumes. */
function guessesOf({ imported, guesses, links }: Sound): Plan['guesses'] {
  const { tasks, assumptions } = imported;
  const work = tasks.filter(({ kind }) => kind === 'task');
  const guessed = links.links.filter(({ guess }) => guess !== undefined);
  const count = (items: readonly unknown[]): number => items.length;
  const own = [
    ...guesses.map((guess) => [guess, 'The length of tasks, and so all dates'] as const),
    ...(guessed.length === 0
      ? []
      : [
          [
            `${count(guessed)} links were added: ${guessed[0]?.guess}`,
            'The order of tasks',
          ] as const,
        ]),
    ...rule(
      work.filter(({ assigneeIsGuess }) => assigneeIsGuess),
      (many) =>
        `Who does ${many} tasks: whom the file names most often for them, since it does not say who does them.`,
      'Who does what',
    ),
    ...rule(
      work.filter(({ assignee }) => assignee === undefined),
      (many) => `${many} tasks name nobody: one role, of an agent or a project lead, has them.`,
      'Who does what',
    ),
    ...rule(
      work.filter(({ acceptance = [] }) => acceptance.length === 0),
      (many) => `${many} tasks do not say when they are done: each of their parts has to be shown.`,
      'When a task counts as done',
    ),
  ];
  const stated = assumptions.map((line) => [line, 'The plan as it was taken in'] as const);
  return [...own, ...stated].slice(0, 100).map(([guess, used_for]) => ({
    guess: clip(guess, 500),
    used_for,
    how_to_confirm: 'Ask whoever made the plan.',
  }));
}

const rule = (items: readonly unknown[], text: (many: number) => string, usedFor: string) =>
  items.length === 0 ? [] : [[text(items.length), usedFor] as const];

function rolesOf(imported: ImportedPlan, names: readonly string[]) {
  const known = imported.kept?.roles ?? [];
  const has = new Set(known.map(({ name }) => name));
  const [calendar] = imported.kept?.calendars ?? [];
  const usual = calendar === undefined ? {} : { calendar: calendar.calendar_id };
  const missing = names.filter((name) => !has.has(name));
  if (known.length === 0 && calendar === undefined && names.length <= maxRoles) return {};
  return { roles: [...known, ...missing.map((name) => ({ name, ...usual }))] };
}

/** Everything but dates, costs of the whole and what the gates say. */
export function draftPlan(sound: Sound): Readonly<Record<string, unknown>> {
  const { imported, phases, ids, links, notice } = sound;
  const currency = imported.currency ?? 'USD';
  const rows = phases.map((phase, at) => ({
    phase_id: ids.phases[at] ?? '',
    name: clip(phase.name, 120),
    tasks: phase.tasks.map((row) => taskOf(row, sound, currency)),
  }));
  const names = [...new Set(rows.flatMap(({ tasks }) => tasks.map((task) => task.assignee_role)))];
  const { roles: _roles, ...kept } = imported.kept ?? {};
  const id = (name: string): string => ids.tasks.get(name) ?? '';
  return {
    title: clip(imported.title, 160),
    goal: (imported.goal ?? imported.title).slice(0, 50_000),
    summary: clip(imported.summary ?? imported.goal ?? imported.title, 2000),
    ...(imported.startDate === undefined ? {} : { start_date: imported.startDate }),
    notice,
    phases: rows,
    dependencies: links.links.map(({ from, to, type, lag, lagIn }) => ({
      ...{ from: id(from), to: id(to), type, lag: Math.round(lag * 100) / 100 },
      ...(lagIn === undefined ? {} : { lag_in: lagIn }),
    })),
    roles_required: names.slice(0, maxRoles),
    ...kept,
    ...rolesOf(imported, names),
    risks: risksOf(imported),
    guesses: guessesOf(sound),
    open_questions: (imported.questions ?? []).slice(0, 50).map((line) => clip(line, 400)),
    costs: {
      ...{ currency, low: 0, base: 0, high: 0, budget: null, verdict: 'no_budget_given' },
      note: 'No costs were given.',
    },
  };
}
