// A measure of success in one line, with the way its target is meant.
import { unstopped } from '../base/sentences.ts';
import type { MeasureAim } from '../contract/plan-charter.ts';

const signs = { at_least: '≥ ', at_most: '≤ ', exactly: '= ' } as const satisfies Record<
  MeasureAim,
  string
>;

interface Measured {
  readonly measure: string;
  readonly target: number;
  readonly unit: string;
  readonly aim?: MeasureAim | undefined;
}

export const measureText = ({ measure, target, unit, aim }: Measured): string =>
  `${unstopped(measure)}: ${aim ? signs[aim] : ''}${target} ${unit}`;
