// Sections that the critics hit, or in which code finds dates that cannot be kept, are revised, each by
// one call, and everything is reckoned anew. Where nothing is hit, nothing is asked and the plan stays.
import { unstopped } from '../../base/sentences.ts';
import { allowances } from '../allowance.ts';
import { criticSees } from '../critic-views.ts';
import { type RefinedOutput, refinedOutput } from '../outputs/critique.ts';
import { dueHits } from '../refining/due-hits.ts';
import { hitsOf } from '../refining/hits.ts';
import { stateOf } from '../refining/plan-state.ts';
import { refined } from '../refining/revise.ts';
import { revisionProblems } from '../refining/revision-problems.ts';
import { nowAt, placeOf, type Revision, sectionKinds } from '../refining/sections.ts';
import { sortedHits, type Unit } from '../refining/units.ts';
import { outputIfAny, outputOf, type Part, type StageInput, type ThoughtStage } from '../stage.ts';
import { attackStage } from './attack.ts';
import { directionStage } from './direction.ts';
import { expertsStage } from './experts.ts';
import { judgeStage } from './judge.ts';
import { judgedStages } from './judged-plan.ts';
import { outlineStage } from './outline.ts';
import { premisesStage } from './premises.ts';
import { premortemStage } from './premortem.ts';
import { promptText } from './prompt-text.ts';
import { rebuttalStage } from './rebuttal.ts';
import { rescue2Stage } from './rescue-2.ts';

/** What is revised, and what waits for another round or has no place. */
function sorted(input: StageInput) {
  const hits = hitsOf({
    experts: outputIfAny(input, expertsStage),
    attack: outputIfAny(input, attackStage),
    rebuttal: outputIfAny(input, rebuttalStage),
    judge: outputIfAny(input, judgeStage),
    premortem: outputOf(input, premortemStage),
    premises: outputOf(input, premisesStage),
  });
  const state = stateOf(input);
  const due = dueHits({
    goal: input.intake.goal,
    direction: outputOf(input, directionStage),
    charter: state.charter,
    network: outputOf(input, rescue2Stage),
  });
  const { units, homeless } = sortedHits([...hits, ...due], state);
  const most = allowances[input.intake.detail ?? 'standard'].revised;
  return { units: units.slice(0, most), late: units.slice(most), homeless };
}

function titleOf({ section, item }: Unit, input: StageInput): string {
  if (section !== 'phase') return section;
  const phase = outputOf(input, outlineStage).phases.find(({ id }) => id === item);
  return `phase ${item}${phase ? ` (${phase.name})` : ''}`;
}

function partOf(unit: Unit, input: StageInput): Part {
  const { how, rule } = sectionKinds[unit.section];
  const now = { now: nowAt(placeOf(unit.key), stateOf(input)) };
  return {
    key: unit.key,
    title: titleOf(unit, input),
    words: { section: unit.item === '' ? unit.section : `phase ${unit.item}`, how, rule },
    data: { now: JSON.stringify(now), findings: JSON.stringify(unit.findings) },
  };
}

const leftFor = (units: readonly Pick<Unit, 'findings'>[], why_left: string) =>
  units.flatMap(({ findings }) => findings.map((finding) => ({ ...finding, why_left })));

function merged(
  parts: readonly { readonly key: string; readonly value: Revision }[],
  input: StageInput,
): Promise<RefinedOutput> {
  const { units, late, homeless } = sorted(input);
  const unanswered = units.filter((unit) => parts.every(({ key }) => key !== unit.key));
  const notAsked = [
    ...leftFor(unanswered, 'Nobody answered for its section.'),
    ...leftFor(late, 'Sections that were hit harder came first.'),
    ...leftFor([{ findings: homeless }], 'It is about no section that can be revised by itself.'),
  ];
  const revisions = units.flatMap((unit) => {
    const part = parts.find(({ key }) => key === unit.key);
    return part ? [{ unit, value: part.value }] : [];
  });
  return refined({ before: outputOf(input, rescue2Stage), revisions, notAsked }, input);
}

const nothing = () => null;

export const refine1Stage: ThoughtStage<RefinedOutput> = {
  name: 'refine-1',
  shownAs: 'plan',
  title: 'Revisions',
  version: 2,
  needs: [
    ...['facts', ...judgedStages, 'outline', 'experts', 'premortem', 'premises'],
    ...['attack', 'rebuttal', 'judge'],
  ],
  output: refinedOutput,
  prompt: promptText('refine-1'),
  inputTokens: 30_000,
  outputTokens: 8_000,
  // A part has the findings about it; the rest of what the critics said would only distract.
  sees: {
    ...criticSees,
    ...{ facts: nothing, outline: nothing, experts: nothing, premortem: nothing },
    ...{ premises: nothing, attack: nothing, rebuttal: nothing, judge: nothing },
  },
  parts: {
    output: ({ key }) => sectionKinds[placeOf(key).section].output,
    found: (input) => sorted(input).units.map((unit) => partOf(unit, input)),
    problems: (value: Revision, { key }, input) =>
      revisionProblems(placeOf(key), value, stateOf(input), input),
    merge: merged,
  },
  render: ({ refinements, left, score }) =>
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
    ].join('\n'),
};
