// Each phase in detail, all phases at once.
import { type KnownRefs, type OutlinePhase, phaseProblems } from '../network/phase-problems.ts';
import { basisLines, deliverableLines, outlineLines, roleLines } from '../network/seen.ts';
import {
  type DetailsOutput,
  detailsOutput,
  type OutlineOutput,
  type PhaseDetail,
  phaseDetailOutput,
} from '../outputs/work.ts';
import { type Detail, outputOf, type Part, type StageInput, type ThoughtStage } from '../stage.ts';
import { directionStage } from './direction.ts';
import { mend2Stage } from './mend-2.ts';
import { outlineStage } from './outline.ts';
import { promptText } from './prompt-text.ts';
import { teamStage } from './team.ts';

const subtaskCounts: Readonly<Record<Detail, string>> = {
  brief: 'one or two',
  standard: 'two or three',
  full: 'two to five',
};

const partOf = (phase: OutlinePhase): Part => ({
  key: `phase${phase.id}`,
  title: `Phase ${phase.id}`,
  words: { id: phase.id },
  data: { phase: JSON.stringify(phase) },
});

const refsOf = (input: StageInput): KnownRefs => ({
  outline: outputOf(input, outlineStage),
  team: outputOf(input, teamStage),
  direction: outputOf(input, directionStage),
  basis: outputOf(input, mend2Stage),
});

function problemsOf(value: PhaseDetail, { key }: Part, input: StageInput): string[] {
  const refs = refsOf(input);
  const phase = refs.outline.phases.find((one) => partOf(one).key === key);
  return phase ? phaseProblems(value, phase, refs) : [];
}

/** A link of the outline that the details do not mention still holds: each mind saw but one phase. */
function withOutlined(
  task: PhaseDetail['tasks'][number],
  { phases }: OutlineOutput,
): PhaseDetail['tasks'][number] {
  const outlined = phases.flatMap(({ tasks }) => tasks).find(({ id }) => id === task.id);
  const named = new Set(task.after.map((one) => one.task));
  const missing = (outlined?.after ?? [])
    .filter((id) => !named.has(id))
    .map((id) => ({ task: id, type: 'finish_to_start' as const, lag_hours: 0 }));
  return { ...task, after: [...task.after, ...missing].slice(0, 8) };
}

function merged(
  parts: readonly { key: string; value: PhaseDetail }[],
  input: StageInput,
): DetailsOutput {
  const outline = outputOf(input, outlineStage);
  const phases = outline.phases.flatMap((phase) => {
    const found = parts.find(({ key }) => key === partOf(phase).key);
    if (!found) return [];
    const tasks = phase.tasks.flatMap(
      ({ id }) => found.value.tasks.find((task) => task.id === id) ?? [],
    );
    return [{ id: phase.id, tasks: tasks.map((task) => withOutlined(task, outline)) }];
  });
  return { phases };
}

export const detailsStage: ThoughtStage<DetailsOutput> = {
  name: 'details',
  title: 'Tasks in detail',
  version: 1,
  needs: ['direction', 'mend-2', 'charter', 'outline', 'team'],
  output: detailsOutput,
  prompt: promptText('details'),
  inputTokens: 30_000,
  outputTokens: 8_000,
  words: (input) => ({
    currency: outputOf(input, directionStage).currency,
    subtasks: subtaskCounts[input.intake.detail ?? 'standard'],
    count: String(outputOf(input, outlineStage).phases.length),
  }),
  sees: {
    'mend-2': basisLines,
    charter: deliverableLines,
    outline: outlineLines,
    team: roleLines,
  },
  // The network says it with dates.
  brief: () => null,
  parts: {
    output: phaseDetailOutput,
    found: (input) => outputOf(input, outlineStage).phases.map(partOf),
    problems: problemsOf,
    merge: merged,
  },
  render: ({ phases }) =>
    phases
      .flatMap(({ tasks }) => tasks)
      .map((task) =>
        [
          `- **${task.id}** ${task.description}`,
          `  - ${task.role}; ${task.estimate.low} / ${task.estimate.likely} / ${task.estimate.high} h; ${task.risk_tier}`,
          ...task.acceptance.map((one) => `  - accepted when: ${one}`),
          ...task.costs.map(({ what, base, source }) => `  - costs ${base}: ${what} (${source})`),
          ...task.subtasks.map(({ action, description }) => `  - ${action}: ${description}`),
        ].join('\n'),
      )
      .join('\n'),
};
