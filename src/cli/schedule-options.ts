// The flags of `planwright schedule`, checked once.
import { PlanwrightError } from '../base/errors.ts';
import type { SlipWish } from '../schedule/run/slip.ts';
import { type Arguments, textFlag, textFlags } from './arguments.ts';
import { slipWishes } from './slip-wish.ts';

export const scheduleFormats = ['json', 'csv', 'mermaid', 'msproject', 'ical'] as const;
export type ScheduleFormat = (typeof scheduleFormats)[number];

export interface ScheduleOptions {
  readonly file: string;
  readonly schedules: number | null;
  readonly timeLimitMs: number | null;
  readonly seed: number | null;
  readonly simulate: number | null;
  /** A date or a time, in the zone of the plan. */
  readonly now: string | null;
  /** Mend a broken graph, and say how. */
  readonly repair: boolean;
  /** Past plans with actuals, whose experience corrects the estimates. */
  readonly calibrate: readonly string[];
  /** Take what helps until deadline and budget are met. */
  readonly closeGap: boolean;
  /** What is thought to slip. */
  readonly slips: readonly SlipWish[];
  readonly format: ScheduleFormat | null;
  readonly out: string | null;
  readonly json: boolean;
}

const endings: readonly (readonly [RegExp, ScheduleFormat])[] = [
  [/\.json$/i, 'json'],
  [/\.csv$/i, 'csv'],
  [/\.(?:mmd|mermaid)$/i, 'mermaid'],
  [/\.xml$/i, 'msproject'],
  [/\.ics$/i, 'ical'],
];

const bad = (message: string): PlanwrightError => new PlanwrightError('INVALID_ARGUMENTS', message);

export function scheduleOptions(args: Arguments): ScheduleOptions {
  const [file, ...more] = args.words;
  const past = textFlag(args, 'calibrate');
  if (file === undefined) {
    throw bad('Say which file: planwright schedule FILE (a plan.json or a PSPLIB .sm)');
  }
  if (past === undefined && more[0] !== undefined) {
    const extra = more[0].slice(0, 200);
    throw bad(`One file at a time: ${extra} is one too many (past plans follow --calibrate).`);
  }
  const seconds = numberFlag(args, 'time-limit', 0.001, 86_400, false);
  const out = textFlag(args, 'out') ?? null;
  const json = args.flags.json === true;
  const format = formatOf(textFlag(args, 'format'), out);
  if (json && format !== null && out === null) {
    throw bad('--json and --format both write to standard output; give one of them --out FILE.');
  }
  return {
    file,
    schedules: numberFlag(args, 'schedules', 1, 1e9),
    timeLimitMs: seconds === null ? null : seconds * 1000,
    seed: numberFlag(args, 'seed', 0, 0xffff_ffff),
    simulate: numberFlag(args, 'simulate', 1, 1e6),
    now: textFlag(args, 'now') ?? null,
    repair: args.flags.repair === true,
    calibrate: past === undefined ? [] : [past, ...more],
    closeGap: args.flags['close-gap'] === true,
    slips: slipWishes(textFlags(args, 'slip')),
    format,
    out,
    json,
  };
}

function numberFlag(
  args: Arguments,
  name: string,
  min: number,
  max: number,
  whole = true,
): number | null {
  const text = textFlag(args, name);
  if (text === undefined) return null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value;
  throw bad(`--${name} is a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`);
}

function formatOf(given: string | undefined, out: string | null): ScheduleFormat | null {
  if (given !== undefined) {
    const format = scheduleFormats.find((name) => name === given);
    if (format !== undefined) return format;
    throw bad(`--format is one of ${scheduleFormats.join(', ')}.`);
  }
  if (out === null) return null;
  const found = endings.find(([ending]) => ending.test(out))?.[1];
  if (found !== undefined) return found;
  throw bad(`Say in which format: --format ${scheduleFormats.join('|')}.`);
}
