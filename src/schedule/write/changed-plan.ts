// Puts a changed project (repaired, calibrated, cut) back into the plan.json it was read from. Only
// what the change touched is written; everything else stays as it is, also what we do not know.
import type { StatedCost } from '../money/cost-lines.ts';
import type { Link, LinkType, Project, Task } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';
import { changedMeans } from './changed-means.ts';
import { changedTask, costFields } from './changed-task.ts';
import { hoursOf } from './hours.ts';
import { isSame, type Json, listOf, withoutGone } from './json.ts';

export interface PlanChange {
  readonly before: Project;
  readonly after: Project;
  readonly currency: string | null;
  readonly addedRisks?: readonly Risk[];
  readonly addedCosts?: readonly StatedCost[];
}

/** `raw` has been read as `before`, so its phases and tasks come in the same order. */
export function changedPlan(raw: Json, change: PlanChange): Json {
  const phases = changedPhases(raw, change);
  const tasks = new Set(change.after.tasks.map(({ id }) => id));
  const relinked = !isSame(change.before.links, change.after.links);
  return withoutGone({
    ...raw,
    ...changedMeans(raw, change),
    phases,
    ...(raw.phase_count === undefined ? {} : { phase_count: phases.length }),
    ...(relinked ? { dependencies: change.after.links.map(dependencyOf) } : {}),
    ...risksAfter(raw, tasks, change),
    ...costLinesAfter(raw, tasks, change),
  });
}

function changedPhases(raw: Json, { before, after, currency }: PlanChange): Json[] {
  const isWhole = before.tasks.length === after.tasks.length;
  const byId = new Map(after.tasks.map((task) => [task.id, task]));
  const waitsFor = isSame(before.links, after.links) ? null : predecessors(after);
  const saysHours = !isSame(before.roles, after.roles);
  let index = -1;
  const next = (): { was: Task | undefined; now: Task | undefined } => {
    index += 1;
    const was = before.tasks[index];
    return { was, now: isWhole ? after.tasks[index] : byId.get(was?.id ?? '') };
  };
  return listOf(raw.phases).flatMap((phase): Json[] => {
    const { now } = next();
    const tasks = listOf(phase.tasks).flatMap((task): Json[] => {
      const { was, now: then } = next();
      if (was === undefined || then === undefined) return [];
      const prerequisites = waitsFor === null ? {} : { prerequisites: waitsFor.get(then.id) ?? [] };
      return [{ ...changedTask(task, { was, now: then, currency, saysHours }), ...prerequisites }];
    });
    return now === undefined ? [] : [{ ...phase, phase_id: now.id, tasks }];
  });
}

function predecessors({ links }: Project): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(
    links.filter(({ type }) => type === 'FS'),
    ({ to }) => to,
  );
  return new Map([...groups].map(([to, into]) => [to, [...new Set(into.map(({ from }) => from))]]));
}

const typeNames: Readonly<Record<LinkType, string>> = {
  FS: 'finish_to_start',
  SS: 'start_to_start',
  FF: 'finish_to_finish',
  SF: 'start_to_finish',
};

const dependencyOf = ({ from, to, type, lagMinutes, lagIn }: Link): Json => ({
  from,
  to,
  type: typeNames[type],
  lag: hoursOf(lagMinutes),
  ...(lagIn === 'working' ? {} : { lag_in: lagIn }),
});

/** A risk of tasks that were cut is left as words: nothing is computed from it. A name that never
 * was a task is only taken off its list. */
function risksAfter(raw: Json, ids: ReadonlySet<string>, change: PlanChange): Json {
  const { addedRisks = [], currency } = change;
  const before = new Set(change.before.tasks.map(({ id }) => id));
  const known = listOf(raw.risks).map((risk) => {
    const tasks = listOfText(risk.tasks);
    const left = tasks.filter((id) => ids.has(id));
    if (left.length === tasks.length) return risk;
    const { tasks: _, probability, ...words } = risk;
    const isCut = left.length === 0 && tasks.some((id) => before.has(id));
    return isCut
      ? words
      : { ...words, ...(probability === undefined ? {} : { probability }), tasks: left };
  });
  const tasks = new Map(
    listOf(raw.phases).flatMap((phase) => listOf(phase.tasks).map((task) => [task.task_id, task])),
  );
  const added = addedRisks.map((risk, index) =>
    addedRisk(risk, known.length + index + 1, { currency, task: tasks.get(risk.tasks[0]) }),
  );
  const risks = [...known, ...added];
  return isSame(risks, listOf(raw.risks)) ? {} : { risks };
}

interface Reworked {
  readonly currency: string | null;
  /** As it is written. */
  readonly task: Json | undefined;
}

const MOST_TITLE = 100;

/** Whoever does the work watches it. */
function reworkWords({ task }: Reworked): Json {
  const { title, assignee_role: owner } = task ?? {};
  const name = typeof title === 'string' ? title : '';
  return {
    title: `Done again: ${name || 'work that overlaps'}`.slice(0, MOST_TITLE),
    cause: 'It begins before what it waits for is over.',
    effect: 'A part of it has to be done again.',
    trigger: 'What it waits for comes out otherwise than it was begun for.',
    ...(typeof owner === 'string' ? { owner } : {}),
  };
}

function addedRisk(
  { id, probability, delayMinutes, cost, tasks }: Risk,
  number: number,
  rework: Reworked,
): Json {
  const delay = delayMinutes && {
    low: hoursOf(delayMinutes.low),
    likely: hoursOf(delayMinutes.likely),
    high: hoursOf(delayMinutes.high),
  };
  return {
    risk_id: `risk_added_${number}`,
    ...reworkWords(rework),
    description: `Work that overlaps is done again (${id.slice(0, 200)})`,
    likelihood: 'medium',
    impact: 'medium',
    mitigation: 'Hand over early and often; keep the later task in step with the earlier one.',
    probability,
    ...(delay === undefined ? {} : { delay }),
    ...(cost === undefined ? {} : { cost: costFields(cost, rework.currency) }),
    tasks,
  };
}

function costLinesAfter(raw: Json, ids: ReadonlySet<string>, change: PlanChange): Json {
  const { addedCosts = [], currency } = change;
  const left = listOf(raw.cost_lines).filter(
    ({ task }) => typeof task !== 'string' || ids.has(task),
  );
  const added = addedCosts.map(({ id, name, amount, source }) => ({
    cost_id: id,
    name,
    ...costFields(amount, currency),
    source,
  }));
  const lines = [...left, ...added];
  return isSame(lines, listOf(raw.cost_lines)) ? {} : { cost_lines: lines };
}

const listOfText = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
