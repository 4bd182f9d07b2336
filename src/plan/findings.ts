// What critics hold against a plan. Code checks that a finding names something that there is, weighs
// it, and sees when two say the same.
import type { Charter, Team } from '../contract/plan-charter.ts';
import type { PlanFinding, PlanSection } from '../contract/plan-critique.ts';
import { likeness, plainText } from '../gates/alike.ts';
import { workRefs } from './network-digest.ts';
import type { BasisOutput } from './outputs/basis.ts';
import type { NetworkOutput } from './outputs/network.ts';

export const findingWeights = { fatal: 3, major: 2, minor: 1 } as const;

export const weightOf = ({ severity }: Pick<PlanFinding, 'severity'>): number =>
  findingWeights[severity];

export const heaviestFirst = (one: PlanFinding, other: PlanFinding): number =>
  weightOf(other) - weightOf(one);

/** For the place {{items}} of a prompt. */
export const itemWords = `"assumptions" with its id (A3), "risks" with its id (R2), "charter" with the id of a deliverable or measure (V1, M2), "team" with the exact name of a role, "phase" with a task (2.1) or a phase (2). For something that is missing, the section and phase where it belongs; outside of "phase" the item may then be empty. "other" only if nothing else fits.`;

/** What a finding can name, by section. */
export type Nameable = Readonly<Record<Exclude<PlanSection, 'other'>, ReadonlySet<string>>>;

const charterParts = [
  ...['goal', 'smart', 'in_scope', 'out_of_scope', 'scope'],
  ...['deliverables', 'stakeholders', 'permits', 'measures'],
];
const teamParts = ['roles', 'bodies', 'escalation', 'reporting', 'governance'];

/** What critics judge. */
export interface JudgedPlan {
  readonly basis: Pick<BasisOutput, 'assumptions' | 'risks'>;
  readonly charter: Charter;
  readonly team: Team;
  readonly network: NetworkOutput;
}

export function nameable({ basis, charter, team, network }: JudgedPlan): Nameable {
  const set = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(plainText));
  const { deliverables, measures } = charter;
  return {
    assumptions: set(basis.assumptions.map(({ id }) => id)),
    risks: set(basis.risks.map(({ id }) => id)),
    charter: set([...charterParts, ...[...deliverables, ...measures].map(({ id }) => id)]),
    team: set([...teamParts, ...[...team.roles, ...team.bodies].map(({ name }) => name)]),
    phase: set([...workRefs(network)]),
  };
}

const lists = {
  assumptions: 'the ids of the assumptions',
  risks: 'the ids of the risks',
  charter: 'the ids of deliverables and measures',
  team: 'the names of the roles',
  phase: 'the numbers of the phases and tasks',
} as const;

function itemProblem({ section, item }: PlanFinding, known: Nameable): string | null {
  if (section === 'other') return null;
  if (item.trim() === '' && section !== 'phase') return null;
  if (known[section].has(plainText(item))) return null;
  return `“${item}” is none of ${lists[section]}; copy one of these, or choose another section`;
}

/** Empty where each finding is about something that there is. */
export function findingProblems(findings: readonly PlanFinding[], known: Nameable): string[] {
  return findings.flatMap((finding, index) => {
    const problem = itemProblem(finding, known);
    return problem === null ? [] : [`findings.${index}.item: ${problem}`];
  });
}

const alikeInOnePlace = 0.6;
const alikeAnywhere = 0.85;

export function isSame(one: PlanFinding, other: PlanFinding): boolean {
  const isOnePlace = one.section === other.section && plainText(one.item) === plainText(other.item);
  return likeness(one.says, other.says) >= (isOnePlace ? alikeInOnePlace : alikeAnywhere);
}

/** Of two that say the same the first one stays. */
export function withoutDoubles<Finding extends PlanFinding>(all: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const one of all) if (!kept.some((other) => isSame(other, one))) kept.push(one);
  return kept;
}
