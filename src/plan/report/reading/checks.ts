// What the checks came to, in one line, and their findings by what is to be done about them.
import type { GateFinding, GateResult } from '../../../contract/plan-gates.ts';

export function gatesByRun(gates: readonly GateResult[]): {
  readonly ran: readonly GateResult[];
  readonly idle: readonly GateResult[];
} {
  return {
    ran: gates.filter(({ status }) => status !== 'not_run'),
    idle: gates.filter(({ status }) => status === 'not_run'),
  };
}

/** "2 passed, 2 with warnings, 1 failed, 9 not part of this version yet". */
export function gatesDigest(gates: readonly GateResult[]): string {
  const count = (wanted: GateResult['status']): number =>
    gates.filter(({ status }) => status === wanted).length;
  const parts: (readonly [number, string])[] = [
    [count('pass'), 'passed'],
    [count('warn'), count('warn') === 1 ? 'with a warning' : 'with warnings'],
    [count('fail'), 'failed'],
    [count('waived'), 'waived'],
    [count('not_run'), 'not part of this version yet'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, says]) => `${number} ${says}`)
    .join(', ');
}

export interface FindingGroup {
  readonly gate: GateResult['gate'];
  readonly remedy: string;
  readonly findings: readonly GateFinding[];
}

/** A broken directive may stand twice: as what code measured, and as what was said of it. */
const isNew = (one: GateFinding, _: number, all: readonly GateFinding[]): boolean =>
  one.artifact !== 'adherence' ||
  !all.some(
    ({ artifact, rule, value }) =>
      artifact !== 'adherence' && rule === one.rule && value !== '' && one.value.includes(value),
  );

/** In the order of the checks; what fails stands first in its group. */
export const findingGroups = (gates: readonly GateResult[]): FindingGroup[] =>
  gates.flatMap(({ gate, findings }) =>
    [...Map.groupBy(findings.filter(isNew), ({ remedy }) => remedy)].map(([remedy, all]) => ({
      ...{ gate, remedy },
      findings: all.toSorted((one, other) => one.level.localeCompare(other.level)),
    })),
  );
