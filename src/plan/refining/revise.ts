// Revisions are taken over and everything is reckoned anew. One that makes the plan worse (a deadline or
// a budget newly missed, a graph that cannot be scheduled, a gate that fails) is taken item by item, in
// words alone or not at all, and it is said.
import type { PlanFinding, Refinement } from '../../contract/plan-critique.ts';
import { isFail } from '../../gates/gate.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
import { effectText, shortfall } from '../rescue/shortfall.ts';
import { outputOf, type StageInput } from '../stage.ts';
import { basisGates } from '../stages/basis-gates.ts';
import { directionStage } from '../stages/direction.ts';
import { type Change, changesBetween, touches } from './changes.ts';
import { clipped } from './hits.ts';
import { inWordsAlone, type Piece, piecesOf } from './pieces.ts';
import { type PlanState, type Reckoned, rebuilt } from './plan-state.ts';
import { standingOf } from './score.ts';
import { nowAt, placeOf, type Revision, revisedAt } from './sections.ts';
import { isStaleMention } from './stale-mentions.ts';
import type { Unit } from './units.ts';

type Left = RefinedOutput['left'][number];

export interface RevisedUnit {
  readonly unit: Unit;
  readonly value: Revision;
}

/** What of a revision was not taken over, and why. */
interface Refused {
  /** Where nothing of it was. */
  readonly whole: string | null;
  /** By its items, where some of it was. */
  readonly items: ReadonlyMap<string, string>;
}

interface Outcome extends Reckoned {
  /** By the key of its unit. */
  readonly refused: ReadonlyMap<string, Refused>;
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
  /** What it must not be worse than: many small steps would add up. */
  against = before,
): Promise<Reckoned | string> {
  const state = revisions.reduce(
    (all, { unit, value }) => revisedAt(placeOf(unit.key), all, value),
    before.state,
  );
  try {
    const after = { state, network: await rebuilt(state, input, before.network) };
    return worsening(against, after, input) ?? after;
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    return `With its revision the plan could not be scheduled: ${why}`;
  }
}

interface TriedPiece {
  readonly unit: Unit;
  readonly piece: Piece;
  /** Why it cannot be had, where that is known already. */
  readonly known: string | null;
  /** The plan before all pieces of this unit. */
  readonly start: Reckoned;
}

/** One item as it was revised, in its new words alone, or why neither can be had. */
async function triedPiece(
  before: Reckoned,
  { unit, piece, known, start }: TriedPiece,
  input: StageInput,
) {
  const attempt = (value: Revision) => tried(before, [{ unit, value }], input, start);
  const whole = known ?? (await attempt(piece.value));
  if (typeof whole !== 'string') return { at: whole, why: null };
  const reworded = inWordsAlone(unit, piece, before.state);
  const words = reworded && (await attempt(reworded));
  return words === null || typeof words === 'string'
    ? { at: before, why: whole }
    : {
        at: words,
        why: `Only its words were taken over, not its hours, costs and links. ${whole}`,
      };
}

async function inPieces(
  start: Reckoned,
  { unit, value }: RevisedUnit,
  why: string,
  input: StageInput,
): Promise<Reckoned & { readonly refused: Refused }> {
  let at = start;
  const items = new Map<string, string>();
  const pieces = piecesOf(value);
  // The only one was tried already.
  const known = pieces.length === 1 ? why : null;
  for (const piece of pieces) {
    const next = await triedPiece(at, { unit, piece, known, start }, input);
    at = next.at;
    if (next.why !== null) items.set(piece.item, next.why);
  }
  const isNothing = changesOf(unit, start.state, at.state).length === 0;
  return isNothing
    ? { ...start, refused: { whole: why, items: new Map() } }
    : { ...at, refused: { whole: null, items } };
}

