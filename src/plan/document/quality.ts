// What a plan says of its own quality, from what the completeness gate found.
import type { Plan } from '../../contract/plan.ts';
import type { GateFinding } from '../../contract/plan-gates.ts';
import { completenessOf } from '../../gates/completeness.ts';
import { clip, most } from './clip.ts';

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

export function qualityOf(plan: Plan): Plan['quality_summary'] {
  const { missing, stubs, duplicates } = completenessOf(plan);
  return {
    complete: missing.length === 0 && stubs.length === 0,
    partial: told(missing),
    stubbed: told(stubs),
    duplicates: told(duplicates),
  };
}
