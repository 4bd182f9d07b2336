// Both returns of the early gates: what fails goes back to a mind with the findings, one call for each
// section, and the gates look again. What still fails after the last return stays, and its gate says so.
import type { z } from 'zod';
import type { GateResult } from '../../contract/plan-gates.ts';
import { findingText, isFail } from '../../gates/gate.ts';
import { allowances } from '../allowance.ts';
import {
  type BasisOutput,
  basisOutput,
  type QuantitiesOutput,
  quantitiesOutput,
  type ThoughtRisksOutput,
  thoughtRisksOutput,
} from '../outputs/basis.ts';
import { outputOf, type Part, type Parts, type StageInput, type ThoughtStage } from '../stage.ts';
import { assumptionProblems } from './assumptions.ts';
import {
  type Basis,
  type BasisSection,
  basisGates,
  basisSections,
  failuresOf,
} from './basis-gates.ts';
import { directionStage } from './direction.ts';
import { promptText } from './prompt-text.ts';
import { riskProblems } from './risks.ts';

type Mended = QuantitiesOutput | ThoughtRisksOutput;

/** What a return starts from. */
export interface Before extends Basis {
  readonly returns: BasisOutput['returns'];
}

interface Round {
  readonly round: 1 | 2;
  readonly before: (input: StageInput) => Before;
}

const gatesOf = (input: StageInput, basis: Basis): GateResult[] =>
  basisGates(outputOf(input, directionStage), basis);

const titles: Readonly<Record<BasisSection, string>> = {
  assumptions: 'Assumptions',
  risks: 'Risks',
};

function partOf(section: BasisSection, before: Before, gates: readonly GateResult[]): Part {
  const findings = failuresOf(gates, section).map((one) => `- ${findingText(one)}`);
  return {
    key: section,
    title: titles[section],
    words: { section },
    data: {
      current: JSON.stringify({ [section]: before[section] }),
      findings: findings.join('\n'),
    },
  };
}

function foundIn({ round, before }: Round, input: StageInput): Part[] {
  const { returns, returnedAtOnce } = allowances[input.intake.detail ?? 'standard'];
  if (round > returns) return [];
  const basis = before(input);
  const gates = gatesOf(input, basis);
  return basisSections
    .filter((section) => failuresOf(gates, section).length > 0)
    .slice(0, returnedAtOnce)
    .map((section) => partOf(section, basis, gates));
}

const outputFor = ({ key }: Part): z.ZodType<Mended> =>
  key === 'risks' ? thoughtRisksOutput : quantitiesOutput;

const entriesOf = (value: Mended): readonly { readonly id: string }[] =>
  'risks' in value ? value.risks : value.assumptions;

/** What nobody complained about is still there: leaving out is no mending. */
function lostProblems(value: Mended, section: BasisSection, basis: Before, gates: GateResult[]) {
  const complaints = failuresOf(gates, section).map(({ field }) => field.split('.')[0]);
  const kept = new Set(entriesOf(value).map(({ id }) => id));
  return basis[section]
    .map(({ id }) => id)
    .filter((id) => !kept.has(id) && !complaints.includes(id))
    .map((id) => `${section}: ${id} is missing; give it back as it was`);
}

function problemsOf(round: Round, value: Mended, input: StageInput): string[] {
  const basis = round.before(input);
  const gates = gatesOf(input, basis);
  if ('risks' in value) {
    return [...riskProblems(value, input), ...lostProblems(value, 'risks', basis, gates)];
  }
  return [...assumptionProblems(value, input), ...lostProblems(value, 'assumptions', basis, gates)];
}

const failsIn = (gates: readonly GateResult[]): number =>
  gates.flatMap(({ findings }) => findings).filter(isFail).length;

/** A return that makes it worse is not taken over. */
function better(input: StageInput, before: Before, value: Mended): Before {
  const after = { ...before, ...value };
  return failsIn(gatesOf(input, after)) <= failsIn(gatesOf(input, before)) ? after : before;
}

function mergedFrom(
  { round, before }: Round,
  parts: readonly { readonly key: string; readonly value: Mended }[],
  input: StageInput,
): BasisOutput {
  const basis = before(input);
  const gates = gatesOf(input, basis);
  const returns = parts.map(({ key }) => {
    const section = key as BasisSection;
    return { round, section, because: failuresOf(gates, section).slice(0, 40).map(findingText) };
  });
  const mended = parts.reduce((all, { value }) => better(input, all, value), basis);
  return {
    assumptions: [...mended.assumptions],
    risks: [...mended.risks],
    gates: gatesOf(input, mended),
    returns: [...mended.returns, ...returns],
  };
}

const mendingParts = (round: Round): Parts<BasisOutput, Mended> => ({
  output: outputFor,
  found: (input) => foundIn(round, input),
  problems: (value, _part, input) => problemsOf(round, value, input),
  merge: (parts, input) => mergedFrom(round, parts, input),
});

/** What the gates said last, and what went back. */
const basisMarkdown = ({ gates, returns }: BasisOutput): string =>
  [
    ...gates.flatMap(({ gate, status, findings }) => [
      `- Gate ${gate}: **${status}**`,
      ...findings.map((one) => `  - ${one.level}: ${findingText(one)}`),
    ]),
    ...(returns.length === 0 ? ['- Nothing was sent back.'] : []),
    ...returns.flatMap(({ round, section, because }) => [
      `- Round ${round}: ${section} went back`,
      ...because.map((one) => `  - ${one}`),
    ]),
  ].join('\n');

/** What later prompts show: the numbers and what may happen, without where they come from. */
const basisBrief = ({ assumptions, risks }: BasisOutput): object => ({
  assumptions: assumptions.map(({ id, claim, lower, base, upper, unit, confidence, status }) => ({
    ...{ id, claim, lower, base, upper, unit, confidence, status },
  })),
  risks: risks.map(({ id, title, effect, likelihood, impact, trigger, response }) => ({
    ...{ id, title, effect, likelihood, impact, trigger, response },
  })),
});

interface Mending extends Round {
  readonly title: string;
  /** The stages that it starts from. */
  readonly from: readonly string[];
}

/** A part gets the section that it is about; nobody sees the rest. */
export function mendStage({ title, from, ...round }: Mending): ThoughtStage<BasisOutput> {
  const name = `mend-${round.round}`;
  return {
    name,
    shownAs: 'assumptions-and-risks',
    title,
    version: 1,
    needs: ['direction', ...from],
    output: basisOutput,
    prompt: promptText(name),
    inputTokens: 20_000,
    outputTokens: 5_000,
    sees: Object.fromEntries(from.map((stage) => [stage, () => null])),
    parts: mendingParts(round),
    render: basisMarkdown,
    brief: basisBrief,
  };
}