/** All at once where that goes well, else one by one, the heaviest first. */
async function applied(
  start: Reckoned,
  revisions: readonly RevisedUnit[],
  input: StageInput,
): Promise<Outcome> {
  const refused = new Map<string, Refused>();
  if (revisions.length === 0) return { ...start, refused };
  const all = await tried(start, revisions, input);
  if (typeof all !== 'string') return { ...all, refused };
  let at = start;
  for (const revision of revisions) {
    const isAlone = revisions.length === 1;
    const next = isAlone ? all : await tried(at, [revision], input);
    if (typeof next !== 'string') at = next;
    else {
      const { refused: why, ...some } = await inPieces(at, revision, next, input);
      at = some;
      refused.set(revision.unit.key, why);
    }
  }
  return { ...at, refused };
}

const changesOf = ({ key }: Unit, before: PlanState, after: PlanState): Change[] =>
  changesBetween(nowAt(placeOf(key), before), nowAt(placeOf(key), after));

/** Words such as “scope” and the number of a phase stand for the whole section. */
const wholes = new Set(['goal', 'smart', 'scope', 'roles', 'governance']);

const isPath = ({ item }: PlanFinding, unit: Unit): boolean =>
  item.trim() !== unit.item && !wholes.has(item.trim().toLowerCase());

/** What code saw and somebody left as it was may be right after all: it weighs less then. */
export const left = (finding: PlanFinding, why: string): Left => ({
  ...finding,
  ...(isStaleMention(finding) ? { severity: 'minor' as const } : {}),
  why_left: clipped(why, 300),
});

const plainItem = (item: string): string => item.trim().toLowerCase();

/** Of items that no finding names. */
function unnamed(unit: Unit, items: ReadonlyMap<string, string>): Left[] {
  const named = unit.findings.map(({ item }) => plainItem(item));
  return [...items]
    .filter(([item]) => !named.includes(plainItem(item)))
    .map(([item, why]) => ({
      ...{ section: unit.section, item, severity: 'minor' },
      says: `What the revision of its section changed in ${item} was not taken over as a whole.`,
      remedy: 'See whether hours, costs or links are missing here.',
      why_left: clipped(why, 300),
    }));
}

function leftIn(unit: Unit, { refused }: Outcome, changes: readonly Change[]): Left[] {
  const { whole = null, items = new Map<string, string>() } = refused.get(unit.key) ?? {};
  if (whole !== null) return unit.findings.map((finding) => left(finding, whole));
  const open = unit.findings.flatMap((finding) => {
    const why = items.get(finding.item.trim());
    if (why !== undefined) return [left(finding, why)];
    return touches(changes, finding.item, isPath(finding, unit))
      ? []
      : [left(finding, 'The revision of its section left it as it was.')];
  });
  return [...open, ...unnamed(unit, items)];
}

const MOST_REASONS = 20;

const refinementOf = (
  { section, item, findings }: Unit,
  changes: Change[],
  round: number,
): Refinement => ({
  ...{ round, section, item },
  because: findings.slice(0, MOST_REASONS).map(({ says }) => says),
  changes,
});

const MOST_LEFT = 60;
const MOST_REFINEMENTS = 60;

export interface RefineRequest {
  readonly round: 1 | 2;
  readonly start: Reckoned;
  /** What the round before said. */
  readonly earlier: Pick<RefinedOutput, 'refinements' | 'score'> | null;
  readonly revisions: readonly RevisedUnit[];
  /** What no call was made for, with the reason. */
  readonly notAsked: readonly Left[];
}

export async function refined(
  { round, start, earlier, revisions, notAsked }: RefineRequest,
  input: StageInput,
): Promise<RefinedOutput> {
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
  const made = units
    .filter(({ changes }) => changes.length > 0)
    .map(({ unit, changes }) => refinementOf(unit, changes, round));
  return {
    ...{ assumptions, risks, charter, team },
    network: outcome.network,
    refinements: [...(earlier?.refinements ?? []), ...made].slice(0, MOST_REFINEMENTS),
    left: open.slice(0, MOST_LEFT),
    score: {
      before: earlier?.score.before ?? standingOf(hits, start.network),
      after: standingOf(open, outcome.network),
    },
  };
}
