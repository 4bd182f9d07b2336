// The logger: JSON lines on stderr through pino, with secrets masked before pino sees them. The
// rest of the code knows this interface only. pino is loaded on first use: it costs about 20 ms,
// which `planwright --help` need not pay.
import type { Logger as PinoLogger } from 'pino';
import type { Clock } from './clock.ts';
import { isoTime, systemClock } from './clock.ts';
import { maskText, maskValue } from './mask.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type LogFields = Readonly<Record<string, unknown>>;

/** `log.warn('text')`, `log.warn({ run }, 'text')` or `log.warn(error, 'text')`. */
export interface LogMethod {
  (message: string): void;
  (fields: LogFields | Error, message?: string): void;
}

export interface Logger {
  readonly trace: LogMethod;
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
  readonly fatal: LogMethod;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Where lines go; stderr unless told. */
  readonly destination?: { write(line: string): void };
  readonly clock?: Clock;
}

export async function createLogger(options: LoggerOptions): Promise<Logger> {
  const { pino } = await import('pino');
  const clock = options.clock ?? systemClock;
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${isoTime(clock.now())}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    // Errors arrive as plain masked objects; pino's own form would drop their type.
    serializers: { err: (error: unknown) => error },
  };
  return wrap(pino(settings, options.destination ?? pino.destination({ dest: 2, sync: true })));
}

const ignore = (): void => undefined;

/** Says nothing; for tests and for code that is given no logger. */
export const silentLogger: Logger = {
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
  child: () => silentLogger,
};

function wrap(target: PinoLogger): Logger {
  const method = (level: Exclude<LogLevel, 'silent'>): LogMethod => {
    return (first: string | LogFields | Error, message?: string) => {
      if (target.isLevelEnabled(level)) target[level](...maskedLine(first, message));
    };
  };
  return {
    trace: method('trace'),
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
    fatal: method('fatal'),
    child: (fields) => wrap(target.child(maskedFields(fields))),
  };
}

/** The text goes in as a field, so that a % in it is never taken for a format. */
function maskedLine(first: string | LogFields | Error, message?: string): [object] {
  if (typeof first === 'string') return [{ msg: maskText(first) }];
  const fields = first instanceof Error ? { err: first } : first;
  const text = message ?? (first instanceof Error ? first.message : undefined);
  return [{ ...maskedFields(fields), ...(text === undefined ? {} : { msg: maskText(text) }) }];
}

/** Names that pino writes itself are moved aside, so that no line says a thing twice. */
function maskedFields(fields: LogFields): Record<string, unknown> {
  const shown = Object.entries(maskValue(fields) as Record<string, unknown>);
  return Object.fromEntries(shown.map(([name, item]) => [ownName(name), item]));
}

const reserved: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'msg']);
const ownName = (name: string): string => (reserved.has(name) ? `${name}_` : name);
