// What a step waits for when all it needs is there: a time, an event, a person's approval, or nothing.
import { canonicalJson } from '../base/canonical-json.ts';
import { sha256Hex } from '../base/hash.ts';
import type { ContentRef, GraphStep, Waiting } from './event-types.ts';
import type { Step } from './state.ts';

/** A step as it is or will be. */
type Wanted = Pick<Step, 'def' | 'spec' | 'revision' | 'proposal'>;

export const newStep = (
  def: GraphStep,
  spec: ContentRef | null | undefined,
  proposal: ContentRef | null = null,
): Wanted => ({ def, spec: spec ?? null, revision: 1, proposal });

/** Where a patch has what a person wants to be done in the place of what a worker proposed. */
export const proposalRef = (step: string): string => `${step}.proposal`;

/** Of exactly what is to be done. Whatever of it changes, an approval of it counts no more. */
export function approvalDigest(run: string, { def, spec, revision, proposal }: Wanted): string {
  const { id: step, action, performer, tier } = def;
  const contract = spec?.digest ?? '';
  const proposed = proposal?.digest ?? '';
  const what = { run, step, action, performer, tier, revision, contract, proposed };
  return sha256Hex(canonicalJson(what));
}

export const needsApproval = ({ def, proposal }: Wanted): boolean =>
  def.approval !== undefined || proposal !== null;

export function firstWait(run: string, wanted: Wanted, now: number): Waiting | null {
  const { def } = wanted;
  const { wait, id: step } = def;
  const until = wait?.for === 'time' ? (wait.until ?? now + (wait.delay_ms ?? 0)) : 0;
  const isOver = wait?.for === 'time' && until <= now;
  // Who can do it is looked for once it may be done.
  const isLater = wait?.for === 'capability' && needsApproval(wanted);
  if (wait && !isOver && !isLater) return { step, for: wait.for, until, key: wait.key ?? '' };
  if (!needsApproval(wanted)) return null;
  return { step, for: 'approval', until: 0, key: approvalDigest(run, wanted) };
}
