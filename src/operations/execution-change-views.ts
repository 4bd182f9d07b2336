// Changes that were asked for, as callers see them: from the steps that stand for them.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { ChangeState, ExecutionChange } from '../contract/execution-change.ts';
import { loadRun } from '../engine/load-run.ts';
import { findEarlier } from '../engine/once.ts';
import type { RunState } from '../engine/state.ts';
import type { Rows } from '../store/tables.ts';
import { tryPatch } from '../work/change-diff.ts';
import {
  type ChangeProposal,
  isChangeStep,
  onceOfChange,
  patchOf,
  proposalOf,
} from '../work/change-request.ts';
import { waitsForApproval } from './condition.ts';
import type { Context } from './context.ts';
import { summaryLine } from './execution-change-text.ts';
import { specOf } from './step-specs.ts';

const maxListed = 100;

function isStale(state: RunState, proposal: ChangeProposal, now: number): boolean {
  try {
    tryPatch(state, patchOf(state.id, proposal), now);
    return false;
  } catch (error) {
    if (isPlanwrightError(error)) return true;
    throw error;
  }
}

/** The patch may be in the log while its step is not at its end: the execution is paused. */
async function isMade({ reader, now }: Context, { run, step }: Rows['steps']): Promise<boolean> {
  return (await findEarlier(reader, onceOfChange(run, step), now())) !== null;
}

async function stateOf(
  context: Context,
  row: Rows['steps'],
  isOld: () => boolean,
): Promise<ChangeState> {
  if (waitsForApproval(row)) return isOld() ? 'stale' : 'waiting';
  switch (row.state) {
    case 'VERIFIED':
      return 'applied';
    case 'FAILED':
      return row.attempt === 0 ? 'rejected' : 'stale';
    case 'SKIPPED':
    case 'CANCELLED':
      return 'withdrawn';
    default:
      return (await isMade(context, row)) ? 'applied' : 'approved';
  }
}

async function viewOf(
  context: Context,
  row: Rows['steps'],
  proposal: ChangeProposal,
  graph: RunState | null,
): Promise<ExecutionChange> {
  const isOld = (): boolean => graph !== null && isStale(graph, proposal, context.now());
  const { patch: _, affects, ...shown } = proposal;
  return {
    ...shown,
    summary: summaryLine(proposal),
    affects: [...affects],
    change_id: row.step,
    state: await stateOf(context, row, isOld),
    digest: waitsForApproval(row) ? row.wait_key : null,
  };
}

async function viewsOf(
  context: Context,
  rows: readonly Rows['steps'][],
): Promise<ExecutionChange[]> {
  const { reader } = context;
  const contents = await reader.contents(rows.map(({ spec }) => spec));
  const [first] = rows;
  const asks = rows.some(waitsForApproval);
  const graph = first && asks ? (await loadRun(reader, first.run)).state : null;
  const views = rows.map(async (row) => {
    const proposal = proposalOf(specOf(contents.get(row.spec)));
    // What was erased has nothing to show.
    return Object.hasOwn(proposal, 'diff') ? [await viewOf(context, row, proposal, graph)] : [];
  });
  return (await Promise.all(views)).flat();
}

/** The newest first. */
export async function changesOf(context: Context, run: Rows['runs']): Promise<ExecutionChange[]> {
  const rows = (await context.reader.steps(run.id)).filter(isChangeStep);
  const newest = rows.toSorted((a, b) => b.position - a.position);
  return viewsOf(context, newest.slice(0, maxListed));
}

export async function changeById(
  context: Context,
  run: Rows['runs'],
  id: string,
): Promise<ExecutionChange> {
  const rows = (await context.reader.steps(run.id)).filter(({ step }) => step === id);
  const [view] = await viewsOf(context, rows);
  if (view) return view;
  throw new PlanwrightError('content_unavailable', 'The change was erased.');
}
