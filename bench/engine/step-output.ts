// What a step returns: its number and text that does not compress, new for every step.
import { randomBytes } from 'node:crypto';
import type { StepOutput } from './contestant.ts';

export function makeOutput(n: number, bytes: number): StepOutput {
  const text = randomBytes(Math.ceil((bytes * 3) / 4))
    .toString('base64')
    .slice(0, bytes);
  return { n, text };
}
