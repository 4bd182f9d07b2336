// Ids are prefixed by kind and sort by time of birth, which keeps new rows together in an index.
import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeChars = 9;
const randomChars = 15;
const partChars = 10;

export type IdPrefix =
  | 'plan'
  | 'gen'
  | 'exec'
  | 'agent'
  | 'key'
  | 'audit'
  | 'hook'
  | 'purse'
  | 'del'
  | 'person'
  | 'service'
  | 'tenant'
  | 'ct'
  | 'err'
  | 'msg'
  | 'out'
  | 'server'
  | 'worker';

export interface Randomness {
  bytes(count: number): Uint8Array;
}

/** Drawn in bulk: a call for each id costs more than the bytes. Nothing is given out twice. */
function pooledRandomness(): Randomness {
  const size = 4_096;
  let pool = new Uint8Array(0);
  let used = 0;
  return {
    bytes(count) {
      if (count > size) return randomBytes(count);
      if (used + count > pool.length) {
        pool = randomBytes(size);
        used = 0;
      }
      used += count;
      return pool.slice(used - count, used);
    },
  };
}

export const systemRandomness: Randomness = pooledRandomness();

export interface Ids {
  /** With the time that its row shows, if it has one: lists are sorted by id, and show that time. */
  next(prefix: IdPrefix, at?: number): string;
  /** Unique among the parts of one owner, and in the order of time. */
  part(): string;
  /** Unguessable text for secrets; 5 bits a character. */
  secret(chars: number): string;
  salt(): Uint8Array;
}

/** Of the last id: many are made within a millisecond. */
let lastTime = { ms: -1, text: '' };

function encodeTime(ms: number): string {
  if (ms === lastTime.ms) return lastTime.text;
  let rest = ms;
  let text = '';
  for (let index = 0; index < timeChars; index += 1) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  lastTime = { ms, text };
  return text;
}

function encodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += alphabet.charAt(byte % 32);
  return text;
}

export function createIds(clock: Clock, randomness: Randomness = systemRandomness): Ids {
  return {
    next: (prefix, at = clock.now()) =>
      `${prefix}_${encodeTime(at)}${encodeBytes(randomness.bytes(randomChars))}`,
    part: () => encodeTime(clock.now()) + encodeBytes(randomness.bytes(partChars)),
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
