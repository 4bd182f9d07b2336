// The rows beside the log must be what the log says: the run, its steps, and the timers without which
// a lease would never end and a wait never wake.

import type { DueRow, Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { wakesAt } from './approvals.ts';
import { leaseDueId, leaseEndsAt, runRow, stepRow, wakeDueId } from './projection.ts';
import type { RunState, Step } from './state.ts';
import type { ChainCheck, LogProblem } from './verify-chain.ts';
import { fitRows } from './verify-fold.ts';

/** The first column whose value is not the one that the log leads to. */
const differingColumn = (stored: object, expected: object): string | null => {
  const values = stored as Readonly<Record<string, unknown>>;
  return Object.entries(expected).find(([column, value]) => values[column] !== value)?.[0] ?? null;
};

export function runProblem(row: Rows['runs'], state: RunState): LogProblem | null {
  const column = differingColumn(row, runRow(state));
  const what = `${column} of the run is not what the log says`;
  return column === null ? null : { seq: state.seq, what };
}

type StepRows = ReadonlyMap<string, Rows['steps']>;

function stepsProblem(rows: StepRows, state: RunState): string | null {
  for (const [id, step] of state.steps) {
    const row = rows.get(id);
    if (!row) return `step ${id} has no row`;
    const column = differingColumn(row, stepRow(state, step));
    if (column !== null) return `${column} of step ${id} is not what the log says`;
  }
  return rows.size === state.steps.size ? null : 'a step is not in the log';
}

export async function checkSteps(reader: Reader, check: ChainCheck): Promise<LogProblem | null> {
  const { state } = check;
  const rows: StepRows = new Map((await reader.steps(state.id)).map((row) => [row.step, row]));
  return fitRows(reader, check, () => stepsProblem(rows, state));
}

type DueRows = ReadonlyMap<string, DueRow>;

/** Signs of life move the end of a lease, but never beyond the time the step may take. */
function hasLeaseTimer(rows: DueRows, state: RunState, step: Step): boolean {
  const { def, lease } = step;
  if (!lease) return true;
  const row = rows.get(leaseDueId(state.id, def.id));
  const { attempt } = lease;
  const latest = leaseEndsAt(state, step, lease, Number.POSITIVE_INFINITY);
  // An assignment does not run out, and a worker in our process lives by its pulse.
  if (latest === null) return true;
  const same = { tenant: state.tenant, run: state.id, step: def.id, attempt };
  if (!row || differingColumn(row, same) !== null) return false;
  const isOfLease = row.kind === 'lease' || (row.kind === 'unheard' && lease.ackMs > 0);
  return isOfLease && row.at <= latest;
}

function hasWakeTimer(rows: DueRows, state: RunState, step: Step): boolean {
  const { def } = step;
  const at = wakesAt(step);
  if (at === null) return true;
  const row = rows.get(wakeDueId(state.id, def.id));
  const same = { kind: 'wake', tenant: state.tenant, run: state.id, step: def.id, at };
  return row !== undefined && differingColumn(row, same) === null;
}

function timersProblem(rows: DueRows, state: RunState): string | null {
  for (const [id, step] of state.steps) {
    if (!hasLeaseTimer(rows, state, step)) return `step ${id} is held, but no timer ends its lease`;
    if (!hasWakeTimer(rows, state, step)) return `step ${id} waits, but no timer wakes it in time`;
  }
  return null;
}

export async function checkTimers(reader: Reader, check: ChainCheck): Promise<LogProblem | null> {
  const { state } = check;
  const rows: DueRows = new Map((await reader.dueOfRun(state.id)).map((row) => [row.id, row]));
  return fitRows(reader, check, () => timersProblem(rows, state));
}
