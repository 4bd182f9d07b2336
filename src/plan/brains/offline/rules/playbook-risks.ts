// The playbook's risks that apply, in the goal's words, the gravest first.
import type { Draft } from '../draft.ts';
import { fill } from '../fill.ts';
import type { Level, RiskTemplate } from '../playbook.ts';
import { clip } from '../text.ts';

const points: Readonly<Record<Level, number>> = { low: 1, medium: 2, high: 3 };

export type KnownRisk = Omit<RiskTemplate, 'only'>;

export const weightOf = ({
  likelihood,
  impact,
}: Pick<KnownRisk, 'likelihood' | 'impact'>): number => points[likelihood] * points[impact];

export function knownRisks({ playbook, variant, slots }: Draft): KnownRisk[] {
  return playbook.risks
    .filter(({ only }) => !only || variant?.flags?.includes(only))
    .map(({ description, cause, likelihood, impact, mitigation, trigger }) => ({
      description: clip(fill(description, slots), 290),
      cause: clip(fill(cause, slots), 290),
      ...{ likelihood, impact },
      mitigation: clip(fill(mitigation, slots), 390),
      trigger: clip(fill(trigger, slots), 290),
    }))
    .toSorted((one, other) => weightOf(other) - weightOf(one));
}
