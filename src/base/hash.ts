// SHA-256 and HMAC in the few forms we need, as lower-case hex.
import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

export function sha256HexOf(...parts: readonly (string | Uint8Array)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest('hex');
}

export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Compares without telling by its duration where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
