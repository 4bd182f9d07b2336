// What the goal demands by name becomes work of its own, and what it counts or bans becomes a check
// on the last task. The words are the goal's, so braces are taken out before slots are filled.
import { unstopped } from '../../../base/sentences.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import type { PhaseTemplate, Playbook, TaskTemplate } from './playbook.ts';
import { clip, lowered, words } from './text.ts';

const MAX_DEMANDS = 10;

export function demandPhase(
  facts: FactsOutput,
  playbook: Playbook,
  phases: readonly PhaseTemplate[],
): PhaseTemplate | null {
  if (playbook.name === 'personal-errand') return null;
  const clauses = playbook.name === 'sales-prospecting' ? [] : facts.subject.clauses.slice(1);
  const all = [...new Set([...clauses, ...facts.requirements.demands])];
  const demands = all.filter((one) => !isCount(one, facts)).slice(0, MAX_DEMANDS);
  if (demands.length === 0) return null;
  const anchor = phases[0]?.tasks.at(-1)?.key;
  return {
    name: 'Meet the demands on {the_thing}',
    tasks: demands.map((demand, index) => demandTask(demand, index, anchor)),
  };
}

const FEW_WORDS = 4;

/** A sentence that says hardly more than a number is a check of the end, not work of its own. */
const isCount = (demand: string, { facts }: FactsOutput): boolean =>
  facts.some(
    ({ kind, text }) =>
      kind === 'count' &&
      demand.includes(text) &&
      words(demand).length - words(text).length <= FEW_WORDS,
  );

function demandTask(demand: string, index: number, anchor: string | undefined): TaskTemplate {
  const text = noBraces(demand);
  return {
    key: `demand_${index + 1}`,
    title: titleOf(text),
    does: `The goal asks for this in its own words: “${text}” Decide how to meet it, do it, and show the result.`,
    role: index % 2 === 0 ? 'Requirements lead' : 'Specialist',
    hours: [6, 14, 30],
    ...(anchor === undefined ? {} : { after: [anchor] }),
    share: 0.02,
    done: [
      `It can be shown that this is met: ${clip(text, 160)}`,
      `Whoever set the goal has accepted how: ${clip(text, 120)}`,
    ],
    steps: [
      ['search_web', 'Find how this is usually met', { query: clip(text, 100), max_results: 15 }],
      [
        'draft_document',
        'Write how it is met here',
        { template: 'requirement_note', requirement: clip(text, 140) },
      ],
    ],
  };
}

/** Not an order: it says how something shall be. */
const SAYING =
  /^(?:it|the|an?|this|each|every|all|there|we|i|they|our|my|der|die|das|es|les?|la|el|los|il|den|det|une?|eine?|en|et)\s|(?<!\p{L})(?:must|shall|should|needs?|ha[sv]e? to|muss|müssen|soll|sollen|doit|doivent|debe|deben|skal|moet)(?!\p{L})/iu;

/** An order stays as it is. */
function titleOf(text: string): string {
  const plain = unstopped(text);
  return clip(SAYING.test(plain) ? `See to it: ${lowered(plain)}` : plain, 118);
}

/** Numbers, bans and limits of the goal, as checks on the last task. */
export function finalCriteria(facts: FactsOutput): string[] {
  const counted = facts.facts.filter((fact) => fact.kind === 'count' || fact.kind === 'people');
  const lines = [...new Set(counted.map((fact) => fact.text))]
    .slice(0, 8)
    .map((text) => `Number from the goal is met or the gap is explained: ${clip(text, 100)}`);
  const { avoid, bannedWords } = facts.requirements;
  if (bannedWords.length > 0)
    lines.push(clip(`None of the words the goal bans is used: ${bannedWords.join(', ')}`, 390));
  return [
    ...lines,
    ...avoid.slice(0, 6).map((text) => clip(`Limit from the goal is kept: ${text}`, 390)),
  ].slice(0, 15);
}

function noBraces(text: string): string {
  return text.replace(/[{}]/g, '');
}
