// Dice that depend on what is asked and not on when: calls may come in any order, and a run that is
// resumed gets the answers that it would have had.
import { createHash } from 'node:crypto';

export function seedOf(seed: number, ...texts: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...texts]))
    .digest();
  return digest.readUIntBE(0, 6);
}
