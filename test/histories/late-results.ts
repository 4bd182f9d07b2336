// The scenario of results that come after their lease ran out.
import type { Held } from '../../src/engine/commands.ts';
import { type HistoryRun, worker } from '../support/history-run.ts';
import { leaf } from '../support/run-driver.ts';

/** A lease that nobody acknowledged, and results that came after their lease. */
export function lateResults(run: HistoryRun): void {
  run.create([leaf('task_1', [], { cost: { money: 40 } }), leaf('task_2', ['task_1'])], {
    money: 100,
  });
  run.do({ type: 'lease', step: 'task_1', holder: worker, leaseMs: 60_000, ackMs: 10_000 });
  run.nowMs += 10_000;
  run.do({ type: 'expire', step: 'task_1', attempt: 1, isUnacknowledged: true });
  const first = run.lease('task_1');
  run.nowMs += 60_000;
  run.do({ type: 'expire', step: 'task_1', attempt: first.attempt });
  lateResult(run, first);
  run.do({ type: 'lease', step: 'task_2', holder: worker, leaseMs: 60_000, ackMs: 10_000 });
  const second = run.held('task_2');
  run.nowMs += 10_000;
  run.do({ type: 'expire', step: 'task_2', attempt: second.attempt, isUnacknowledged: true });
  lateResult(run, second);
}

/** As the shell does it: taken again and completed in one commit. */
function lateResult(run: HistoryRun, held: Held): void {
  const again = { ...held, attempt: held.attempt + 1 };
  const output = run.text('{"done":"late"}');
  run.do({ type: 'retake', ...held }, { type: 'complete', ...again, output });
}
