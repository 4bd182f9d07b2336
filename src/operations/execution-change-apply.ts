// The word of a person on a change, and making it at once: also while the execution is paused, and nothing is
// handed out. The worker in the server does the same, once, if this process ends in between.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { loadRun } from '../engine/load-run.ts';
import type { Rows } from '../store/tables.ts';
import { tryPatch } from '../work/change-diff.ts';
import {
  applyChange,
  type ChangeProposal,
  isChangeStep,
  patchOf,
  proposalOf,
} from '../work/change-request.ts';
import type { Context } from './context.ts';
import { readSpec } from './step-specs.ts';

/** What the engine refuses is told by the state of the change, which the worker brings to its end. */
export async function applyNow(
  { engine }: Context,
  run: string,
  step: string,
  proposal: ChangeProposal,
): Promise<void> {
  try {
    await applyChange(engine, run, step, proposal);
  } catch (error) {
    if (!isPlanwrightError(error) || error.retry === 'later') throw error;
  }
}

/** The proposal of a step that is a change; null for any other. */
export async function proposalIn(
  context: Context,
  row: Rows['steps'],
): Promise<ChangeProposal | null> {
  if (!isChangeStep(row)) return null;
  const proposal = proposalOf(await readSpec(context, row.spec));
  return Object.hasOwn(proposal, 'patch') ? proposal : null;
}

/** What cannot be made any more is not approved. */
export async function checkStillFits(
  { reader, now }: Context,
  run: string,
  proposal: ChangeProposal,
): Promise<void> {
  const { state } = await loadRun(reader, run);
  try {
    tryPatch(state, patchOf(run, proposal), now());
  } catch (error) {
    if (!isPlanwrightError(error)) throw error;
    const message = `The change does not fit any more: ${error.message} Ask for it again.`;
    throw new PlanwrightError('stale_approval', message);
  }
}
