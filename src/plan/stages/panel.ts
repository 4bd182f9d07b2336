// Whose judgment this plan needs.

import { likeness, plainText } from '../../gates/alike.ts';
import { allowances } from '../allowance.ts';
import { basisView } from '../critic-views.ts';
import { doubles } from '../doubles.ts';
import type { BasisOutput } from '../outputs/basis.ts';
import { type PanelOutput, panelOutput } from '../outputs/critique.ts';
import type { StageInput, ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const countFor = ({ intake }: StageInput): number =>
  Math.max(1, allowances[intake.detail ?? 'standard'].experts);

const tooAlike = 0.85;

/** As many as are asked for, and no two who would say the same. */
function problemsOf(value: unknown, input: StageInput): string[] {
  const { experts } = value as PanelOutput;
  const count = countFor(input);
  const ids = experts.map(({ id }) => id).join(', ');
  const wanted = Array.from({ length: count }, (_, index) => `E${index + 1}`).join(', ');
  const twins = experts.filter(({ looks_at }, index) =>
    experts.slice(0, index).some((one) => likeness(one.looks_at, looks_at) >= tooAlike),
  );
  return [
    ...(ids === wanted ? [] : [`experts: name exactly ${count}, as ${wanted}, in this order`]),
    ...doubles(experts.map(({ title }) => plainText(title))).map(
      (title) => `experts: “${title}” stands there twice; choose another profession`,
    ),
    ...twins.map(({ id }) => `experts: ${id} looks at the same as another one`),
  ];
}

export const panelStage: ThoughtStage<PanelOutput> = {
  name: 'panel',
  title: 'Experts to ask',
  version: 1,
  from: 'standard',
  needs: ['direction', 'mend-2', 'charter'],
  output: panelOutput,
  prompt: promptText('panel'),
  inputTokens: 20_000,
  outputTokens: 1_500,
  words: (input) => ({ count: String(countFor(input)) }),
  sees: { 'mend-2': (basis: BasisOutput) => basisView(basis) },
  problems: problemsOf,
  render: ({ experts }) =>
    experts.map(({ id, title, looks_at }) => `- **${id} ${title}**: ${looks_at}`).join('\n'),
};
