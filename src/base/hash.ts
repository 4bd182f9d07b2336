// SHA-256 and HMAC in the few forms we need, as lower-case hex.
import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** Up to here one copy is cheaper than a hash that takes two parts. */
const copiedMax = 64 * 1024;
/** Every content is hashed here, so the copy has a place of its own. */
const scratch = Buffer.allocUnsafeSlow(copiedMax);

export function sha256HexOf(first: Uint8Array, second: string | Uint8Array): string {
  const rest = typeof second === 'string' ? Buffer.from(second) : second;
  const size = first.length + rest.length;
  if (size > copiedMax) return createHash('sha256').update(first).update(rest).digest('hex');
  scratch.set(first);
  scratch.set(rest, first.length);
  return hash('sha256', scratch.subarray(0, size), 'hex');
}

export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Compares without telling by its duration where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
