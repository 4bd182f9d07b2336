// What is still held against the finished plan: findings that no revision took up, each once and with
// all who said it, and demands of the goal that were found not to be kept when it was too late to revise.
import { stopped } from '../../base/sentences.ts';
import type { Plan } from '../../contract/plan.ts';
import type { PlanFinding, PlanSection } from '../../contract/plan-critique.ts';
import type { Directive } from '../../contract/plan-direction.ts';
import { bindingImportance } from '../../gates/directives.ts';
import { heaviestFirst, isSame, sameFindings } from '../findings.ts';
import type {
  AttackOutput,
  ExpertsOutput,
  PremisesOutput,
  PremortemOutput,
  RefinedOutput,
} from '../outputs/critique.ts';
import { tellsOf } from './answered.ts';
import { clip, most } from './clip.ts';

export type OpenFinding = NonNullable<Plan['findings_left']>[number];
type Adherence = NonNullable<Plan['adherence']>[number];

export interface Voices {
  readonly attack: AttackOutput | null;
  readonly experts: ExpertsOutput | null;
  readonly premortem: PremortemOutput | null;
  readonly premises: PremisesOutput | null;
}

const MOST_OPEN = 60;
const MAX_ITEM = 40;
const MAX_TEXT = 400;
const MAX_NAME = 120;

export const expertName = ({ id, title }: { id: string; title: string }): string =>
  clip(`${id} ${title}`, MAX_NAME);

export const lensName = ({ id, lens }: { id: string; lens: string }): string =>
  clip(`${id} Red team: ${lens}`, MAX_NAME);

type Failure = PremortemOutput['failures'][number];

/** Given to those who revise as an act against it: by that it is known again. */
const failureOf = ({ remedy }: PlanFinding, { premortem }: Voices): Failure | undefined =>
  premortem?.failures.find(({ prevention }) => prevention === remedy);

/** A headline and a sign are two things. */
const failureSays = ({ title, first_sign }: Failure): string =>
  clip(`It may end like this: “${title}”. The first sign: ${stopped(first_sign)}`, MAX_TEXT);

/** What those who revise were given, in words for readers. */
export const reasonText = (because: string, { premortem }: Pick<Voices, 'premortem'>): string => {
  const failure = premortem?.failures.find(({ title }) => tellsOf(title)(because));
  return failure && !failure.covered ? failureSays(failure) : because;
};

/** Everybody who said it, the red team first. */
function voicesOf(finding: PlanFinding, voices: Voices): string[] {
  const { attack, experts, premises } = voices;
  const failure = failureOf(finding, voices);
  return [
    ...(attack?.findings ?? []).filter((one) => isSame(one, finding)).map(lensName),
    ...(experts?.experts ?? [])
      .filter(({ findings }) => findings.some((one) => isSame(one, finding)))
      .map(expertName),
    ...(failure ? [clip(`Premortem: ${failure.archetype}`, MAX_NAME)] : []),
    ...(premises?.premises ?? [])
      .filter(({ claim, decision }) => decision === finding.remedy && finding.says.includes(claim))
      .map(({ id }) => `${id} Premise`),
  ];
}

/** As many of their items as there is room for. */
function itemsOf(same: readonly PlanFinding[]): string {
  const items = [...new Set(same.map(({ item }) => item.trim()).filter((item) => item !== ''))];
  return items.reduce((all, item) => {
    const next = all === '' ? item : `${all}, ${item}`;
    return next.length <= MAX_ITEM ? next : all;
  }, '');
}

function leftOnce(same: readonly RefinedOutput['left'][number][], voices: Voices): OpenFinding[] {
  const [first] = same;
  if (!first) return [];
  const failure = failureOf(first, voices);
  const from = [...new Set(same.flatMap((one) => voicesOf(one, voices)))].slice(0, 12);
  return [
    {
      ...{ ...first, item: itemsOf(same) },
      ...(failure ? { says: failureSays(failure) } : {}),
      ...(from.length > 0 ? { from } : {}),
    },
  ];
}

/** What the critics said and nobody took up, the heaviest first. */
export const leftFindings = (left: RefinedOutput['left'], voices: Voices): OpenFinding[] =>
  sameFindings(left.toSorted(heaviestFirst)).flatMap((same) => leftOnce(same, voices));

const sections: Readonly<Record<string, PlanSection>> = {
  assumptions: 'assumptions',
  risks: 'risks',
  charter: 'charter',
  team: 'team',
  tasks: 'phase',
};

function severityOf({ verdict }: Adherence, { importance }: Directive): PlanFinding['severity'] {
  const isHeavy = importance >= bindingImportance;
  if (verdict === 'broken') return isHeavy ? 'fatal' : 'major';
  return isHeavy ? 'major' : 'minor';
}

const verdictWords = { partly: 'Kept only partly', broken: 'Broken', not_touched: 'Not touched' };

function demandFinding(judged: Adherence, directive: Directive): OpenFinding[] {
  const { verdict, where, why, by } = judged;
  const remedy = judged.remedy?.trim() ?? '';
  if (verdict === 'kept') return [];
  const [place = '', item = ''] = where.split(':');
  const told = `${verdictWords[verdict]}: ${directive.id} ${stopped(directive.text)}`;
  return [
    {
      section: sections[place.trim().toLowerCase()] ?? 'other',
      item: clip(item.trim(), MAX_ITEM),
      severity: severityOf(judged, directive),
      says: clip(remedy === '' ? told : `${told} ${why}`, MAX_TEXT),
      remedy: clip(remedy === '' ? why : remedy, MAX_TEXT),
      why_left: 'Seen only in the finished plan, when it was held against the goal.',
      from: [by === 'code' ? 'Adherence, by code' : 'Adherence'],
    },
  ];
}

/** Demands of the goal that the finished plan does not keep, or not in full. */
export const demandFindings = (
  adherence: readonly Adherence[],
  directives: readonly Directive[],
): OpenFinding[] =>
  directives
    .flatMap((directive) =>
      adherence
        .filter((one) => one.directive === directive.id)
        .flatMap((one) => demandFinding(one, directive)),
    )
    .toSorted(heaviestFirst);

/** The heaviest first, so that none of them is left off where there are too many. */
export const openFindings = (...lists: readonly OpenFinding[][]): OpenFinding[] =>
  most(lists.flat().toSorted(heaviestFirst), MOST_OPEN);
