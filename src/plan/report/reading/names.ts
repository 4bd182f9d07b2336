// What a plan calls its things. Minds say A1, R2 or 2.1; plan.json says assumption_1, risk_2 or
// task_2_1. A reader sees the short name, and a link goes to the place of the long one.
import type { Plan, PlanTask } from '../../../contract/plan.ts';

export interface Named {
  /** Where it stands in the report. */
  readonly anchor: string;
  /** 2.1, R2. */
  readonly short: string;
  readonly title: string;
}

export interface Names {
  readonly find: (name: string) => Named | undefined;
  /** The pieces of a text; those that name something say what. */
  readonly split: (text: string) => readonly { readonly text: string; readonly named?: Named }[];
  readonly taskOf: (id: string) => PlanTask | undefined;
}

const kinds: Readonly<Record<string, string>> = {
  assumption: 'A',
  risk: 'R',
  cost: 'K',
  outcome: 'M',
};

/** task_2_1 → 2.1, risk_2 → R2, cost_1_4_a → K1.4a; others as they are. */
export function shortName(id: string): string {
  const [, kind = '', rest = ''] = /^([a-z]+)_(\d+(?:_\d+)*(?:_[a-z])?)$/.exec(id) ?? [];
  const number = rest.replace(/_(?=[a-z])/, '').replaceAll('_', '.');
  if (kind === 'task' || kind === 'phase') return number;
  const letter = kinds[kind];
  return letter === undefined ? id : `${letter}${number}`;
}

const ownName =
  /(?<![\p{L}\p{N}_])(?:task|phase|risk|assumption|cost|outcome)_\d{1,3}(?:_\d{1,3})*(?:_[a-z])?(?![\p{L}\p{N}_])/gu;

/** A text in which things have their short names. */
export const withShortNames = (text: string): string => text.replace(ownName, shortName);

const ownId = /^(?:[a-z]+(?:_[a-z0-9]+)+|[A-Z]\d{1,2})$/;

/** An id of another tool may be any text; an anchor is a word, and never one of the report's own. */
export const anchorOf = (id: string): string =>
  ownId.test(id) ? id : `x_${id.replace(/[^A-Za-z0-9]/gu, '_')}`;

export function namesOf(plan: Plan): Names {
  const tasks = plan.phases.flatMap((phase) => phase.tasks);
  const all = new Map<string, Named>();
  const add = (id: string, title: string, ...others: readonly string[]): void => {
    const named = { anchor: anchorOf(id), short: shortName(id), title };
    for (const name of [id, named.short, ...others]) if (!all.has(name)) all.set(name, named);
  };
  for (const task of tasks) add(task.task_id, task.title);
  for (const risk of plan.risks) add(risk.risk_id, risk.title ?? risk.description);
  for (const one of plan.assumptions) add(one.assumption_id, one.claim);
  for (const line of plan.cost_lines ?? []) add(line.cost_id, line.name);
  for (const one of plan.outcomes ?? []) add(one.outcome_id, one.measure);
  for (const [index, phase] of plan.phases.entries())
    if (!all.has(phase.phase_id)) add(phase.phase_id, phase.name, `phase ${index + 1}`);
  for (const [id, title] of lettered(plan)) add(id, title);
  for (const [index, role] of rolesOf(plan).entries())
    if (!all.has(role)) all.set(role, { anchor: `role-${index + 1}`, short: role, title: role });
  const byTask = new Map(tasks.map((task) => [task.task_id, task]));
  return {
    find: (name) => all.get(name),
    split: (text) => splitText(text, all),
    taskOf: (id) => byTask.get(id),
  };
}

/** Everybody who is named: those of roles first, as they say more. */
export const rolesOf = (plan: Plan): string[] => [
  ...new Set([...(plan.roles ?? []).map(({ name }) => name), ...plan.roles_required]),
];

function lettered(plan: Plan): (readonly [string, string])[] {
  return [
    ...(plan.directives ?? []).map(({ id, text }) => [id, text] as const),
    ...(plan.levers ?? []).map(({ id, name }) => [id, name] as const),
    ...(plan.scenarios ?? []).map(({ id, name }) => [id, name] as const),
    ...(plan.charter?.deliverables ?? []).map(({ id, name }) => [id, name] as const),
    ...(plan.experts ?? []).map(({ id, title }) => [id, title] as const),
    ...(plan.critical_premises ?? []).map(({ id, claim }) => [id, claim] as const),
    ...(plan.red_team?.findings ?? []).map(({ id, says }) => [id, says] as const),
  ];
}

/** Only names that cannot be other words: with a letter before the number, or as plan.json has them. */
const inText =
  /(?<![\p{L}\p{N}_])([a-z]+_\d{1,3}(?:_\d{1,3})*(?:_[a-z])?|[A-Z]\d{1,2})(?![\p{L}\p{N}_])/gu;

function splitText(
  text: string,
  all: ReadonlyMap<string, Named>,
): { text: string; named?: Named }[] {
  const pieces: { text: string; named?: Named }[] = [];
  let from = 0;
  for (const found of text.matchAll(inText)) {
    const named = all.get(found[0]);
    if (named === undefined) continue;
    if (found.index > from) pieces.push({ text: text.slice(from, found.index) });
    pieces.push({ text: named.short, named });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from) });
  return pieces;
}
