// Each task in detail, told from the work; of an outline by another mind, as much as it says itself.
import type { Team } from '../../../../contract/plan-charter.ts';
import { pertMean, round1, scaleEstimate } from '../../../estimates.ts';
import { FULL_WEEK_HOURS } from '../../../network/part-time.ts';
import type { BasisOutput } from '../../../outputs/basis.ts';
import type { DirectionOutput } from '../../../outputs/direction.ts';
import type { OutlineOutput, PhaseDetail } from '../../../outputs/work.ts';
import { outputOf } from '../../../stage.ts';
import { directionStage } from '../../../stages/direction.ts';
import { mend2Stage } from '../../../stages/mend-2.ts';
import { outlineStage } from '../../../stages/outline.ts';
import { teamStage } from '../../../stages/team.ts';
import type { Draft } from '../draft.ts';
import { clip } from '../text.ts';
import type { RuleInput } from './rule.ts';
import { feltRisks, restsOn } from './work-links.ts';
import { tasksOf, type WorkTask } from './work-plan.ts';
import { crewsOf } from './work-team.ts';
import { daysOf, MOST_TASK_HOURS, stretchFor, stretchOf, waitStretch } from './work-time.ts';
import { weekOf } from './work-week.ts';
import { bestFits, paramText } from './work-words.ts';

type Outlined = OutlineOutput['phases'][number]['tasks'][number];
type Detail = PhaseDetail['tasks'][number];

interface Known {
  readonly draft: Draft;
  readonly direction: DirectionOutput;
  readonly team: Team;
  readonly basis: BasisOutput;
  /** Risks by the number of the task. */
  readonly felt: ReadonlyMap<string, readonly string[]>;
  readonly stretch: number;
}

const WORKING_DAYS = 5;
const MOST_WAIT = 5_000;

export function detailsRule({ draft, input, part }: RuleInput): PhaseDetail {
  const direction = outputOf(input, directionStage);
  const outline = outputOf(input, outlineStage);
  const basis = outputOf(input, mend2Stage);
  const known: Known = {
    draft,
    direction,
    basis,
    felt: feltRisks(basis.risks, outline, draft),
    team: outputOf(input, teamStage),
    stretch: stretchOf(draft, direction.start_date),
  };
  const phase = outline.phases.find(({ id }) => `phase${id}` === part?.key);
  return { tasks: (phase?.tasks ?? []).map((task) => detailOf(task, known)) };
}

/** Ours by its title; one that another mind thought of is not. */
const workFor = ({ id, title }: Outlined, { draft }: Known): WorkTask | undefined =>
  tasksOf(draft).find((task) => task.ref === id && task.title === title);

function detailOf(outlined: Outlined, known: Known): Detail {
  const task = workFor(outlined, known);
  return task ? ownDetail(task, outlined, known) : bareDetail(outlined, known);
}

function ownDetail(task: WorkTask, outlined: Outlined, known: Known): Detail {
  const { draft, direction } = known;
  const role = roleFor(task, known);
  const stretched = scaleEstimate(task.estimate, stretchFor(task, known.stretch, draft));
  const days = daysOf(task, draft, direction.start_date, pertMean(stretched));
  const estimate =
    isHeld(task) && days.fixed_start !== null ? oneDay(stretched, draft) : withinReach(stretched);
  return {
    id: task.ref,
    description: clip(task.description, 600),
    role: role.name,
    performer: role.kind === 'agent' ? 'agent' : 'human',
    people: 1,
    estimate,
    wait_hours: Math.min(MOST_WAIT, Math.round(task.wait_hours * waitStretch(known.stretch))),
    after: outlined.after.map(linkTo),
    ...withinPlan(days, direction),
    costs: costsOf(task),
    acceptance: task.acceptance_criteria.map((line) => clip(line, 300)),
    risk_tier: task.risk_tier,
    reversibility: task.risk_tier === 'T3' ? 'compensable' : 'reversible',
    complexity: task.complexity,
    model_tier: task.model_tier,
    optional: task.optional === true && outlined.delivers.length === 0,
    risks: [...(known.felt.get(task.ref) ?? [])],
    assumptions: restsOn(task, known.basis.assumptions, draft),
    subtasks: task.subtasks.map((step) => ({
      action: step.action,
      description: clip(step.description, 300),
      params: paramsOf(step.params),
    })),
  };
}

const isHeld = ({ days_before }: WorkTask): boolean => days_before === 0;

