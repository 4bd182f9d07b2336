// A step as its events alone tell of it, and what may not happen to it.
import type { EventData, GraphStep, WaitReason } from '../../src/engine/event-types.ts';

export type SeenState =
  | 'PENDING'
  | 'READY'
  | 'LEASED'
  | 'DONE'
  | 'WAITING'
  | 'VERIFIED'
  | 'FAILED'
  | 'SKIPPED'
  | 'CANCELLED'
  | 'SUPERSEDED';

export interface SeenStep {
  def: GraphStep;
  state: SeenState;
  attempt: number;
  holder: string;
  failures: number;
  /** How often a person gave it another try. */
  chances: number;
  verified: number;
  compensated: number;
  firstLease: number;
  choice: string;
  /** Number of the event with which its last lease ran out; 0 for none. */
  lapsed: number;
  waitFor: WaitReason | '';
  waitUntil: number;
  waitKey: string;
  /** Digest of what was asked to be approved last; empty if nothing has to be. */
  asked: string;
  approved: { readonly digest: string; readonly until: number } | null;
  rungs: number;
  barred: { readonly holder: string | undefined; readonly until: number };
}

export const isSatisfied = (step: SeenStep | undefined): boolean =>
  step?.state === 'VERIFIED' || step?.state === 'SKIPPED';
export const isLost = (step: SeenStep | undefined): boolean =>
  step?.state === 'FAILED' || step?.state === 'CANCELLED';
export const isActive = (step: SeenStep): boolean =>
  step.state === 'READY' ||
  step.state === 'LEASED' ||
  step.state === 'DONE' ||
  step.state === 'WAITING';

export const newSeen = (def: GraphStep): SeenStep => ({
  def,
  state: 'PENDING',
  attempt: 0,
  holder: '',
  failures: 0,
  chances: 0,
  verified: 0,
  compensated: 0,
  firstLease: 0,
  choice: '',
  lapsed: 0,
  waitFor: '',
  waitUntil: 0,
  waitKey: '',
  asked: '',
  approved: null,
  rungs: 0,
  barred: { holder: '', until: 0 },
});

/** What forbids handing it out, beside its state. */
export function leaseProblems(
  step: SeenStep,
  data: EventData['step.leased'],
  at: number,
): string[] {
  const problems: string[] = [];
  const { approved, asked, barred, def } = step;
  const needsApproval = def.approval !== undefined || asked !== '';
  const isFresh = approved?.digest === asked && approved.digest === data.approved;
  if (needsApproval && (!isFresh || approved.until <= at)) problems.push('nobody approved that');
  if (barred.holder === data.holder && at < barred.until) {
    problems.push(`${data.holder} had it before`);
  }
  return problems;
}

/** A rung of its ladder, in order; gives what is wrong with it. */
export function recover(step: SeenStep, data: EventData['recovery.chosen']): string[] {
  const problems: string[] = [];
  const isOpen = step.state === 'WAITING' && step.waitKey === 'recovery';
  if (!isOpen) problems.push(`${data.step} is ${step.state}`);
  if (data.rung !== step.rungs + 1) problems.push(`rung after ${step.rungs}`);
  const expected = step.def.recovery?.[step.rungs]?.strategy ?? 'person';
  if (data.strategy !== expected && data.strategy !== 'person') problems.push(`not ${expected}`);
  step.rungs = data.rung;
  if (data.strategy === 'person') step.state = 'FAILED';
  if (data.strategy !== 'other_worker') return problems;
  step.barred = { holder: data.barred, until: data.barred_until ?? 0 };
  step.state = 'READY';
  step.waitFor = '';
  step.chances += step.def.attempts_max;
  return problems;
}
