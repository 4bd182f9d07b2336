// What critics hold against a plan. Code checks that a finding names something that there is, weighs
// it, and sees when two say the same.
import { keptByText } from '../base/kept-by-text.ts';
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

/** Words that say something: names and numbers, however short, and what is longer than a particle. */
const tellingWords = keptByText(
  1_000,
  (text): ReadonlySet<string> =>
    new Set(
      plainText(text)
        .split(' ')
        .filter((word) => word.length > 3 || /\d/.test(word)),
    ),
);

const SHARED_WORDS = 6;
const SHARED_PART = 0.6;

/** One says in few words what the other says in many. */
function hasSharedWords(one: string, other: string): boolean {
  const [some, others] = [tellingWords(one), tellingWords(other)];
  const shared = [...some].filter((word) => others.has(word)).length;
  return shared >= SHARED_WORDS && shared >= SHARED_PART * Math.min(some.size, others.size);
}

export function isSame(one: PlanFinding, other: PlanFinding): boolean {
  const isOnePlace = one.section === other.section && plainText(one.item) === plainText(other.item);
  const alike = likeness(one.says, other.says);
  return isOnePlace
    ? alike >= alikeInOnePlace || hasSharedWords(one.says, other.says)
    : alike >= alikeAnywhere;
}

/** Those that say the same together, each group in the order of its first. */
export function sameFindings<Finding extends PlanFinding>(all: readonly Finding[]): Finding[][] {
  const groups: Finding[][] = [];
  for (const one of all) {
    const known = groups.find(([first]) => first !== undefined && isSame(first, one));
    if (known) known.push(one);
    else groups.push([one]);
  }
  return groups;
}

/** Of two that say the same the first one stays. */
export const withoutDoubles = <Finding extends PlanFinding>(all: readonly Finding[]): Finding[] =>
  sameFindings(all).flatMap(([first]) => (first === undefined ? [] : [first]));
