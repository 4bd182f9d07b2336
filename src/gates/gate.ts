// What all gates have in common: how a finding is written down, and what findings come to.
import type { GateFinding, GateId, GateResult } from '../contract/plan-gates.ts';

type Severity = GateResult['severity'];

export const maxFindings = 200;

const clipped = (text: string, chars: number): string =>
  text.length > chars ? `${text.slice(0, chars - 1)}…` : text;

/** Names may come from outside; a finding is short whatever they are. */
export const findingOf = (
  level: GateFinding['level'],
  said: Omit<GateFinding, 'level'>,
): GateFinding => ({
  artifact: clipped(said.artifact, 80),
  field: clipped(said.field, 160),
  value: clipped(said.value, 700),
  rule: clipped(said.rule, 400),
  remedy: clipped(said.remedy, 300),
  level,
});

export const isFail = ({ level }: GateFinding): boolean => level === 'fail';

function statusOf(findings: readonly GateFinding[]): 'pass' | 'warn' | 'fail' {
  if (findings.some(isFail)) return 'fail';
  return findings.length > 0 ? 'warn' : 'pass';
}

/** The worst come first, so that none of them is left off where there are too many. */
export function gateResult(
  gate: GateId,
  severity: Severity,
  findings: readonly GateFinding[],
  score?: number,
): GateResult {
  const inOrder = [...findings.filter(isFail), ...findings.filter((one) => !isFail(one))];
  return {
    gate,
    severity,
    status: statusOf(findings),
    ...(score === undefined ? {} : { score }),
    findings: inOrder.slice(0, maxFindings),
  };
}

export const notRun = (gate: GateId, severity: Severity, why: string): GateResult => ({
  gate,
  severity,
  status: 'not_run',
  why_not_run: clipped(why, 300),
  findings: [],
});

/** From the findings of each item: 100 where none is at fault; a warning counts half. */
export function scoreOf(ofItems: readonly (readonly GateFinding[])[]): number {
  const faults = ofItems.map((findings) => {
    if (findings.length === 0) return 0;
    return findings.some(isFail) ? 1 : 0.5;
  });
  const sum = faults.reduce<number>((all, one) => all + one, 0);
  return ofItems.length === 0 ? 100 : Math.round(100 * (1 - sum / ofItems.length));
}

/** In one line, for people and for the mind that is to mend it. */
export const findingText = ({ artifact, field, value, rule, remedy }: GateFinding): string =>
  clipped(`${artifact} ${field}${value === '' ? '' : ` (${value})`}: ${rule} → ${remedy}`, 600);
