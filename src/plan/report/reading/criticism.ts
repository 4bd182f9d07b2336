// What was said against the plan, and what came of each: the plan was changed, or the finding stands.
// A finding is told once, where it was made; the list of changes names only what changed.
import type { Plan } from '../../../contract/plan.ts';
import type { PlanFinding } from '../../../contract/plan-critique.ts';
import { plainly } from './once.ts';
import { counted } from './words.ts';

export type Fate = 'changed' | 'left' | 'told';

/** Long enough to tell findings apart, short enough to survive a clipped end. */
const KEY_LENGTH = 90;
const keyOf = (text: string): string => plainly(text).slice(0, KEY_LENGTH);

/** What came of a finding, by what it says. */
export function fatesOf(plan: Plan): (says: string) => Fate {
  const left = new Set((plan.findings_left ?? []).map(({ says }) => keyOf(says)));
  const changed = new Set(
    (plan.refinements ?? []).flatMap(({ because }) => because.map((why) => keyOf(why))),
  );
  return (says) => {
    const key = keyOf(says);
    if (left.has(key)) return 'left';
    return changed.has(key) ? 'changed' : 'told';
  };
}

export interface Told {
  readonly id?: string;
  readonly section: PlanFinding['section'];
  readonly item: string;
  readonly severity: PlanFinding['severity'];
  readonly isDone: boolean;
  /** What is held against the plan; empty where what was done or is to be done says it all. */
  readonly says: string;
  readonly remedy: string;
  /** Why a judge did not agree. */
  readonly overruled: string;
  /** Ids of others who say the same. */
  readonly also: readonly string[];
}

type Said = PlanFinding & {
  readonly answered?: readonly string[] | undefined;
  readonly also_by?: readonly string[] | undefined;
};

const idOf = (name: string): string => /^[A-Z]\d+/u.exec(name)?.[0] ?? name;

/** One line for what was taken up and for what is minor: what to change. */
function toldOf(finding: Said, fate: Fate): Told {
  const isDone = fate === 'changed' || (finding.answered ?? []).length > 0;
  return {
    ...{ section: finding.section, item: finding.item, severity: finding.severity, overruled: '' },
    ...{ isDone, also: (finding.also_by ?? []).map(idOf), remedy: finding.remedy },
    says: isDone || finding.severity === 'minor' ? '' : finding.says,
  };
}

const ranks = { fatal: 1, major: 2, minor: 3 } as const;

const byWeight = (one: Told, other: Told): number =>
  ranks[one.severity] - ranks[other.severity] || Number(one.isDone) - Number(other.isDone);

export function expertFindings(plan: Plan, findings: readonly Said[]): Told[] {
  const fate = fatesOf(plan);
  return findings.map((one) => toldOf(one, fate(one.says))).toSorted(byWeight);
}

type Attack = NonNullable<Plan['red_team']>['findings'][number];

/** What was promised in the debate is not told: what was asked for, and whether it was done. */
function attackOf(attack: Attack, fate: Fate): Told {
  const told = { ...toldOf(attack, fate), id: attack.id };
  if (attack.ruling === 'overruled')
    return { ...told, says: attack.says, remedy: '', overruled: attack.why ?? attack.answer ?? '' };
  return told;
}

/** By lens, in the order of the plan. */
export function attacksByLens(plan: Plan): { readonly lens: string; readonly all: Told[] }[] {
  const fate = fatesOf(plan);
  const groups = Map.groupBy(plan.red_team?.findings ?? [], ({ lens }) => lens);
  return [...groups].map(([lens, all]) => ({
    lens,
    all: all.map((one) => attackOf(one, fate(one.says))).toSorted(byWeight),
  }));
}

/** Whether anything was taken up: then marks need a word. */
export const hasDone = (all: readonly Told[]): boolean => all.some(({ isDone }) => isDone);

export interface Left {
  readonly why: string;
  readonly groups: readonly { readonly effect: string; readonly items: readonly string[] }[];
}

/** The first sentence of a reason, and what comes after it. */
function split(reason: string): readonly [string, string] {
  const [, first = reason, rest = ''] = /^(.+?[.!?])\s+(.+)$/u.exec(reason) ?? [];
  return [first, rest];
}

/** A finding may be about several things. */
const aboutOf = ({ section, item }: PlanFinding): string[] => (item || section).split(', ');

/** Those that were not taken up, by the reason: each reason once, with what it is about. */
export function leftByReason({ findings_left: all = [] }: Plan): Left[] {
  const reasons = Map.groupBy(all, (one) => split(one.why_left)[0]);
  return [...reasons].map(([why, findings]) => ({
    why,
    groups: [...Map.groupBy(findings, (one) => split(one.why_left)[1])].map(([effect, some]) => ({
      effect,
      items: [...new Set(some.flatMap(aboutOf))].toSorted(byNumber),
    })),
  }));
}

const byNumber = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });

/** Findings that stand nowhere else in the report, so that they are told with their reason. */
export function onlyLeft(plan: Plan): Told[] {
  const all = plan.findings_left ?? [];
  const texts = untold(
    plan,
    all.map(({ says }) => says),
  );
  return all
    .filter(({ says, from = [] }) => from.length === 0 && texts.includes(says))
    .map((one) => ({ ...toldOf(one, 'left'), says: one.says }));
}

const attacks = ({ red_team: team }: Plan): readonly Attack[] => team?.findings ?? [];

/** Reasons of a change that no finding in the report says. */
export function untold(plan: Plan, because: readonly string[]): string[] {
  const told = new Set(
    [...(plan.experts ?? []).flatMap(({ findings }) => findings), ...attacks(plan)].map(
      ({ says }) => keyOf(says),
    ),
  );
  return because.filter((why) => !told.has(keyOf(why)) && !isStoryOf(plan, why));
}

/** A story of the premortem is told there, with what prevents it. */
const isStoryOf = ({ premortem }: Plan, says: string): boolean =>
  (premortem?.failures ?? []).some(({ title }) => plainly(says).startsWith(plainly(title)));

type Failure = NonNullable<Plan['premortem']>['failures'][number];

const standings = {
  covered: 'in the plan',
  answered: 'in the plan',
  partly: 'in the plan in part',
  open: 'not in the plan yet',
} as const;

/** Whether what would prevent a story is in the plan; empty where nothing is known. */
export function preventionNote({ findings_left: left = [] }: Plan, { title, standing }: Failure) {
  if (standing !== undefined) return standings[standing];
  const isLeft = left.some(({ says }) => plainly(says).startsWith(plainly(title)));
  return isLeft ? standings.open : '';
}

/** Of a minor doubt about the goal only the answer is told. */
export const isMinor = ({ severity }: NonNullable<Plan['premise_attacks']>[number]): boolean =>
  severity === 'minor' || severity === 'none';

/** "8 attacks: 4 answered by a change, 1 overruled, 3 still open". */
export function attacksDigest(attacks: readonly Told[]): string {
  const done = attacks.filter(({ isDone }) => isDone).length;
  const overruled = attacks.filter((one) => !one.isDone && one.overruled !== '').length;
  const parts: (readonly [number, string])[] = [
    [done, 'answered by a change'],
    [overruled, 'overruled'],
    [attacks.length - done - overruled, 'still open'],
  ];
  const said = parts.filter(([number]) => number > 0).map(([number, says]) => `${number} ${says}`);
  return [counted(attacks.length, 'attack'), said.join(', ')]
    .filter((part) => part !== '')
    .join(': ');
}
