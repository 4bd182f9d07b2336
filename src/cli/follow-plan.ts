// Following a plan to its end: progress on a terminal as one line that is written over, elsewhere as a
// line at every change. Ctrl-C stops the plan, or only leaves it, as the command wishes.
import { PlanwrightError } from '../base/errors.ts';
import type { PlanStatus } from '../contract/plans.ts';
import type { Caller } from './caller.ts';
import type { Interrupt } from './interrupt.ts';
import type { Io } from './io.ts';
import { plainLine, plainMark, progressLine } from './plan-progress.ts';

export interface Following {
  readonly caller: Caller;
  readonly io: Io;
  readonly interrupt: Interrupt;
  /** What Ctrl-C does to the plan. */
  readonly onInterrupt: 'stop' | 'leave';
  /** Not for ever. */
  readonly limitSeconds?: number;
}

export interface Followed {
  /** It is over, was stopped by Ctrl-C, was left, or the time is up. */
  readonly how: 'over' | 'stopped' | 'left' | 'late';
  readonly status: PlanStatus;
}

const clearLine = '\r\u001b[K';
const usualColumns = 80;

interface Progress {
  show(status: PlanStatus): void;
  /** Takes the line away. */
  end(): void;
}

function liveProgress({ stderr }: Io): Progress {
  return {
    // The last column stays free: some terminals begin a new line with it.
    show: (status) => {
      const width = Math.max(1, (stderr.columns || usualColumns) - 1);
      stderr.write(`${clearLine}${progressLine(status, width)}`);
    },
    end: () => void stderr.write(clearLine),
  };
}

/** A plan by rules is there before anybody reads of it. */
function plainProgress({ stderr }: Io): Progress {
  let last = '';
  return {
    show(status) {
      const mark = plainMark(status);
      if (mark === last || status.brain === 'offline') return;
      if (last === '') stderr.write(`${status.plan_id} is being made. Ctrl-C ends this.\n`);
      stderr.write(`${plainLine(status)}\n`);
      last = mark;
    },
    end: () => undefined,
  };
}

export const isUnderWay = ({ state }: Pick<PlanStatus, 'state'>): boolean =>
  state === 'pending' || state === 'processing';

/** It does not go on by itself: waiting for it would be for ever. */
function checkPayable({ plan_id, timing: { stalled } }: PlanStatus): void {
  if (stalled?.waits_for !== 'budget') return;
  throw new PlanwrightError('over_budget', stalled.reason, { plan_id });
}

/** Null where Ctrl-C came first. */
async function statusAfter(
  { caller, interrupt: { signal } }: Following,
  planId: string,
  seconds: number,
): Promise<PlanStatus | null> {
  const input = { plan_id: planId, timeout_seconds: seconds };
  try {
    const status = (await caller.call('plan_wait', input, signal)) as PlanStatus;
    return signal.aborted && isUnderWay(status) ? null : status;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

async function interrupted(following: Following, planId: string): Promise<Followed> {
  const { caller, io, onInterrupt } = following;
  const status = async (): Promise<PlanStatus> =>
    (await caller.call('plan_status', { plan_id: planId })) as PlanStatus;
  if (onInterrupt === 'leave') return { how: 'left', status: await status() };
  io.stderr.write('Stopping: what is finished is kept. Ctrl-C again ends at once.\n');
  await caller.call('plan_stop', { plan_id: planId });
  const now = await status();
  // It may have been faster than Ctrl-C.
  return { how: now.state === 'stopped' ? 'stopped' : 'over', status: now };
}

export async function followPlan(following: Following, planId: string): Promise<Followed> {
  const { io, limitSeconds = Number.POSITIVE_INFINITY } = following;
  const progress = io.stderr.isTTY ? liveProgress(io) : plainProgress(io);
  const endsAt = performance.now() + limitSeconds * 1_000;
  try {
    for (;;) {
      const leftSeconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
      const seconds = Math.min(io.stderr.isTTY ? 1 : 5, leftSeconds);
      const status = await statusAfter(following, planId, seconds);
      if (!status) break;
      if (!isUnderWay(status)) return { how: 'over', status };
      if (leftSeconds === 0) return { how: 'late', status };
      progress.show(status);
      checkPayable(status);
    }
  } finally {
    progress.end();
  }
  return interrupted(following, planId);
}
