// What a plan says of its own quality, from what the completeness gate found.
import type { Plan } from '../../contract/plan.ts';
import type { GateFinding } from '../../contract/plan-gates.ts';
import { completenessOf } from '../../gates/completeness.ts';
import { clip, most } from './clip.ts';

type Quality = Plan['quality_summary'];

const MOST = 50;

const told = (findings: readonly GateFinding[]): string[] =>
  most(
    [
      ...new Set(
        findings.map(({ artifact, field, rule }) =>
          clip(artifact === field ? rule : `${artifact}.${field}: ${rule}`, 300),
        ),
      ),
    ],
    MOST,
  );

/** What critics and the goal still hold against it, by weight. */
function openCounts({ findings_left }: Plan): Pick<Quality, 'open_findings'> {
  if (findings_left === undefined) return {};
  const countOf = (weight: string): number =>
    findings_left.filter(({ severity }) => severity === weight).length;
  return {
    open_findings: { fatal: countOf('fatal'), major: countOf('major'), minor: countOf('minor') },
  };
}

export function qualityOf(plan: Plan): Quality {
  const { missing, stubs, duplicates } = completenessOf(plan);
  return {
    complete: missing.length === 0 && stubs.length === 0,
    partial: told(missing),
    stubbed: told(stubs),
    duplicates: told(duplicates),
    ...openCounts(plan),
  };
}
