// A new file that is made to be handed on: all of it or none, never over one that is there.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createPrivate } from './command-data.ts';

export function writeNew(target: string, content: string | Uint8Array): void {
  createPrivate(target);
  try {
    writeFileSync(target, content);
    // Unlike a backup it holds no keys.
    chmodSync(target, 0o644);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}
