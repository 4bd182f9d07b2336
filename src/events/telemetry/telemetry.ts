// What is told of the work of an engine: counts always, lines of the log by its level, spans where a
// collector is configured.
import type { Logger, LogLevel } from '../../base/log.ts';
import type { Metrics, Sample } from '../../base/metrics.ts';
import { type EngineObserver, observers } from '../../engine/observer.ts';
import type { Rows } from '../../store/tables.ts';
import { logCall, runLog } from './run-log.ts';
import { countCall, runMetrics } from './run-metrics.ts';
import { RunSpans, type SpanLog } from './run-spans.ts';
import type { Span } from './span.ts';

export interface TelemetryParts {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly logLevel: LogLevel;
  /** Null where nobody wants spans. */
  readonly emit: ((span: Span) => void) | null;
  readonly onError: (error: unknown) => void;
}

export interface Telemetry {
  readonly observer: EngineObserver;
  /** A model was called; this is the row of it. */
  called(row: Rows['usage']): void;
  /** The log of the engine that is observed. */
  readsFrom(log: SpanLog): void;
  /** What another thread has counted. */
  adopt(source: string, samples: readonly Sample[]): void;
}

const debugLevels: readonly LogLevel[] = ['trace', 'debug'];

export function createTelemetry(parts: TelemetryParts): Telemetry {
  const { metrics, log, logLevel, emit, onError } = parts;
  const spans = emit ? new RunSpans(emit) : null;
  const lines = runLog(log, debugLevels.includes(logLevel));
  return {
    readsFrom: (log) => spans?.readsFrom(log),
    adopt: (source, samples) => metrics.adopt(source, samples),
    observer: observers([runMetrics(metrics), lines, ...(spans ? [spans] : [])], onError),
    called(row) {
      countCall(metrics, row);
      logCall(log, row);
      spans?.called(row);
    },
  };
}
