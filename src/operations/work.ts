// Operations of those who hold work: a sign of life, its end, its failure.
import { isoTimeOrNull } from '../base/clock.ts';
import {
  workCompleteInput,
  workCompleteOutput,
  workFailInput,
  workFailOutput,
  workHeartbeatInput,
  workHeartbeatOutput,
} from '../contract/work.ts';
import type { HeartbeatAnswer, RenewedLease } from '../engine/engine-api.ts';
import { usedOf } from './budget.ts';
import { helpOf } from './help-end.ts';
import { holderCall, placeOfToken } from './holder.ts';
import { takeMessages } from './messages.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { endThinking, thinkingOf } from './thinking-end.ts';
import { nextThought } from './thoughts-left.ts';
import { endOf } from './work-end.ts';
import { readWorker } from './worker.ts';

export const workHeartbeat = jsonOperation({
  name: 'work_heartbeat',
  sdk: 'heartbeat',
  title: 'Renew leases',
  description:
    'Confirms and renews the leases of lease_token and lease_tokens, and records progress. Other leases expire.',
  input: workHeartbeatInput,
  output: workHeartbeatOutput,
  scope: 'work',
  toolsets: ['default', 'worker'],
  isIdempotent: true,
  rest: 'POST /api/work/heartbeat',
  async handler(context, { lease_token, lease_tokens = [], progress, note }) {
    const { engine, principal } = context;
    const { tenant, id: holder } = principal;
    // First, so that one that is lost does not cost the others.
    const renewed =
      lease_tokens.length === 0 ? [] : await engine.renew({ tenant, holder, tokens: lease_tokens });
    const beat = { progress: progress ?? null, note: note ?? null };
    const { expiresAt, signal } =
      lease_token === undefined
        ? commonOf(renewed)
        : await engine.heartbeat({ ...holderCall(context, lease_token), ...beat });
    const { role } = await readWorker(context);
    const messages = await takeMessages(context, role);
    const leases = renewed.map(leaseView);
    return { expires_at: isoTimeOrNull(expiresAt), leases, messages, signal };
  },
});

const leaseView = (lease: RenewedLease) =>
  lease.isHeld
    ? {
        step_id: lease.step,
        state: 'held' as const,
        expires_at: isoTimeOrNull(lease.expiresAt),
        signal: lease.signal,
      }
    : { step_id: null, state: 'lost' as const, expires_at: null, signal: 'cancel' as const };

/** The first end, and the mildest word: what is to stop is said of each lease. */
function commonOf(leases: readonly RenewedLease[]): HeartbeatAnswer {
  const held = leases.filter((lease) => lease.isHeld);
  const ends = held.flatMap(({ expiresAt }) => (expiresAt > 0 ? [expiresAt] : []));
  const signals = held.map((lease) => lease.signal);
  const signal = (['continue', 'pause'] as const).find((one) => signals.includes(one)) ?? 'cancel';
  return { expiresAt: ends.length === 0 ? 0 : Math.min(...ends), signal };
}

export const workComplete = jsonOperation({
  name: 'work_complete',
  title: 'Complete work',
  description: 'Submits the output of a task you hold. Repeated calls count once.',
  input: workCompleteInput,
  output: workCompleteOutput,
  scope: 'work',
  toolsets: ['default', 'worker'],
  rest: 'POST /api/work/complete',
  async handler(context, { lease_token, output, notes, choice, usage }) {
    const call = { ...holderCall(context, lease_token), ...onceOf(context) };
    const thinking = await thinkingOf(context, lease_token);
    if (thinking) {
      const request = { ...call, output, ...usedOf(usage) };
      return endThinking(context, thinking, { request, usage });
    }
    const value = notes === undefined ? output : { ...output, notes };
    const chosen = choice === undefined ? {} : { choice };
    const help = await helpOf(context, lease_token, output);
    const request = { ...call, output: value, ...chosen, ...usedOf(usage), ...help };
    return endOf(await context.engine.complete(request));
  },
});

export const workFail = jsonOperation({
  name: 'work_fail',
  title: 'Fail work',
  description:
    'Reports that a task you hold failed, and why. The server retries it where that makes sense.',
  input: workFailInput,
  output: workFailOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: 'POST /api/work/fail',
  async handler(context, { lease_token, class: failure, message, usage }) {
    const call = { ...holderCall(context, lease_token), ...onceOf(context) };
    const told = { class: failure, message, ...usedOf(usage) };
    const answer = await context.engine.fail({ ...call, ...told });
    const retryAt = isoTimeOrNull(answer.waitUntil);
    const next = await nextThought(context, placeOfToken(lease_token).run);
    return { ...endOf(answer), retry_at: retryAt, ...next };
  },
});
