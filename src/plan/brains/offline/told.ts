// What a reader must know of a plan that rules made: how, after which playbook, what was guessed.
import type { Guess, Plan } from '../../../contract/plan.ts';
import { whyNoDeadline } from '../../deadline-words.ts';
import type { NetworkOutput } from '../../outputs/network.ts';
import type { Intake } from '../../stage.ts';
import { dayNumber, weekday } from '../../working-days.ts';
import { authoritiesOf } from './authorities.ts';
import { type Draft, draftOf } from './draft.ts';
import { tasksOf } from './rules/work-plan.ts';
import { stretchFor, stretchOf } from './rules/work-time.ts';
import { clip } from './text.ts';

const FRIDAY = 4;

function noticeOf({ facts: { language } }: Draft): string {
  const base =
    'No AI model was used. This is a draft made by fixed rules and a playbook: its numbers come from the goal or from a stated rule, and what was guessed is marked as a guess. Nothing was looked up.';
  return language === 'en' || language === 'und'
    ? base
    : `${base} The goal is not in English (${language}); this draft is.`;
}

const guess = (text: string, used_for: string, how_to_confirm: string): Guess => ({
  guess: clip(text, 490),
  ...{ used_for, how_to_confirm },
});

function stretchWords(draft: Draft, stretch: number): string {
  const tasks = tasksOf(draft);
  const lasting = tasks.find(({ lasts }) => lasts);
  if (lasting === undefined) return `Task lengths are multiplied by ${stretch}`;
  const [long, other] = [lasting, tasks.find(({ lasts }) => !lasts) ?? lasting].map(
    (task) => Math.round(stretchFor(task, stretch, draft) * 10) / 10,
  );
  return `“${clip(lasting.title, 100)}” is made ${long} times as long, and all other work ${other} times,`;
}

function hourGuesses(draft: Draft): Guess[] {
  const { assumed, facts, intake } = draft;
  const stretch = stretchOf(draft, intake.startDate);
  const all = [
    guess(
      `Hours of every task are rules of thumb: ${assumed.size_rule}`,
      'schedule',
      'Let those who do the work estimate their own tasks.',
    ),
  ];
  if (stretch > 1) {
    all.push(
      guess(
        `${stretchWords(draft, stretch)} so that the work fills the time the goal gives (“${facts.deadline?.text ?? ''}”)`,
        'schedule',
        'Replace them by estimates from comparable projects.',
      ),
    );
  }
  if (stretch < 1) {
    all.push(
      guess(
        'The size rule alone would make the work longer than the time the goal gives, so task lengths were shortened to fit',
        'schedule',
        'Check the critical path with people who have done such work.',
      ),
    );
  }
  return all;
}

/** What was taken for the day, where the goal gives a window, a weekend or no usable date. */
function dayWords({ facts, phases }: Draft, network: NetworkOutput): string {
  const { deadline } = facts;
  if (deadline === null) return whyNoDeadline(facts.facts, network.start_date);
  const due = phases.flatMap(({ tasks }) => tasks).find(({ is_due }) => is_due);
  const held = network.phases
    .flatMap(({ tasks }) => tasks)
    .find(({ title, fixed_start: day }) => day !== undefined && title === due?.title);
  const day = held?.start_date ?? null;
  if (day !== null && deadline.first !== deadline.date)
    return `“${deadline.text}” names no day: ${day}, its first working day, is taken`;
  if (weekday(dayNumber(deadline.date)) <= FRIDAY) return '';
  return day === null
    ? `${deadline.date} is on a weekend; people work on working days only, so their dates stop at the Friday before`
    : `${day} is on a weekend: it is held that day, and people do all other work on working days`;
}

function readingGuesses(draft: Draft, network: NetworkOutput): Guess[] {
  const { facts, choice } = draft;
  const { name, country } = facts.place;
  const day = dayWords(draft, network);
  return [
    ...(day === ''
      ? []
      : [guess(day, 'schedule', 'Give the day, or read the last dates with that in mind.')]),
    ...(name !== null && authoritiesOf(country).known
      ? [
          guess(
            `Which offices are responsible in ${name}`,
            'permits',
            'Ask the office named in the task whether it is the right one.',
          ),
        ]
      : []),
    ...(choice.fit === 'clear'
      ? []
      : [
          guess(
            `The phases and tasks are those of the playbook for ${draft.playbook.label}`,
            'phases and tasks',
            'Read the phases and say what is missing or does not belong.',
          ),
        ]),
  ];
}

export interface Told {
  readonly notice: string;
  readonly playbook: Plan['playbook'];
  readonly guesses: readonly Guess[];
  /** Why a date of the goal is not used, for the summary; empty where all are. */
  readonly undated: string;
  /** What no rule can do for a plan. */
  readonly partial: readonly string[];
}

export function toldOf(intake: Intake, network: NetworkOutput): Told {
  const draft = draftOf(intake);
  const { variant: _variant, ...playbook } = draft.choice;
  const { fit } = playbook;
  const isEnglish = draft.facts.language === 'en';
  return {
    notice: noticeOf(draft),
    playbook,
    guesses: [...draft.assumed.guesses, ...hourGuesses(draft), ...readingGuesses(draft, network)],
    undated: whyNoDeadline(draft.facts.facts, network.start_date),
    partial: [
      'Costs come from rules of thumb, not from quotes',
      'Permits, laws and like undertakings were not looked up',
      'Critics are rules that read the numbers: nobody who knows the work has seen this plan',
      'Whether demands of the goal are kept was judged by their words',
      ...(fit === 'clear' ? [] : ['No playbook clearly fits this goal']),
      ...(isEnglish ? [] : ['The goal was read with rules made mostly for English']),
    ],
  };
}
