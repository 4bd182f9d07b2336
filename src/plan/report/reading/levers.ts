// What is said of a scenario, each thing once: its options stand at the decisions; that it was chosen
// repeats its strengths, and why it was not chosen repeats its weaknesses.
import type { Plan } from '../../../contract/plan.ts';

type Scenario = NonNullable<Plan['scenarios']>[number];

export const takersOf = (scenarios: readonly Scenario[], lever: string, option: string): string[] =>
  scenarios
    .filter(({ settings }) => settings.some((one) => one.lever === lever && one.option === option))
    .map(({ id }) => id);

export interface Side {
  readonly label: string;
  readonly texts: readonly string[];
}

/** What speaks for it and what against it. */
export function sidesOf({ id, strengths, weaknesses }: Scenario, choice: Plan['choice']): Side[] {
  const whyNot = choice?.against.find((one) => one.id === id)?.why_not;
  const sides: Side[] =
    choice?.chosen === id
      ? [
          { label: 'Chosen', texts: [choice.why] },
          { label: 'Weaknesses', texts: weaknesses },
        ]
      : [
          { label: 'Strengths', texts: strengths },
          whyNot === undefined
            ? { label: 'Weaknesses', texts: weaknesses }
            : { label: 'Not chosen', texts: [whyNot] },
        ];
  return sides.filter(({ texts }) => texts.length > 0);
}

type Bond = NonNullable<Plan['lever_bonds']>[number];

/** What goes well together was chosen together; what does not is why others were not. */
export const conflictsOf = (bonds: readonly Bond[]): Bond[] =>
  bonds.filter(({ kind }) => kind === 'conflict');
