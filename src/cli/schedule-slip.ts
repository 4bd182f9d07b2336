// What slips if tasks slip, for people and for programs.
import type { MovedTask, SlipOutcome, SlipUnit, SlipWish } from '../schedule/run/slip.ts';
import { isoDateTimeIn } from '../schedule/time/local-time.ts';
import { hoursOf } from '../schedule/write/hours.ts';
import { safeText } from './safe-text.ts';
import type { ScheduleFile } from './schedule-file.ts';
import { daysOf, slipText, timeText } from './schedule-progress.ts';

const MAX_ROWS = 40;
export interface SlipAnswer {
  readonly wishes: readonly SlipWish[];
  readonly outcome: SlipOutcome;
}

type OfFile = Pick<ScheduleFile, 'kind' | 'project'>;

const unitWords: Readonly<Record<SlipUnit, string>> = {
  m: 'minute',
  h: 'working hour',
  d: 'working day',
  w: 'working week',
};

const wishText = ({ task, amount, unit }: SlipWish): string =>
  `“${safeText(task, 60)}” by ${amount} ${unitWords[unit]}${amount === 1 ? '' : 's'}`;

export function slipLines(slip: SlipAnswer | undefined, file: OfFile): string[] {
  if (slip === undefined) return [];
  const { outcome, wishes } = slip;
  const asked = new Set(outcome.given.map(({ task }) => task));
  const others = outcome.moved.filter(({ id }) => !asked.has(id));
  const shown = shownRows(outcome);
  const more = outcome.moved.length - shown.length;
  return [
    '',
    `What slips if these slip: ${wishes.map(wishText).join(', ')}`,
    endLine(file, outcome),
    ...shown.map((moved) => movedLine(file, moved)),
    ...(more > 0 ? [`  … and ${more} more; --json has them all`] : []),
    ...(others.length === 0 ? ['  nothing else moves'] : []),
  ];
}

/** Milestones are what others look at: they are never left off. */
function shownRows({ moved }: SlipOutcome): readonly MovedTask[] {
  const tasks = moved.filter(({ kind }) => kind !== 'milestone').slice(0, MAX_ROWS);
  const kept = new Set(tasks);
  return moved.filter((each) => each.kind === 'milestone' || kept.has(each));
}

function endLine(file: OfFile, { finish, finishByMinutes }: SlipOutcome): string {
  if (finishByMinutes === 0) return '  the end stays where it is';
  const by = slipText(finishByMinutes);
  if (file.kind === 'psplib') return `  the end comes ${by}`;
  return `  the end comes ${by}: ${timeText(file.project.zone, finish)}`;
}

function movedLine(file: OfFile, moved: MovedTask): string {
  const { id, name, kind, finish, byMinutes, lateMinutes } = moved;
  const label = safeText(name === '' || name === id ? id : `${id} ${name}`, 60);
  const what = kind === 'milestone' ? `milestone ${label}` : label;
  const at = file.kind === 'psplib' ? '' : `: ${timeText(file.project.zone, finish)}`;
  const late = lateMinutes === null ? '' : ' — AFTER ITS DEADLINE';
  return `  ${what} ends ${slipText(byMinutes)}${at}${late}`;
}

export function slipAnswer(slip: SlipAnswer | undefined, file: OfFile): object {
  if (slip === undefined) return {};
  const { zone } = file.project;
  const { given, finish, finishByMinutes, moved } = slip.outcome;
  const isDated = file.kind === 'plan';
  return {
    slip: {
      given: given.map(({ task, workMinutes }) => ({ task, hours: hoursOf(workMinutes) })),
      ...(isDated ? { finish: isoDateTimeIn(zone, finish) } : {}),
      finish_by_days: daysOf(finishByMinutes),
      moved: moved.map((each) => ({
        id: each.id,
        kind: each.kind,
        by_days: daysOf(each.byMinutes),
        ...(isDated
          ? {
              start_at: isoDateTimeIn(zone, each.start),
              finish_at: isoDateTimeIn(zone, each.finish),
            }
          : {}),
        misses_deadline: each.lateMinutes !== null,
      })),
    },
  };
}
