// The first page by rules: what is wanted, what comes first, when and for how much, and what speaks
// against it. Figures are named, and code puts them in.
import { listed, stopped, unstopped } from '../../../../../base/sentences.ts';
import { closingSees } from '../../../../closing-views.ts';
import { figuresIn } from '../../../../figures.ts';
import { isHeldOnDay, outlookText } from '../../../../outlook.ts';
import type { SummaryOutput } from '../../../../outputs/closing.ts';
import { premisesOutput } from '../../../../outputs/critique.ts';
import { outputOf } from '../../../../stage.ts';
import { clip, lowered } from '../../text.ts';
import type { RuleInput } from '../rule.ts';
import { isErrand } from './errand.ts';
import { dayText, type Ground, groundOf } from './ground.ts';
import { coverage } from './likewise.ts';
import { heaviestRisks } from './look-people.ts';
import { bindingActs } from './premise-acts.ts';
import { sightingsIn } from './sightings.ts';
import { type IsSourced, sourcedIn, sourcedText } from './sourced.ts';
import { isShort } from './told-short.ts';

type Figures = Readonly<Record<string, string>>;

/** Words of others must not look like places for figures, nor like ids that a reader does not know. */
export const plainWords = (text: string): string =>
  text
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .replace(/\s\((?:[ADRVMC]\d{1,2}|\d{1,2}\.\d{1,2})\)/g, '');

const inSentence = (text: string): string => plainWords(unstopped(text));

/** Without the names that follow. */
const firstPart = (text: string): string => text.split(/; |: /u)[0] ?? text;

/** Behind the first, a sentence goes on. */
const continued = (sign: string, at: number): string => (at === 0 ? sign : lowered(sign));

const MOST_SIGNS = 2;
const SAME_WORDS = 0.8;
/** The title in other words, and nothing else. */
const isSame = (title: string, sign: string): boolean =>
  Math.min(coverage(title, sign), coverage(sign, title)) >= SAME_WORDS;

