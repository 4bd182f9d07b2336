// The log of a bundle: every event must hash onto the one before, be written as we write, and lead
// to steps that can be handed out. What it says comes from elsewhere, and is believed in nothing.
import { canonicalJson } from '../base/canonical-json.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { BundleHeader } from './bundle.ts';
import { badBundle } from './bundle-reader.ts';
import { type EventDraft, type GraphStep, performers, purposes } from './event-types.ts';
import { maxAttempts, maxSteps, stepIdPattern } from './graph.ts';
import { encodeEvent, type Head, parseHeader, type StoredEvent } from './log-header.ts';
import type { RunState } from './state.ts';
import { type ChainCheck, checkNext } from './verify-chain.ts';

/** Clocks differ, but not by more than this. */
const aheadMs = 86_400_000;

const maxTimeoutMs = 366 * 24 * 3_600_000;

const kindOf = { exec: 'execution', gen: 'generation' } as const;

/** Written as the writer would: sorted keys, integers, no free text, which could never be erased. */
function isOurs(stored: StoredEvent, before: Head): boolean {
  try {
    const { run, at, type, data, refs, v } = parseHeader(stored.header);
    const draft = { type, data, ...(refs ? { refs } : {}) } as EventDraft;
    const again = parseHeader(encodeEvent(run, before, at, draft).header);
    return Number.isInteger(v) && canonicalJson({ ...again, v }) === stored.header;
  } catch {
    return false;
  }
}

export function takeEvent(check: ChainCheck, stored: StoredEvent, now: number): void {
  const { seq, hash } = check.state;
  if (!isOurs(stored, { seq, hash })) {
    throw badBundle(`event ${seq + 1} is not written as events are`);
  }
  const problem = checkNext(check, stored);
  if (problem) {
    const message = `Event ${problem.seq} of the bundle does not verify: ${problem.what}.`;
    throw new PlanwrightError('log_corrupt', message, { seq: problem.seq });
  }
  if (check.state.at > now + aheadMs) throw badBundle(`event ${stored.seq} is from the future`);
}

const isWithin = (value: unknown, max: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max;

/** What workers and timers are given must make sense; whether the graph can be done is its own risk. */
const isUsable = (def: GraphStep): boolean =>
  stepIdPattern.test(def.id) &&
  performers.includes(def.performer) &&
  purposes.includes(def.purpose) &&
  isWithin(def.tier, 3) &&
  isWithin(def.attempts_max, maxAttempts) &&
  isWithin(def.timeout_ms, maxTimeoutMs);

/** Each step may have an undo beside it. */
function checkSteps({ steps }: RunState): void {
  if (steps.size > 2 * maxSteps) throw badBundle('it has more steps than a run may have');
  for (const { def } of steps.values()) {
    if (!isUsable(def)) throw badBundle(`${def.id.slice(0, 80)} is no step that can be done`);
  }
}

/** All events are there: they must be of the run that the bundle says it is. */
export function checkLog(header: BundleHeader, { state }: ChainCheck): void {
  const { seq, hash } = header.head;
  if (state.seq !== header.events || state.seq !== seq || state.hash !== hash) {
    throw badBundle('its events do not lead to its head');
  }
  const kind = header.run.startsWith('gen_') ? kindOf.gen : kindOf.exec;
  if (state.kind !== kind || state.steps.size === 0) throw badBundle('it is of another kind');
  if (state.tenant !== header.tenant) throw badBundle('its log is of another tenant');
  checkSteps(state);
}
