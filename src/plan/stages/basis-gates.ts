// The gates that run before more is spent: on the quantities and risks that a plan is to rest on.
import type { Quantity, ThoughtRisk } from '../../contract/plan-basis.ts';
import type { GateFinding, GateResult } from '../../contract/plan-gates.ts';
import { type DirectivesInput, directivesGate, type PlanText } from '../../gates/directives.ts';
import { fermiGate } from '../../gates/fermi.ts';
import { isFail } from '../../gates/gate.ts';
import type { DirectionOutput } from '../outputs/direction.ts';

export interface Basis {
  readonly assumptions: readonly Quantity[];
  readonly risks: readonly ThoughtRisk[];
}

export const basisSections = ['assumptions', 'risks'] as const;
export type BasisSection = (typeof basisSections)[number];

const textsOf = (artifact: BasisSection, id: string, texts: Record<string, string>): PlanText[] =>
  Object.entries(texts).map(([field, text]) => ({ artifact, field: `${id}.${field}`, text }));

/** What is counted on and what is done; a cause may well name what is banned. */
const basisTexts = ({ assumptions, risks }: Basis): PlanText[] => [
  ...assumptions.flatMap(({ id, claim }) => textsOf('assumptions', id, { claim })),
  ...risks.flatMap(({ id, title, response }) => textsOf('risks', id, { title, response })),
];

/** The whole is estimated in the currency of the plan. */
const expectedOf = (
  { assumptions }: Basis,
  currency: string,
): NonNullable<DirectivesInput['expected']> =>
  assumptions
    .filter(({ total }) => total === 'cost')
    .map(({ id, lower }) => ({
      ...{ artifact: 'assumptions', field: `${id}.lower`, leastCost: lower, currency },
    }));

export function basisGates(
  { directives, scenario, currency }: DirectionOutput,
  basis: Basis,
): GateResult[] {
  return [
    fermiGate({ quantities: basis.assumptions }),
    directivesGate({
      directives,
      breaks: scenario.breaks ?? [],
      texts: basisTexts(basis),
      expected: expectedOf(basis, currency),
    }),
  ];
}

/** What a section must be mended for; warnings are no reason to ask again. */
export const failuresOf = (gates: readonly GateResult[], section: BasisSection): GateFinding[] =>
  gates
    .flatMap(({ findings }) => findings)
    .filter((one) => one.artifact === section && isFail(one));
