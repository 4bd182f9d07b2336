// Whose judgment the plan needs: experts that the playbook names, the money, what binds, and the trades.
import { unstopped } from '../../../../base/sentences.ts';
import { likeness } from '../../../../gates/alike.ts';
import { allowances } from '../../../allowance.ts';
import type { PanelOutput } from '../../../outputs/critique.ts';
import { outputOf } from '../../../stage.ts';
import { mend2Stage } from '../../../stages/mend-2.ts';
import type { Draft } from '../draft.ts';
import { fill } from '../fill.ts';
import { money } from '../money.ts';
import { capitalize, clip, lowered } from '../text.ts';
import type { RuleInput } from './rule.ts';
import { permitTasks } from './work-charter.ts';
import { tasksOf, workOf } from './work-plan.ts';
import { crewsOf } from './work-team.ts';

/** Somebody, not a field of knowledge. */
const PERSON = /^(?:some(?:body|one)|those|an?)\s|(?:er|or|ant|ist|ian|ect)(?:\s|$)/u;

type Expert = Omit<PanelOutput['experts'][number], 'id'>;

function expertsOf(draft: Draft, risks: readonly string[]): Expert[] {
  const { assumed, slots, playbook } = draft;
  const where = draft.facts.place.name === null ? '' : ` in ${draft.facts.place.name}`;
  const dear = tasksOf(draft).toSorted((a, b) => (b.cost?.base ?? 0) - (a.cost?.base ?? 0))[0];
  const binding = [
    ...permitTasks(draft),
    ...tasksOf(draft).filter(({ risk_tier }) => risk_tier === 'T3'),
  ];
  const trades = crewsOf(draft).filter(({ tasks }) => tasks.length > 0);
  return [
    ...(playbook.experts ?? []).map(({ field, asks }, at) => ({
      title: PERSON.test(field) ? field : `Expert in ${field}`,
      field: `${capitalize(playbook.label)}${where}`,
      looks_at: `${fill(asks, slots)}${risks[at] === undefined ? '' : ` And what of this: ${lowered(unstopped(risks[at]))}?`}`,
    })),
    {
      title: `Cost estimator for ${playbook.label}`,
      field: `Prices${where} of what ${slots.the_thing} needs`,
      looks_at: `Is ${money(assumed.costs.base, assumed.costs.currency)} enough, and is “${dear?.title}” priced as it will be offered?`,
    },
    ...(binding[0] === undefined
      ? []
      : [
          {
            title: `Lawyer for contracts and permits${where}`,
            field: `What binds and what an office must allow${where}`,
            looks_at: `What follows if “${binding[0].title}” is refused or late, and what must be in writing before it?`,
          },
        ]),
    ...trades.map(({ name, tasks }, at) => ({
      title: `${name} who has done this before`,
      field: `What it takes to ${lowered(tasks[0]?.title ?? '')}`,
      looks_at: `Are the hours of “${tasks[0]?.title}”${tasks[1] ? ` and “${tasks[1].title}”` : ''} believable${risks[at] === undefined ? '' : `, and what of this: ${lowered(unstopped(risks[at]))}`}?`,
    })),
    ...workOf(draft).map(({ name, tasks }) => ({
      title: `Practitioner of this: ${lowered(name)}`,
      field: `The work from “${tasks[0]?.title}” on`,
      looks_at: `Can one see that this is reached: ${lowered(tasks.at(-1)?.acceptance_criteria[0] ?? name)}?`,
    })),
    ...tasksOf(draft).map(({ title, acceptance_criteria: [check = ''] }) => ({
      title: `Inspector of this: ${lowered(title)}`,
      field: `What is usually wrong with it${where}`,
      looks_at: `Would two people agree on “${check}” in “${title}”?`,
    })),
  ];
}

/** Less than what the stage refuses. */
const TOO_ALIKE = 0.8;

export function panelRule({ draft, input }: RuleInput): PanelOutput {
  const risks = outputOf(input, mend2Stage).risks.map(({ title }) => title);
  const count = Math.max(1, allowances[draft.detail].experts);
  const seen = new Set<string>();
  const experts = expertsOf(draft, risks)
    .map(({ title, field, looks_at }) => ({
      title: clip(capitalize(title), 100),
      field: clip(field, 200),
      looks_at: clip(looks_at, 300),
    }))
    .filter(({ title }) => !seen.has(title) && Boolean(seen.add(title)))
    .filter(
      ({ looks_at }, at, all) =>
        !all.slice(0, at).some((one) => likeness(one.looks_at, looks_at) >= TOO_ALIKE),
    )
    .slice(0, count)
    .map((expert, at) => ({ id: `E${at + 1}`, ...expert }));
  return { experts };
}
