// Revisions are taken over and everything is reckoned anew. One that makes the plan worse (a deadline or
// a budget newly missed, a graph that cannot be scheduled, a gate that fails) is left out, and it is said.
import type { PlanFinding, Refinement } from '../../contract/plan-critique.ts';
import { isFail } from '../../gates/gate.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { effectText, shortfall } from '../rescue/shortfall.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { basisGates } from '../stages/basis-gates.ts';
import { directionStage } from '../stages/direction.ts';
import { type Change, changesBetween, touches } from './changes.ts';
import { clipped } from './hits.ts';
import { type PlanState, rebuilt, stateOf } from './plan-state.ts';
import { standingOf } from './score.ts';
import { nowAt, placeOf, type Revision, revisedAt } from './sections.ts';
import type { Unit } from './units.ts';

type Left = RefinedOutput['left'][number];

export interface RevisedUnit {
  readonly unit: Unit;
  readonly value: Revision;
}

/** A plan with its graph. */
interface Reckoned {
  readonly state: PlanState;
  readonly network: NetworkOutput;
}

interface Outcome extends Reckoned {
  readonly taken: readonly Unit[];
  /** Why a revision was not taken over, by the key of its unit. */
  readonly refused: ReadonlyMap<string, string>;
}

const failuresIn = ({ assumptions, risks }: PlanState, input: StageInput): number =>
  basisGates(outputOf(input, directionStage), { assumptions, risks })
    .flatMap(({ findings }) => findings)
    .filter(isFail).length;

/** Of the length of the plan or of its budget: mending a plan that misses a limit may cost that much
 * more. Otherwise nothing of such a plan could be mended. */
const TOLERATED = 0.03;

/** What got worse; null where nothing did. */
function worsening(before: Reckoned, after: Reckoned, input: StageInput): string | null {
  const known = before.network.misses.map(({ of }) => of);
  const missed = after.network.misses.filter(({ of }) => !known.includes(of));
  if (missed.length > 0) {
    const words = missed.map(({ of, wanted, got }) => `${of} ${wanted} became ${got}`);
    return `With its revision a limit was missed: ${words.join('; ')}.`;
  }
  if (shortfall(after.network) > shortfall(before.network) + (known.length > 0 ? TOLERATED : 0)) {
    return `With its revision a limit was missed by more. ${effectText(before.network, after.network)}`;
  }
  return failuresIn(after.state, input) > failuresIn(before.state, input)
    ? 'With its revision a gate failed that had passed.'
    : null;
}

/** The plan with these revisions, or why it cannot be had. */
async function tried(
  before: Reckoned,
  revisions: readonly RevisedUnit[],
  input: StageInput,
): Promise<Reckoned | string> {
  const state = revisions.reduce(
    (all, { unit, value }) => revisedAt(placeOf(unit.key), all, value),
    before.state,
  );
  try {
    const after = { state, network: await rebuilt(state, input, before.network) };
    return worsening(before, after, input) ?? after;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    return `With its revision the plan could not be scheduled: ${why}`;
  }
}

/** All at once where that goes well, else one by one, the heaviest first. */
async function applied(
  start: Reckoned,
  revisions: readonly RevisedUnit[],
  input: StageInput,
): Promise<Outcome> {
  const refused = new Map<string, string>();
  if (revisions.length === 0) return { ...start, taken: [], refused };
  const all = await tried(start, revisions, input);
  if (typeof all !== 'string') return { ...all, taken: revisions.map(({ unit }) => unit), refused };
  let at = start;
  const taken: Unit[] = [];
  for (const revision of revisions) {
    const next = await tried(at, [revision], input);
    if (typeof next === 'string') refused.set(revision.unit.key, next);
    else {
      at = next;
      taken.push(revision.unit);
    }
  }
  return { ...at, taken, refused };
}

const changesOf = ({ key }: Unit, before: PlanState, after: PlanState): Change[] =>
  changesBetween(nowAt(placeOf(key), before), nowAt(placeOf(key), after));

/** Words such as “scope” and the number of a phase stand for the whole section. */
const wholes = new Set(['goal', 'smart', 'scope', 'roles', 'governance']);

const isPath = ({ item }: PlanFinding, unit: Unit): boolean =>
  item.trim() !== unit.item && !wholes.has(item.trim().toLowerCase());

const left = (finding: PlanFinding, why: string): Left => ({
  ...finding,
  why_left: clipped(why, 300),
});

function leftIn(unit: Unit, { refused }: Outcome, changes: readonly Change[]): Left[] {
  const why = refused.get(unit.key);
  if (why !== undefined) return unit.findings.map((finding) => left(finding, why));
  return unit.findings
    .filter((finding) => !touches(changes, finding.item, isPath(finding, unit)))
    .map((finding) => left(finding, 'The revision of its section left it as it was.'));
}

const MOST_REASONS = 20;

const refinementOf = ({ section, item, findings }: Unit, changes: Change[]): Refinement => ({
  round: 1,
  section,
  item,
  because: findings.slice(0, MOST_REASONS).map(({ says }) => says),
  changes,
});

const MOST_LEFT = 60;

export interface RefineRequest {
  readonly before: NetworkOutput;
  readonly revisions: readonly RevisedUnit[];
  /** What no call was made for, with the reason. */
  readonly notAsked: readonly Left[];
}

export async function refined(
  { before, revisions, notAsked }: RefineRequest,
  input: StageInput,
): Promise<RefinedOutput> {
  const start = { state: stateOf(input), network: before };
  const outcome = await applied(start, revisions, input);
  const units = revisions.map(({ unit }) => ({
    unit,
    changes: changesOf(unit, start.state, outcome.state),
  }));
  const open = [
    ...units.flatMap(({ unit, changes }) => leftIn(unit, outcome, changes)),
    ...notAsked,
  ];
  const hits = [...revisions.flatMap(({ unit }) => unit.findings), ...notAsked];
  const { assumptions, risks, charter, team } = outcome.state;
  return {
    ...{ assumptions, risks, charter, team },
    network: outcome.network,
    refinements: units
      .filter(({ changes }) => changes.length > 0)
      .map(({ unit, changes }) => refinementOf(unit, changes)),
    left: open.slice(0, MOST_LEFT),
    score: { before: standingOf(hits, before), after: standingOf(open, outcome.network) },
  };
}
