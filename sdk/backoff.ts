// How long to wait before the next try: growing, jittered, and bounded; what the server asks for
// comes first.

export interface BackoffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
}

const maxExponent = 20;

/** Between half and the whole of the doubled delay, so that many agents do not come back at once. */
export function backoffMs(attempt: number, limits: BackoffLimits, random: () => number): number {
  const whole = limits.firstMs * 2 ** Math.min(Math.max(0, attempt - 1), maxExponent);
  const bounded = Math.min(limits.maxMs, whole);
  return Math.round(bounded * (0.5 + random() / 2));
}

/** Retry-After is a number of seconds or a date; null when it is absent or neither. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}(\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1000);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
