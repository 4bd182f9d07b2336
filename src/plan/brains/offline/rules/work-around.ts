// What surrounds the work: like undertakings to look for, strengths and threats. Nothing was looked up,
// so kinds of undertakings are named, and it is said.
import { unstopped } from '../../../../base/sentences.ts';
import { likeness } from '../../../../gates/alike.ts';
import type { RelatedOutput } from '../../../stages/related.ts';
import type { SwotOutput } from '../../../stages/swot.ts';
import type { Draft } from '../draft.ts';
import { fill } from '../fill.ts';
import { money } from '../money.ts';
import { clip, lowered } from '../text.ts';
import { knownRisks } from './playbook-risks.ts';
import type { RuleInput } from './rule.ts';
import { tasksOf } from './work-plan.ts';
import { crewsOf } from './work-team.ts';
import { bestFits, paramText } from './work-words.ts';

const relatedCounts = { brief: 2, standard: 3, full: 5 } as const;

/** Kinds of undertaking that the playbook names, or those that met one of its gravest risks. */
export function relatedRule({ draft }: RuleInput): RelatedOutput {
  const { slots, facts, playbook } = draft;
  const where = facts.place.name === null ? '' : ` in ${facts.place.name}`;
  const named = (playbook.related ?? []).map((one) => fill(one, slots));
  const projects = knownRisks(draft)
    .slice(0, relatedCounts[draft.detail])
    .map(({ description, mitigation, trigger, cause }, at) => ({
      name: clip(
        named[at] ?? `Undertakings like ${slots.the_thing} that met this: ${lowered(description)}`,
        160,
      ),
      what: clip(
        named[at] === undefined
          ? `They had the same cause to deal with${where}: ${lowered(unstopped(cause))}.`
          : `They stood before the same question: ${lowered(unstopped(description))}.`,
        300,
      ),
      outcome: clip(
        `Not looked up. To be asked: did it begin with this: ${lowered(unstopped(trigger))}?`,
        300,
      ),
      lesson: clip(mitigation, 300),
      status: 'speculative' as const,
      how_to_check: clip(
        `Search for “${slots.thing}${where}” with “${lowered(unstopped(cause))}”, and ask somebody who did it.`,
        300,
      ),
    }));
  return { projects };
}

type Line = SwotOutput['threats'][number];

const OFFICE_HOURS = 8;

const line = (text: string, so_what: string): Line => ({
  text: clip(text, 250),
  so_what: clip(so_what, 250),
});

function strengthsOf(draft: Draft): Line[] {
  const { facts, assumed, slots } = draft;
  const tasks = tasksOf(draft);
  const byAgents = tasks.filter(({ performer }) => performer === 'agent').length;
  const first = tasks.filter(({ after }) => after.length === 0);
  return [
    ...(facts.budget === null
      ? []
      : [
          line(
            `${money(facts.budget.amount, facts.budget.currency)} are named for ${slots.the_thing}.`,
            `Use it to ask for firm offers up to ${money(assumed.costs.base, assumed.costs.currency)} from the start.`,
          ),
        ]),
    ...(byAgents === 0
      ? []
      : [
          line(
            `${byAgents} of ${tasks.length} tasks can be done by agents, day and night.`,
            'Give these out at once, so that people have their time for what binds.',
          ),
        ]),
    ...first.map(({ title }) =>
      line(`“${title}” needs nothing else first.`, 'Begin with it on the first day.'),
    ),
  ];
}

function weaknessesOf(draft: Draft): Line[] {
  const { assumed, facts } = draft;
  const lone = crewsOf(draft).toSorted((a, b) => b.tasks.length - a.tasks.length)[0];
  return [
    ...assumed.guesses.map(({ guess, how_to_confirm }) =>
      line(`Guessed: ${guess}.`, how_to_confirm),
    ),
    ...(facts.deadline === null
      ? [line('The goal names no date.', 'Agree on one before the first contract is signed.')]
      : []),
    ...(lone === undefined
      ? []
      : [
          line(
            `${lone.tasks.length} tasks wait for one role, ${lone.name}.`,
            'Name a stand-in who can take over half of them.',
          ),
        ]),
  ];
}

function opportunitiesOf(draft: Draft): Line[] {
  const { slots } = draft;
  const tasks = tasksOf(draft);
  const offers = tasks.flatMap((task) =>
    task.subtasks
      .filter(({ action, params }) => action === 'collect_quotes' && params.item !== undefined)
      .map(({ params }) => ({ task, item: paramText(params.item) })),
  );
  const waits = tasks.filter(({ wait_hours }) => wait_hours > 0);
  return [
    ...offers.map(({ task: { cost, title }, item }) =>
      line(
        `More than one supplier${slots.in_place} can be asked for ${item}.`,
        cost === null || cost.base === 0
          ? `Let three of them say in “${title}” what they would do otherwise.`
          : `Look in “${title}” for an offer between ${money(cost.low, cost.currency)} and ${money(cost.base, cost.currency)}.`,
      ),
    ),
    ...waits.map(({ title, wait_hours }) =>
      line(
        `After “${title}” about ${Math.ceil(wait_hours / OFFICE_HOURS)} working days go by until there is an answer.`,
        'Do in that time what does not hang on the answer.',
      ),
    ),
    line(
      `Others have done something like ${slots.the_thing}.`,
      'Ask two of them, before money is spent, what they would do otherwise.',
    ),
  ];
}

/** Lines of the playbook, each with the task in which something is done about it. */
function playbookLines(draft: Draft, heading: keyof SwotOutput, act: string): Line[] {
  const tasks = tasksOf(draft);
  return (draft.playbook.swot?.[heading] ?? []).map((one) => {
    const text = fill(one, draft.slots);
    const [best] = bestFits(text, tasks, ({ title, description }) => `${title} ${description}`);
    return line(text, `${act} “${(best ?? tasks[0])?.title}”.`);
  });
}

/** Less than what the stage refuses. */
const TOO_ALIKE = 0.75;
const swotCounts = { brief: 2, standard: 3, full: 4 } as const;

export function swotRule({ draft }: RuleInput): SwotOutput {
  const most = swotCounts[draft.detail];
  const threats = knownRisks(draft).map(({ description, mitigation }) =>
    line(description, mitigation),
  );
  const seen: string[] = [];
  const some = (lines: readonly Line[]): Line[] => {
    const kept = lines.filter(({ text }) => {
      const isNew = !seen.some((one) => likeness(one, text) >= TOO_ALIKE);
      if (isNew) seen.push(text);
      return isNew;
    });
    return kept.slice(0, most);
  };
  return {
    strengths: some([...strengthsOf(draft), ...playbookLines(draft, 'strengths', 'Use it in')]),
    weaknesses: some([
      ...playbookLines(draft, 'weaknesses', 'Make up for it in'),
      ...weaknessesOf(draft),
    ]),
    opportunities: some([
      ...playbookLines(draft, 'opportunities', 'Seize it in'),
      ...opportunitiesOf(draft),
    ]),
    threats: some([...threats, ...playbookLines(draft, 'threats', 'Guard against it in')]),
  };
}
