// A panel attacks the plan, each member through a lens of its own.
import { allowances } from '../allowance.ts';
import { criticSees } from '../critic-views.ts';
import { findingProblems, heaviestFirst, itemWords, sameFindings } from '../findings.ts';
import {
  type AttackOutput,
  attackOutput,
  type Criticism,
  criticismOutput,
} from '../outputs/critique.ts';
import type { Part, ThoughtStage } from '../stage.ts';
import { judgedStages, nameableIn } from './judged-plan.ts';
import { promptText } from './prompt-text.ts';

const lens = (key: string, title: string, look: string): Part => ({
  key,
  title,
  words: { lens: title, look },
});

/** The first ones count most. */
const lenses: readonly Part[] = [
  lens(
    'arithmetic',
    'Arithmetic',
    'numbers that cannot be: hours against what they must yield, people against the work of a week, prices, rates of success, quantities that do not lead from one to the other, bounds that are too narrow',
  ),
  lens(
    'omission',
    'What was left out',
    'work, costs, people, permissions or consequences that the goal cannot do without and that no task, cost or risk covers; directives that nothing in the plan fulfills',
  ),
  lens(
    'dependence',
    'Dependence on others',
    'what must come from somebody who has not agreed: buyers, suppliers, offices, partners, key persons; waits that are too short; tasks that depend on one another and are not linked; one failure that stops everything',
  ),
  lens(
    'incentives',
    'Incentives',
    'people who are to act against their own interest, measures that reward the wrong thing, somebody who judges their own work, a reason for those who decide to go on when they should stop',
  ),
  lens(
    'license',
    'Law and license',
    'what may not be done, or not yet, or not by this role: law, contracts, rights, safety, privacy, the consent of those who are affected',
  ),
];

/** All lenses that showed it, in the order of the lenses. */
function lensesOf(same: readonly { readonly lens: string }[]): string {
  const shown = new Set(same.map((one) => one.lens));
  return lenses
    .map(({ title }) => title)
    .filter((title) => shown.has(title))
    .join(', ');
}

/** Numbered anew, the heaviest first; what two of them say stands there once, with both lenses. */
function merged(parts: readonly { key: string; value: Criticism }[]): AttackOutput {
  const all = parts.flatMap(({ key, value }) => {
    const title = lenses.find((one) => one.key === key)?.title ?? key;
    return value.findings.map((finding) => ({ ...finding, lens: title }));
  });
  const own = sameFindings(all.toSorted(heaviestFirst)).flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, lens: lensesOf(same) || first.lens })),
  );
  return { findings: own.map((finding, index) => ({ ...finding, id: `F${index + 1}` })) };
}

export const attackStage: ThoughtStage<AttackOutput> = {
  name: 'attack',
  title: 'Red team',
  version: 2,
  from: 'standard',
  needs: judgedStages,
  output: attackOutput,
  prompt: promptText('attack'),
  inputTokens: 30_000,
  outputTokens: 2_500,
  words: () => ({ items: itemWords }),
  sees: criticSees,
  parts: {
    output: criticismOutput,
    known: (detail) => lenses.slice(0, allowances[detail].attackers),
    problems: ({ findings }: Criticism, _part, input) =>
      findingProblems(findings, nameableIn(input)),
    merge: merged,
  },
  render: ({ findings }) =>
    findings
      .map(
        ({ id, lens: name, section, item, severity, says, remedy }) =>
          `- **${id}** ${name}, ${section} ${item} (${severity}): ${says} → ${remedy}`,
      )
      .join('\n'),
};
