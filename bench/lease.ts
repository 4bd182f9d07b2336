// How long a step stays locked by a lease that nobody knows of, and how soon work goes on after a crash.
// A real server on SQLite, asked over HTTP.
//   lost_answers         answers of claims that agents threw away, so that they never saw the token
//   max_locked_s         from such an answer until the step was free or in other hands, at most.
//                        Twelve agents take leases of 8 s and throw away one answer in ten. Limit: 20
//   restart_takeover_ms  the server is killed (kill -9) while its own worker waits for a model, and
//                        started again 3 s later: from then on ready until the last step that was in
//                        hand is taken again; null after two minutes. Limit: 2,000
// BENCH_LEASE_PLAIN=1 claims without acknowledge_seconds; BENCH_LEASE_SECONDS changes how long the
// agents work (60).
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext } from './context.ts';
import { measureLostAnswers } from './lease/lost-answers.ts';
import { measureTakeover } from './lease/takeover.ts';
import { toDigits } from './lib/round.ts';

const limits = { max_locked_s: 20, restart_takeover_ms: 2_000 } as const;
const usualMs = 60_000;

export async function run({ dir, log }: BenchContext): Promise<object> {
  const command = fileURLToPath(new URL('../bin/planwright', import.meta.url));
  const seconds = Number(process.env.BENCH_LEASE_SECONDS ?? usualMs / 1_000);
  const lost = await measureLostAnswers({
    ...{ command, home: path.join(dir, 'lost'), log },
    acknowledges: process.env.BENCH_LEASE_PLAIN !== '1',
    workMs: seconds * 1_000,
  });
  const takeoverMs = await measureTakeover({ command, home: path.join(dir, 'restart'), log });
  const maxLockedS = toDigits(lost.maxLockedMs / 1_000, 3);
  return {
    lost_answers: lost.lostAnswers,
    max_locked_s: maxLockedS,
    restart_takeover_ms: takeoverMs === null ? null : Math.round(takeoverMs),
    of_limit: {
      max_locked_s: toDigits(maxLockedS / limits.max_locked_s, 3),
      restart_takeover_ms:
        takeoverMs === null ? null : toDigits(takeoverMs / limits.restart_takeover_ms, 3),
    },
  };
}
