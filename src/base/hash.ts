// SHA-256 and HMAC in the few forms we need, as lower-case hex.
import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** Up to here one copy is cheaper than a hash that takes two parts. */
const copiedMax = 64 * 1024;

export function sha256HexOf(first: Uint8Array, second: string | Uint8Array): string {
  if (second.length <= copiedMax) {
    const rest = typeof second === 'string' ? Buffer.from(second) : second;
    return hash('sha256', Buffer.concat([first, rest]), 'hex');
  }
  return createHash('sha256').update(first).update(second).digest('hex');
}

export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Compares without telling by its duration where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