function situationOf(ground: Ground): string {
  const { direction } = ground;
  const signs = direction.success_looks_like.filter((one) => !isSame(direction.title, one));
  const wanted =
    signs.length > 0 && !isErrand(ground)
      ? `It is done when this holds: ${signs.slice(0, MOST_SIGNS).map(inSentence).map(continued).join('; ')}.`
      : '';
  const [strain] = direction.strains;
  const [first] = isErrand(ground) ? [] : sightingsIn(ground);
  const hard = first ? firstPart(first.says) : (strain ?? '');
  return clip(
    [
      `Wanted: ${inSentence(direction.title)}.`,
      wanted,
      hard === '' ? '' : `What makes it hard: ${stopped(plainWords(hard))}`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    700,
  );
}

function approachOf({ network, direction, charter }: Ground): string {
  const [first, ...rest] = network.phases;
  const then = rest.map(({ name }) => `“${inSentence(name)}”`);
  const order = first
    ? `First comes “${inSentence(first.name)}”, until ${dayText(first.finish_date)}${then.length > 0 ? `; then ${then.join(', ')}` : ''}.`
    : '';
  const out = charter.out_of_scope.slice(0, 2).map(inSentence);
  return clip(
    [
      `The way that was chosen is called “${inSentence(direction.scenario.name)}”.`,
      order,
      out.length > 0 ? `Left out on purpose: ${listed(out)}.` : '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    700,
  );
}

const has = (figures: Figures, name: string): boolean => Object.hasOwn(figures, name);

const misses = ({ network }: Ground, what: 'deadline' | 'budget'): boolean =>
  network.misses.some(({ of }) => of === what);

function expectedOf(ground: Ground, figures: Figures): string {
  const first = ground.charter.deliverables.slice(0, 3).map(({ name }) => inSentence(name));
  const outlook = {
    isLate: misses(ground, 'deadline'),
    isOver: misses(ground, 'budget'),
    isHeld: isHeldOnDay(ground.network),
  };
  const there = first.length > 0 && !isErrand(ground) ? ` Then there is: ${listed(first)}.` : '';
  return clip(`${outlookText(figures, outlook)}${there}`, 700);
}

/** What is longer stands with the risk. */
function riskText({ title, trigger, response }: Ground['risks'][number]): string {
  const then = isShort(response) ? ` Then: ${stopped(plainWords(response))}` : '';
  return `${inSentence(title)}. The sign: ${stopped(plainWords(trigger))}${then}`;
}

/** As many of the three heaviest as can be told whole. */
function risksText(ground: Ground): string {
  const all = heaviestRisks(ground).slice(0, 3).map(riskText);
  const fitting = all.reduce(
    (text, one) => (text.length + one.length < MOST_RISKS_CHARS ? `${text} ${one}`.trim() : text),
    '',
  );
  return fitting === '' ? clip(all[0] ?? 'No risk is listed.', 700) : fitting;
}
const MOST_RISKS_CHARS = 690;

/** Whoever asks nobody. */
function decider({ team }: Ground): string {
  const who = (team.roles.find(({ asks }) => asks.trim() === '') ?? team.roles[0])?.name ?? 'You';
  return who === 'You' ? 'You decide' : `${inSentence(who)} decides`;
}

/** What cannot be ordered before a fact is known. */
function waiting(ground: Ground): string {
  const [act] = bindingActs(ground);
  return act ? ` “${inSentence(clip(act.title, 80))}” waits for it.` : '';
}

/** Something is signed that has an address. */
const hangsOnPlace = ({ playbook }: RuleInput['draft']): boolean =>
  playbook.phases.some(({ tasks }) =>
    tasks.some(({ tier, title }) => tier === 'T3' && title.includes('{in_place}')),
  );

/** One thing: a limit that does not hold, else the missing fact that most waits for, else the price. */
function decisionOf(ground: Ground, { input, draft }: RuleInput): string {
  const who = decider(ground);
  if (misses(ground, 'deadline')) return `${who} by {start}: a later date, or less of it.`;
  if (misses(ground, 'budget'))
    return `${who} by {start}: more money, or less of it. Until then nothing is ordered.`;
  if (isErrand(ground)) return `${who} by {start} whether to begin. Nothing of it binds.`;
  const { premises } = outputOf(input, { name: 'premises', output: premisesOutput });
  const [premise] = premises.filter(({ state }) => state === 'open');
  if (ground.network.costs.budget === null && ground.network.costs.base > 0)
    return `${who} by {start} what it may cost: the plan reckons with {cost}.${waiting(ground)}`;
  if (draft.facts.place.name === null && hangsOnPlace(draft))
    return `${who} by {start} where it happens.${waiting(ground)}`;
  return clip(
    premise
      ? `${who} by ${dayText(premise.by)}, with what was found out, whether to go on: ${stopped(inSentence(premise.claim))} If not: ${stopped(plainWords(premise.decision))}`
      : `${who} by {start} whether to begin.`,
    500,
  );
}

function proofOf({ network: { cost_lines: lines } }: Ground): string {
  if (lines.length === 0) return '';
  const shown = lines.filter(({ status }) => status === 'observed' || status === 'derived').length;
  if (shown === 0) return 'No amount has an offer behind it yet.';
  return shown === lines.length ? '' : 'Some amounts follow from the goal; the others are guessed.';
}

function pitchOf(ground: Ground, figures: Figures): SummaryOutput['pitch'] {
  const { direction, network, charter } = ground;
  const path = network.schedule.critical_path;
  const [first] = ground.tasks
    .filter(({ task_id }) => path.includes(task_id))
    .toSorted((one, other) => one.start_date.localeCompare(other.start_date));
  const hand = direction.at_hand.slice(0, 2).map(inSentence);
  const deliver = charter.deliverables.slice(0, 4).map(({ name }) => inSentence(name));
  return {
    headline: clip(inSentence(direction.title), 120),
    why_now: clip(
      isHeldOnDay(network)
        ? 'The day is fixed: what is not ready by then is missing on it.'
        : first && has(figures, 'deadline')
          ? `“${inSentence(clip(first.title, 90))}” stands first on the way that decides the end: each day it begins later, the end comes later.`
          : 'Nothing presses: the goal names no date.',
      400,
    ),
    what: clip(deliver.length > 0 ? `${listed(deliver)}.` : `${inSentence(charter.goal)}.`, 400),
    proof: clip(
      [
        hand.length > 0 ? `At hand: ${listed(hand)}.` : 'Nothing is at hand that the goal names.',
        proofOf(ground),
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
      400,
    ),
    ask: 'A yes to {cost} and to the work of {person_tasks} tasks for people, beginning on {start}.',
  };
}

const instead = {
  situation: 'What is wanted stands in the goal.',
  approach: 'The phases stand in the plan, in their order.',
  expected: 'The work ends on {finish} and costs about {cost}.',
  main_risks: 'The risks stand in the plan, the heaviest first.',
  decision_needed: 'Decide whether to begin on {start}.',
  headline: 'A plan for the goal',
  why_now: 'When it begins is open.',
  what: 'What the goal asks for.',
  proof: 'Nothing has been shown yet.',
  ask: 'A yes to {cost}, beginning on {start}.',
};

const sourcedOnes = <Texts extends Partial<typeof instead>>(
  texts: Texts,
  isSourced: IsSourced,
): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      sourcedText(text ?? '', isSourced, instead[name as keyof typeof instead]),
    ]),
  ) as Texts;

export function summaryRule(of: RuleInput): SummaryOutput {
  const ground = groundOf(of.input);
  const figures = figuresIn(of.input) ?? {};
  const isSourced = sourcedIn(of.input, closingSees);
  const summary = {
    situation: situationOf(ground),
    approach: approachOf(ground),
    expected: expectedOf(ground, figures),
    main_risks: risksText(ground),
    decision_needed: decisionOf(ground, of),
  };
  return {
    summary: sourcedOnes(summary, isSourced),
    pitch: sourcedOnes(pitchOf(ground, figures), isSourced),
  };
}