const linkTo = (task: string) => ({ task, type: 'finish_to_start' as const, lag_hours: 0 });

/** What is held on a day is over that day, also for those who have but an hour of it. */
function oneDay({ low, likely, high }: Detail['estimate'], draft: Draft): Detail['estimate'] {
  const most = round1((weekOf(draft) ?? FULL_WEEK_HOURS) / WORKING_DAYS);
  return { low: Math.min(low, most), likely: Math.min(likely, most), high: Math.min(high, most) };
}

const withinReach = (estimate: Detail['estimate']): Detail['estimate'] =>
  estimate.likely <= MOST_TASK_HOURS
    ? estimate
    : scaleEstimate(estimate, MOST_TASK_HOURS / estimate.likely);

/** A day of the goal that is no day of the plan is left to the schedule. */
function withinPlan(days: Pick<Detail, 'fixed_start' | 'not_before'>, direction: DirectionOutput) {
  const last = direction.deadline?.date ?? '9999';
  const kept = (date: string | null): string | null =>
    date !== null && date >= direction.start_date && date <= last ? date : null;
  return { fixed_start: kept(days.fixed_start), not_before: kept(days.not_before) };
}

function costsOf({ cost, title }: WorkTask): Detail['costs'] {
  if (cost === null || cost.high === 0) return [];
  const { low, base, high, source } = cost;
  return [
    { what: clip(title, 160), low, base, high, source: clip(source, 200), status: 'assumed' },
  ];
}

const MOST_PARAMS = 6;

const paramsOf = (params: WorkTask['subtasks'][number]['params']) =>
  Object.entries(params)
    .slice(0, MOST_PARAMS)
    .map(([name, value]) => ({
      name: clip(name, 40),
      value: clip(paramText(value), 500),
    }));

/** By its name in our own team; in another mind's, whoever speaks of such work. */
function roleFor(task: WorkTask, { draft, team }: Known): Team['roles'][number] {
  const crew = crewsOf(draft).find(({ tasks }) => tasks.includes(task));
  const own = team.roles.find(({ name }) => name === crew?.name);
  const people = team.roles.filter(({ kind }) => kind === 'person');
  const mustBePerson = task.risk_tier === 'T3' || task.performer === 'human';
  const isFit = (role: Team['roles'][number]): boolean => !mustBePerson || role.kind === 'person';
  if (own && isFit(own)) return own;
  const some = mustBePerson ? people : team.roles.filter(({ kind }) => kind !== 'equipment');
  const said = `${task.assignee_role} ${task.title}`;
  const [best] = bestFits(said, some, ({ name, does }) => `${name} ${does}`);
  return (best ?? people[0] ?? team.roles[0]) as Team['roles'][number];
}

const BARE_HOURS = { low: 8, likely: 16, high: 32 };
const BINDS = /\b(?:sign|contract|permit|licen[cs]e|hire|pay|buy|order|register|lease)/iu;

/** What the outline says, with the hours of a small task: a guess, and it says so. */
function bareDetail(outlined: Outlined, known: Known): Detail {
  const { id, title, yields, after } = outlined;
  const binds = BINDS.test(title);
  const { team, draft, stretch } = known;
  const fitting = team.roles.filter(
    ({ kind }) => kind === 'person' || (!binds && kind === 'agent'),
  );
  const [best] = bestFits(`${title} ${yields}`, fitting, ({ name, does }) => `${name} ${does}`);
  const role = (best ?? fitting[0] ?? team.roles[0]) as Team['roles'][number];
  const factor = round1(draft.assumed.hours_factor * stretch);
  return {
    id,
    description: clip(`${title}. Hours are a guess for a task of its size.`, 600),
    role: role.name,
    performer: role.kind === 'agent' ? 'agent' : 'human',
    people: 1,
    estimate: withinReach(scaleEstimate(BARE_HOURS, Math.max(1, factor))),
    wait_hours: 0,
    after: after.map(linkTo),
    not_before: null,
    fixed_start: null,
    costs: [],
    acceptance: [clip(yields, 300)],
    risk_tier: binds ? 'T3' : 'T1',
    reversibility: binds ? 'compensable' : 'reversible',
    complexity: 'medium',
    model_tier: 'medium',
    optional: false,
    risks: [...(known.felt.get(id) ?? [])],
    assumptions: [],
    subtasks: [{ action: 'do_task', description: clip(yields, 300), params: [] }],
  };
}
