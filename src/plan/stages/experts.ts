// Every expert of the panel speaks, all at once.
import { criticSees } from '../critic-views.ts';
import { findingProblems, itemWords } from '../findings.ts';
import {
  type Criticism,
  criticismOutput,
  type ExpertsOutput,
  expertsOutput,
} from '../outputs/critique.ts';
import { outputOf, type Part, type StageInput, type ThoughtStage } from '../stage.ts';
import { judgedStages, nameableIn } from './judged-plan.ts';
import { panelStage } from './panel.ts';
import { promptText } from './prompt-text.ts';

const keyOf = (id: string): string => id.toLowerCase();

const partsFrom = (input: StageInput): Part[] =>
  outputOf(input, panelStage).experts.map(({ id, title, field, looks_at }) => ({
    key: keyOf(id),
    title,
    words: {},
    data: { expert: JSON.stringify({ title, field, looks_at }) },
  }));

const merged = (
  parts: readonly { key: string; value: Criticism }[],
  input: StageInput,
): ExpertsOutput => ({
  experts: outputOf(input, panelStage).experts.flatMap((expert) => {
    const part = parts.find(({ key }) => key === keyOf(expert.id));
    return part ? [{ ...expert, ...part.value }] : [];
  }),
});

export const expertsStage: ThoughtStage<ExpertsOutput> = {
  name: 'experts',
  title: 'Expert criticism',
  version: 1,
  from: 'standard',
  needs: [...judgedStages, 'panel'],
  output: expertsOutput,
  prompt: promptText('experts'),
  inputTokens: 30_000,
  outputTokens: 2_500,
  words: () => ({ items: itemWords }),
  sees: { ...criticSees, panel: () => null },
  parts: {
    output: criticismOutput,
    found: partsFrom,
    problems: ({ findings }: Criticism, _part, input) =>
      findingProblems(findings, nameableIn(input)),
    merge: merged,
  },
  render: ({ experts }) =>
    experts
      .map(({ title, verdict, findings }) =>
        [
          `**${title}**: ${verdict}`,
          '',
          ...findings.map(
            ({ section, item, severity, says, remedy }) =>
              `- ${section} ${item} (${severity}): ${says} → ${remedy}`,
          ),
        ].join('\n'),
      )
      .join('\n\n'),
};
