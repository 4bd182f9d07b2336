// What both rounds of revision share: each section that was hit is revised by one call, and everything
// is reckoned anew. Where nothing is hit, nothing is asked and the plan stays.
import { unstopped } from '../../base/sentences.ts';
import type { PlanFinding } from '../../contract/plan-critique.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import type { Reckoned } from '../refining/plan-state.ts';
import { left, type RefineRequest, refined } from '../refining/revise.ts';
import { revisionProblems } from '../refining/revision-problems.ts';
import { nowAt, placeOf, type Revision, sectionKinds } from '../refining/sections.ts';
import type { Sorted, Unit } from '../refining/units.ts';
import { outputOf, type Part, type StageInput, type ThoughtStage } from '../stage.ts';
import { outlineStage } from './outline.ts';
import { promptText } from './prompt-text.ts';

/** What is revised, what came too late, and what nobody is asked about. */
export interface Hits extends Sorted {
  readonly late: readonly Unit[];
  /** Of the round before, for the reasons that were told then. */
  readonly stays: RefinedOutput['left'];
}

interface Round {
  readonly round: 1 | 2;
  readonly title: string;
  readonly version: number;
  readonly needs: readonly string[];
  readonly sees: NonNullable<ThoughtStage<RefinedOutput>['sees']>;
  start(input: StageInput): Reckoned;
  hits(input: StageInput): Hits;
  earlier(input: StageInput): RefineRequest['earlier'];
}

/** Why a finding waits for the next round. */
export const CAME_LATE = 'Sections that were hit harder came first.';

function titleOf({ section, item }: Unit, input: StageInput): string {
  if (section !== 'phase') return section;
  const phase = outputOf(input, outlineStage).phases.find(({ id }) => id === item);
  return `phase ${item}${phase ? ` (${phase.name})` : ''}`;
}

function partOf(unit: Unit, { state }: Reckoned, input: StageInput): Part {
  const { how, rule } = sectionKinds[unit.section];
  const now = { now: nowAt(placeOf(unit.key), state) };
  return {
    key: unit.key,
    title: titleOf(unit, input),
    words: { section: unit.item === '' ? unit.section : `phase ${unit.item}`, how, rule },
    data: { now: JSON.stringify(now), findings: JSON.stringify(unit.findings) },
  };
}

const leftFor = (units: readonly { readonly findings: readonly PlanFinding[] }[], why: string) =>
  units.flatMap(({ findings }) => findings.map((finding) => left(finding, why)));

function merged(
  { round, start, hits, earlier }: Round,
  parts: readonly { readonly key: string; readonly value: Revision }[],
  input: StageInput,
): Promise<RefinedOutput> {
  const { units, late, homeless, stays } = hits(input);
  const unanswered = units.filter((unit) => parts.every(({ key }) => key !== unit.key));
  const notAsked = [
    ...leftFor(unanswered, 'Nobody answered for its section.'),
    ...leftFor(late, CAME_LATE),
    ...leftFor([{ findings: homeless }], 'It is about no section that can be revised by itself.'),
    ...stays,
  ];
  const revisions = units.flatMap((unit) => {
    const part = parts.find(({ key }) => key === unit.key);
    return part ? [{ unit, value: part.value }] : [];
  });
  const request = { round, start: start(input), earlier: earlier(input), revisions, notAsked };
  return refined(request, input);
}

const refinedMarkdown = ({ refinements, left, score }: RefinedOutput): string =>
  [
    `**${score.before} → ${score.after}**`,
    '',
    ...refinements.flatMap(({ section, item, because, changes }) => [
      `- **${`${section} ${item}`.trim()}**: ${because.join(' ')}`,
      ...changes.map(({ path, before, after }) => `  - ${path}: ${before} → ${after}`),
    ]),
    ...left.map(
      ({ section, item, says, why_left }) =>
        `- ${section} ${item}: ${unstopped(says)} (${unstopped(why_left)})`,
    ),
  ].join('\n');

/** Once for one input: each part, and each check of an answer, begins from it. */
function startOnce({ start }: Round): Round['start'] {
  const known = new WeakMap<StageInput, Reckoned>();
  return (input) => {
    const before = known.get(input) ?? start(input);
    known.set(input, before);
    return before;
  };
}

export function refineStage(given: Round): ThoughtStage<RefinedOutput> {
  const { title, version, needs, sees, hits } = given;
  const start = startOnce(given);
  const round = { ...given, start };
  return {
    name: `refine-${round.round}`,
    shownAs: 'plan',
    ...{ title, version, needs, sees },
    output: refinedOutput,
    prompt: promptText(`refine-${round.round}`),
    inputTokens: 30_000,
    outputTokens: 8_000,
    prepare: (input) => void start(input),
    parts: {
      output: ({ key }) => sectionKinds[placeOf(key).section].output,
      found: (input) => {
        const { units } = hits(input);
        return units.length === 0 ? [] : units.map((unit) => partOf(unit, start(input), input));
      },
      problems: (value: Revision, { key }, input) =>
        revisionProblems(placeOf(key), value, start(input), input),
      merge: (parts, input) => merged(round, parts, input),
    },
    render: refinedMarkdown,
  };
}
