// Whether the plan keeps to each thing that the goal lays down. What code can check, code decides when
// the plan is put together, whatever is said here.
import { unstopped } from '../../base/sentences.ts';
import { workView } from '../closing-views.ts';
import { assumptionsView, charterView, teamView } from '../critic-views.ts';
import { networkDigest } from '../network-digest.ts';
import { type AdherenceOutput, adherenceOutput } from '../outputs/closing.ts';
import type { RefinedOutput } from '../outputs/critique.ts';
import { type DirectionOutput, directionOutput } from '../outputs/direction.ts';
import type { NetworkOutput } from '../outputs/network.ts';
import { outputOf, type StageInput, type ThoughtStage } from '../stage.ts';
import { promptText } from './prompt-text.ts';

const direction = { name: 'direction', output: directionOutput };

/** What a place may begin with; they are names, the same in every language. */
export const judgedSections = [
  ...['scenario', 'assumptions', 'risks', 'charter', 'team', 'tasks', 'schedule', 'costs'],
] as const;

function problemsOf(value: unknown, input: StageInput): string[] {
  const said = value as AdherenceOutput;
  const { adherence } = said;
  const known = outputOf(input, direction).directives.map(({ id }) => id);
  const named = adherence.map(({ directive }) => directive);
  return [
    ...known.filter((id) => !named.includes(id)).map((id) => `adherence: ${id} is not judged`),
    ...named
      .filter((id) => !known.includes(id))
      .map((id) => `adherence: there is no directive ${id}`),
    ...named
      .filter((id, index) => named.indexOf(id) !== index)
      .map((id) => `adherence: ${id} is judged twice`),
    ...adherence
      .map(({ where }, index) => ({ where: where.trim().toLowerCase(), index }))
      .filter(({ where }) => !judgedSections.some((section) => where.startsWith(section)))
      .map(
        ({ index }) => `adherence.${index}.where: begin with one of ${judgedSections.join(', ')}`,
      ),
    ...remedyProblems(said),
  ];
}

const costLine =
  ({ costs }: NetworkOutput) =>
  ({
    name,
    low,
    base,
    high,
    currency = costs.currency,
    source,
  }: NetworkOutput['cost_lines'][number]) =>
    `${name}: ${base} ${currency} (${low} to ${high}), ${source}`;

/** Where something is amiss, somebody has to know what to do. */
const remedyProblems = ({ adherence }: AdherenceOutput): string[] =>
  adherence.flatMap(({ verdict, remedy = '' }, index) =>
    verdict === 'kept' || remedy.trim() !== ''
      ? []
      : [`adherence.${index}.remedy: say what would mend it`],
  );

export const adherenceStage: ThoughtStage<AdherenceOutput> = {
  name: 'adherence',
  title: 'Adherence to the goal',
  version: 2,
  needs: ['direction', 'refine-2'],
  output: adherenceOutput,
  prompt: promptText('adherence'),
  inputTokens: 30_000,
  outputTokens: 4_000,
  words: () => ({ sections: judgedSections.join(', ') }),
  sees: {
    direction: ({ directives, scenario }: DirectionOutput) => ({
      directives: directives.map(({ id, kind, text, quote, importance }) => ({
        ...{ id, kind, text, quote, importance },
      })),
      scenario,
    }),
    'refine-2': ({ assumptions, risks, charter, team, network }: RefinedOutput) => ({
      tasks: networkDigest(network),
      work: workView(network),
      costs: network.cost_lines.map(costLine(network)),
      charter: charterView(charter),
      team: teamView(team),
      assumptions: assumptionsView(assumptions),
      risks: risks.map(({ id, title, response }) => `${id} ${unstopped(title)}: ${response}`),
    }),
  },
  problems: problemsOf,
  render: ({ adherence }) =>
    adherence
      .map(
        ({ directive, verdict, where, why, remedy = '' }) =>
          `- **${directive}** ${verdict} (${where}): ${why}${remedy === '' ? '' : ` → ${remedy}`}`,
      )
      .join('\n'),
};
