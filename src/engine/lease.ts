// A lease token names the attempt it is for and is signed for its holder, so that nothing secret is
// stored, a token stolen by another principal is worthless, and any server can check it.
import { hmacHex, sameText } from '../base/hash.ts';

export interface LeaseClaim {
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
}

/** While a worker in the process of an engine holds something, its pulse is moved on so often. */
export const inProcessLeaseMs = 10_000;
export const inProcessRenewMs = 2_500;
/** While it holds nothing there is nothing to lose, and fewer writes are better. */
export const idlePulseMs = 60_000;
export const idleRenewMs = 20_000;

/**
 * Workers in the process of an engine live by one pulse each rather than by a timer for each lease:
 * one row, renewed while the process lives. Their ids begin so, and nobody else's do.
 */
export const pulsePrefix = 'worker_';
export const livesByPulse = (holder: string): boolean => holder.startsWith(pulsePrefix);
export const pulseDueId = (holder: string): string => `pulse/${holder}`;

const tokenPattern = /^lt_([a-z]+_[0-9a-z]+)\.([a-z0-9_]+)\.(\d{1,6})\.([0-9a-f]{64})$/;

const sign = (secret: string, { run, step, attempt }: LeaseClaim, holder: string): string =>
  hmacHex(secret, `lease|${run}|${step}|${attempt}|${holder}`);

export function leaseToken(secret: string, claim: LeaseClaim, holder: string): string {
  const { run, step, attempt } = claim;
  return `lt_${run}.${step}.${attempt}.${sign(secret, claim, holder)}`;
}

/** Null for anything that this holder was never given. */
export function readLeaseToken(secret: string, token: string, holder: string): LeaseClaim | null {
  const match = tokenPattern.exec(token);
  if (!match) return null;
  const [, run = '', step = '', attempt = '', mac = ''] = match;
  const claim = { run, step, attempt: Number(attempt) };
  return sameText(mac, sign(secret, claim, holder)) ? claim : null;
}
