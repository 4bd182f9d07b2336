// What a repair did, one sentence each.
import type { FindingCode } from './finding.ts';

export interface Change {
  /** The finding that it answers. */
  readonly code: FindingCode;
  readonly ids: readonly string[];
  readonly message: string;
}

export type Say = (code: FindingCode, ids: readonly string[], message: string) => void;

/** A name that is not taken yet: as it is, or with a number behind it. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number += 1;
  return `${wanted}_${number}`;
}
