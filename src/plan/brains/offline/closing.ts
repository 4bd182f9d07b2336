// What a reader must know about the plan itself: how it was made, what was guessed, what is open.
import type { Guess, Plan, PlanPhase, PlanRisk, PlaybookChoice } from '../../../contract/plan.ts';
import { costSentence, deadlineSentence, scopeSentence } from '../../computed-words.ts';
import { isOwnDay, isPast, whyNoDeadline } from '../../deadline-words.ts';
import type { AssumptionsOutput } from '../../outputs/assumptions.ts';
import type { FactsOutput } from '../../outputs/facts.ts';
import type { ScheduleOutput } from '../../outputs/schedule.ts';
import { dayNumber, weekday } from '../../working-days.ts';
import { authoritiesOf } from './authorities.ts';
import { variantOf } from './choose-playbook.ts';
import { fill } from './fill.ts';
import { playbookByName } from './playbooks/index.ts';
import { slotsOf } from './slots.ts';
import { clip } from './text.ts';

export interface Closing {
  readonly facts: FactsOutput;
  readonly playbook: PlaybookChoice;
  readonly assumed: AssumptionsOutput;
  readonly schedule: ScheduleOutput;
  readonly risks: readonly PlanRisk[];
  readonly phases: readonly PlanPhase[];
}

export function notice(language: string): string {
  const base =
    'No AI model was used. This is a draft made by fixed rules and a playbook: its numbers come from the goal or from a stated rule, and what was guessed is marked as a guess. Nothing was looked up.';
  return language === 'en' || language === 'und'
    ? base
    : `${base} The goal is not in English (${language}); this draft is.`;
}

export function summaryOf(c: Closing): string {
  const { costs } = c.assumed;
  const { start_date, summary: schedule } = c.schedule;
  const words = { start_date, finish_date: schedule.finish_date, phases: c.phases, schedule };
  const parts = [
    `${c.facts.subject.title}.`,
    scopeSentence(words),
    deadlineSentence(words) || noDeadlineSentence(c),
    costSentence(costs),
    costs.note,
  ];
  return clip(parts.filter((part) => part.length > 0).join(' '), 1900);
}

function noDeadlineSentence(c: Closing): string {
  const why = whyNoDeadline(c.facts.facts, c.schedule.start_date);
  return why === '' ? '' : `${why}.`;
}

export function guessesOf(c: Closing): Guess[] {
  const guesses: Guess[] = [...c.assumed.guesses];
  const add = (guess: string, used_for: string, how_to_confirm: string) =>
    guesses.push({ guess: clip(guess, 490), used_for, how_to_confirm });
  add(
    `Hours of every task are rules of thumb: ${c.assumed.size_rule}`,
    'schedule',
    'Let those who do the work estimate their own tasks.',
  );
  if (c.schedule.stretch > 1) {
    add(
      `Task lengths are multiplied by ${c.schedule.stretch} so that the work fills the time the goal gives (“${c.facts.deadline?.text ?? ''}”)`,
      'schedule',
      'Replace them by estimates from comparable projects.',
    );
  }
  const day = dayGuess(c);
  if (day !== '') add(day, 'schedule', 'Give the day, or read the last dates with that in mind.');
  if (c.schedule.stretch < 1) {
    add(
      'The size rule alone would make the work longer than the time the goal gives, so task lengths were shortened to fit',
      'schedule',
      'Check the critical path with people who have done such work.',
    );
  }
  if (c.facts.place.name !== null && authoritiesOf(c.facts.place.country).known) {
    add(
      `Which offices are responsible in ${c.facts.place.name}`,
      'permits',
      'Ask the office named in the task whether it is the right one.',
    );
  }
  if (c.playbook.fit !== 'clear')
    add(
      c.playbook.why,
      'phases and tasks',
      'Read the phases and say what is missing or does not belong.',
    );
  return guesses;
}

/** What was taken for the day, where the goal gives a window, a weekend or no usable date. */
function dayGuess({ facts, schedule }: Closing): string {
  const { deadline } = facts;
  const { held_on } = schedule;
  if (deadline === null) return whyNoDeadline(facts.facts, schedule.start_date);
  if (held_on !== null && deadline.first !== deadline.date)
    return `“${deadline.text}” names no day: ${held_on}, its first working day, is taken`;
  if (weekday(dayNumber(deadline.date)) <= 4) return '';
  return held_on === null
    ? `${deadline.date} is on a weekend; people work on working days only, so their dates stop at the Friday before`
    : `${held_on} is on a weekend: it is held that day, and people do all other work on working days`;
}

export function openQuestions(c: Closing): string[] {
  const { facts } = c;
  const playbook = playbookByName(c.playbook.name);
  const slots = slotsOf(playbook, variantOf(playbook, facts.goal), facts, c.assumed);
  const past = facts.facts.filter((fact) => isPast(fact, c.schedule.start_date));
  const own = facts.facts.find(isOwnDay);
  const byWhen = own ? `Which day is meant by “${own.text}”?` : 'By when must it be done?';
  const missing = [
    facts.budget === null ? 'What is the budget, and in which currency?' : '',
    facts.deadline === null ? byWhen : '',
    facts.place.name === null ? 'Where does it happen?' : '',
    ...past
      .slice(0, 3)
      .map(
        (fact) =>
          `“${fact.text}” lies before the start of the plan. Is it background, or is the date wrong?`,
      ),
  ].filter((question) => question.length > 0);
  return [...missing, ...playbook.questions.map((question) => fill(question, slots))]
    .map((q) => clip(q, 390))
    .slice(0, 20);
}

/** With a mind there are scenarios, and one of them is chosen. */
const missing = (isThought: boolean): string =>
  isThought
    ? 'There are no experts, no premortem and no research yet'
    : 'Scenarios, experts, premortem and research need a model';

export function qualityOf(c: Closing, isThought: boolean): Plan['quality_summary'] {
  const partial = [
    'Costs come from rules of thumb, not from quotes',
    'Permits and laws were not looked up',
    ...(c.playbook.fit === 'clear' ? [] : ['No playbook clearly fits this goal']),
    ...(c.facts.language === 'en' ? [] : ['The goal was read with rules made mostly for English']),
  ];
  return {
    complete: false,
    partial,
    stubbed: [missing(isThought)],
  };
}
