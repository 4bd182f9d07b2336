// What the checker can find.
import type { Answer } from './problem.ts';

export const violationKinds = [
  'shape',
  'way',
  'calendar',
  'duration',
  'too-early',
  'link',
  'capacity',
  'makespan',
] as const;
export type ViolationKind = (typeof violationKinds)[number];

export interface Violation {
  readonly kind: ViolationKind;
  /** What is wrong where, by index. */
  readonly message: string;
  readonly task?: number;
  readonly link?: number;
  readonly role?: number;
  readonly tick?: number;
}

export type Checked = Pick<Answer, 'ways' | 'starts' | 'finishes' | 'makespan'>;
