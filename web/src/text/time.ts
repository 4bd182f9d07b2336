// Times and dates on the screen. Dates of a plan are calendar days and know no time zone; times of
// events are shown in the reader's own.

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayYear = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

export function formatDayYear(date: string): string {
  const parsed = new Date(date);
  return Number.isNaN(parsed.getTime()) ? date : dayYear.format(parsed);
}

/** "Feb 11 – 16", with years only where they differ. */
export function formatDays(start: string, finish: string): string {
  const [from, to] = [new Date(start), new Date(finish)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return `${start} – ${finish}`;
  if (start === finish) return day.format(from);
  const sameYear = from.getUTCFullYear() === to.getUTCFullYear();
  return (sameYear ? day : dayYear).formatRange(from, to);
}

/** "Jan 4 – Jul 8, 2027", for dates that may lie in any year. */
export function formatDaysYear(start: string, finish: string): string {
  const [from, to] = [new Date(start), new Date(finish)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return `${start} – ${finish}`;
  return dayYear.formatRange(from, to);
}

/** Making a formatter costs far more than using it, and a long list uses thousands. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function localFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en', options);
  formatters.set(key, known);
  return known;
}

/** The clock for today, the day otherwise. */
export function formatMoment(iso: string, now: Date, timeZone?: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const zone = timeZone === undefined ? {} : { timeZone };
  if (dayKey(at, timeZone) === dayKey(now, timeZone)) {
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    return localFormat({ ...clock, ...zone }).format(at);
  }
  const year = at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return localFormat({ day: 'numeric', month: 'short', ...year, ...zone }).format(at);
}

export function formatExact(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return localFormat({ dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' }).format(at);
}

/** Two moments of one day have the same key. */
export function dayKey(at: Date, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  return localFormat({ dateStyle: 'short', ...zone }).format(at);
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "42 s", "3 min 20 s", "2 h 5 min", "6.8 d". */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < minuteMs) return `${Math.floor(ms / secondMs)} s`;
  if (ms < hourMs) return twoParts(ms, minuteMs, 'min', secondMs, 's');
  if (ms < dayMs) return twoParts(ms, hourMs, 'h', minuteMs, 'min');
  return `${(ms / dayMs).toFixed(1)} d`;
}

function twoParts(ms: number, bigMs: number, big: string, smallMs: number, small: string): string {
  const rest = Math.floor((ms % bigMs) / smallMs);
  return `${Math.floor(ms / bigMs)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** Calendar days from the first to the last, both counted. */
export function daysBetween(start: string, finish: string): number {
  return Math.round((Date.parse(finish) - Date.parse(start)) / dayMs) + 1;
}
