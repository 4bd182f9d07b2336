// Ids are prefixed by kind and sort by time of birth, which keeps new rows together in an index.
import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeChars = 9;
const randomChars = 15;

export type IdPrefix =
  | 'plan'
  | 'gen'
  | 'exec'
  | 'agent'
  | 'key'
  | 'person'
  | 'service'
  | 'tenant'
  | 'ct'
  | 'err'
  | 'out'
  | 'server';

export interface Randomness {
  bytes(count: number): Uint8Array;
}

export const systemRandomness: Randomness = { bytes: (count) => randomBytes(count) };

export interface Ids {
  next(prefix: IdPrefix): string;
  /** Unguessable text for secrets; 5 bits a character. */
  secret(chars: number): string;
  salt(): Uint8Array;
}

function encodeTime(ms: number): string {
  let rest = ms;
  let text = '';
  for (let index = 0; index < timeChars; index += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

const encodeBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => alphabet.charAt(byte % 32)).join('');

export function createIds(clock: Clock, randomness: Randomness = systemRandomness): Ids {
  return {
    next: (prefix) =>
      `${prefix}_${encodeTime(clock.now())}${encodeBytes(randomness.bytes(randomChars))}`,
    secret: (chars) => encodeBytes(randomness.bytes(chars)),
    salt: () => randomness.bytes(16),
  };
}

/** Repeatable randomness for tests and simulations (mulberry32). */
export function seededRandomness(seed: number): Randomness {
  let state = seed >>> 0;
  const nextByte = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) & 0xff;
  };
  return { bytes: (count) => Uint8Array.from({ length: count }, nextByte) };
}

export const idPattern = /^[a-z]+_[0-9a-z]{8,40}$/;
