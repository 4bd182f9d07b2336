// A purse that several runs share. It is a row of its own beside their logs: a lease takes from it and the
// end of an attempt settles with it in the commits of the run, so it is always the sum of what its runs
// say. Here is what is asked of it, and whether it has that; the stores check the same inside the commit.
import type { Amounts, GraphStep, RunEvent } from './event-types.ts';
import { isUndo, type Purse, type RunState, type Step, type Totals } from './state.ts';

export const purseKinds = ['money', 'tokens', 'calls'] as const;
export type PurseKind = (typeof purseKinds)[number];

/**
 * `cost`: there is room for what is reserved. `price`: the same, and its price is not known. `any`: what
 * it costs is said only afterwards; something must be left. Nothing: it is done in any case.
 */
export type PurseAsks = 'cost' | 'price' | 'any' | '';

/** The limits of a purse (-1 for none) and how it stands, as its row has them. */
export type PurseStand = Readonly<
  Record<`${'limit' | 'spent' | 'reserved' | 'warned'}_${PurseKind}`, number>
>;

/** What a run has of its family's purse. */
export interface Account {
  readonly spent: Readonly<Totals>;
  readonly reserved: Readonly<Totals>;
}

/** How a commit moves a purse, as a requirement of that commit. */
export interface PurseMove extends Account {
  readonly purse: string;
  readonly tenant: string;
  /** On whose behalf; empty if for none. */
  readonly run: string;
  /** What is settled asks nothing and is never refused. */
  readonly asks: PurseAsks;
}

export interface WarnOf {
  /** The purse. */
  readonly warn: string;
  readonly tenant: string;
  readonly of: PurseKind;
}

/** What people and the engine do is not paid for. */
export const isFree = (performer: GraphStep['performer']): boolean =>
  performer === 'human' || performer === 'engine';

export function asksOf(step: Step): PurseAsks {
  const { cost, performer } = step.def;
  if (isUndo(step)) return '';
  if (!cost) return isFree(performer) ? '' : 'any';
  return cost.money === undefined ? 'price' : 'cost';
}

const isLimited = (purse: PurseStand, kind: PurseKind): boolean => purse[`limit_${kind}`] >= 0;

const isUsedUp = (purse: PurseStand, kind: PurseKind, more: Account): boolean => {
  const spent = purse[`spent_${kind}`] + more.spent[kind];
  return isLimited(purse, kind) && spent > 0 && spent >= purse[`limit_${kind}`];
};

const isOver = (purse: PurseStand, kind: PurseKind, more: Account): boolean => {
  const spent = purse[`spent_${kind}`] + more.spent[kind];
  const reserved = purse[`reserved_${kind}`] + more.reserved[kind];
  return isLimited(purse, kind) && spent + reserved > purse[`limit_${kind}`];
};

/** What it would have too little of after that; null if it has what is asked. */
export function shortOf(purse: PurseStand, asks: PurseAsks, more: Account): string | null {
  switch (asks) {
    case '':
      return null;
    case 'any':
      return purseKinds.find((kind) => isUsedUp(purse, kind, more)) ?? null;
    case 'price':
      // Nobody knows what it costs: that is more than there is.
      return isLimited(purse, 'money') ? 'price' : shortOf(purse, 'cost', more);
    case 'cost':
      return purseKinds.find((kind) => isOver(purse, kind, more)) ?? null;
  }
}

/** Four fifths of it are spent, and nobody has said so for this limit. */
export function mustWarn(purse: PurseStand, kind: PurseKind): boolean {
  const limit = purse[`limit_${kind}`];
  const isSaid = purse[`warned_${kind}`] === limit;
  return isLimited(purse, kind) && !isSaid && purse[`spent_${kind}`] * 5 >= limit * 4;
}

const familyPrefix = 'family:';

/** What a step waits for where the purse of its family is short. */
export const familyKey = (purse: string): string => familyPrefix + purse;

export const isFamilyKey = (key: string): boolean => key.startsWith(familyPrefix);

export const purseOfKey = (key: string): string => key.slice(familyPrefix.length);

/** Null if it has none, which costs nothing more than to look. */
export const accountOf = ({ family, spent, reserved }: Purse): Account | null =>
  family === undefined ? null : { spent: { ...spent }, reserved: { ...reserved } };

const nothing: Totals = { money: 0, tokens: 0, calls: 0 };

export const unmoved: Account = { spent: nothing, reserved: nothing };

const difference = (after: Totals, before: Readonly<Totals>): Totals => ({
  money: after.money - before.money,
  tokens: after.tokens - before.tokens,
  calls: after.calls - before.calls,
});

const isNothing = ({ money, tokens, calls }: Readonly<Totals>): boolean =>
  money === 0 && tokens === 0 && calls === 0;

/** Null if the commit does not move the purse of its run. */
export function purseMove(
  state: RunState,
  before: Account | null,
  events: readonly RunEvent[],
): PurseMove | null {
  const { purse, id: run, tenant } = state;
  if (purse.family === undefined) return null;
  const was = before ?? unmoved;
  const spent = difference(purse.spent, was.spent);
  const reserved = difference(purse.reserved, was.reserved);
  const [asks = ''] = askedBy(state, events);
  if (asks === '' && isNothing(spent) && isNothing(reserved)) return null;
  return { purse: purse.family, tenant, run, asks, spent, reserved };
}

/** What is asked by what a commit hands out; more than one thing cannot be asked at once. */
export function askedBy(state: RunState, events: readonly RunEvent[]): PurseAsks[] {
  if (state.purse.family === undefined) return [];
  return events.flatMap((event) => {
    // A late result is settled, like every other: what it came to is spent already.
    const isTaken = event.type === 'step.leased' && !event.data.late;
    const step = isTaken ? state.steps.get(event.data.step) : undefined;
    const asks = step ? asksOf(step) : '';
    return asks === '' ? [] : [asks];
  });
}

export interface NewPurse {
  readonly id: string;
  readonly tenant: string;
  readonly label: string;
  readonly by: string;
  readonly now: number;
}

/** Of a purse that only a person can put something into. */
export const noMore: Amounts = nothing;

/** What is left out has no limit. */
export const purseLimits = ({ money = -1, tokens = -1, calls = -1 }: Amounts) => ({
  limit_money: money,
  limit_tokens: tokens,
  limit_calls: calls,
});

/** As a row. */
export const newPurse = ({ id, tenant, label, by, now }: NewPurse, limits: Amounts) => ({
  ...{ id, tenant, label },
  ...purseLimits(limits),
  ...{ created_by: by, created_at: now, funded_by: by, funded_at: now },
});
