// A host in the process of a command: its log is on stderr, and spans go to the collector if there is one.
import process from 'node:process';
import type { Config } from './base/config.ts';
import { createLogger, type Logger, type LogLevel } from './base/log.ts';
import { Metrics } from './base/metrics.ts';
import { createTelemetry } from './events/telemetry/telemetry.ts';
import { type Host, type HostOptions, openHost } from './host.ts';

export interface LocalHost {
  readonly host: Host;
  readonly log: Logger;
}

/** On a terminal a person follows the command: failures of single attempts are shown to who asks for them. */
const levelOf = ({ logLevel }: Config): LogLevel =>
  logLevel === 'info' && process.stderr.isTTY ? 'error' : logLevel;

export async function openLocalHost(
  config: Config,
  options: Omit<HostOptions, 'telemetry'> = {},
): Promise<LocalHost> {
  const logLevel = levelOf(config);
  const log = await createLogger({ level: logLevel });
  const metrics = new Metrics();
  // Most have no collector, and need not load what speaks to one.
  const exporter =
    config.otlpEndpoint === null
      ? null
      : (await import('./trace-link.ts')).openSpanExporter(config, metrics, log);
  const telemetry = createTelemetry({
    ...{ metrics, log, logLevel },
    emit: exporter && ((span) => exporter.add([span])),
    onError: (error) => log.error({ err: error }, 'telemetry'),
  });
  const onError = (error: unknown): void => log.error({ err: error }, 'engine');
  try {
    const host = await openHost(config, onError, { ...options, telemetry });
    const close = async (graceMs?: number): Promise<void> => {
      await host.close(graceMs);
      await exporter?.close();
    };
    return { host: { ...host, close }, log };
  } catch (error) {
    await exporter?.close();
    throw error;
  }
}
