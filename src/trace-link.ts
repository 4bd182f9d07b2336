// The exporter of traces, where a collector is configured.
import { randomUUID } from 'node:crypto';
import type { Config } from './base/config.ts';
import type { Logger } from './base/log.ts';
import type { Counting } from './base/metrics.ts';
import { createSafePost } from './base/safe-fetch-post.ts';
import { SpanExporter } from './events/telemetry/span-exporter.ts';
import { version } from './version.ts';

/** As the variable of OpenTelemetry has them, values are percent-encoded. */
function headersOf(given: readonly string[]): Record<string, string> {
  const decoded = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const pairs = given.map((header) => {
    const at = header.indexOf('=');
    return [header.slice(0, at).toLowerCase(), decoded(header.slice(at + 1))] as const;
  });
  return Object.fromEntries(pairs);
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

export function openSpanExporter(
  { otlpEndpoint, otlpHeaders }: Pick<Config, 'otlpEndpoint' | 'otlpHeaders'>,
  metrics: Counting,
  log: Logger,
): SpanExporter | null {
  if (otlpEndpoint === null) return null;
  const url = new URL(otlpEndpoint);
  // The operator names it, so it may be on a private address; nothing else becomes reachable by that.
  const post = createSafePost({ allow: [`${url.hostname}:${portOf(url)}`] });
  return new SpanExporter({
    url: `${otlpEndpoint}/v1/traces`,
    headers: headersOf(otlpHeaders),
    resource: { service: 'planwright', version, instance: randomUUID() },
    ...{ post, metrics },
    onTrouble: (reason) =>
      log.warn({ host: url.host, reason }, 'traces do not reach the collector, and are dropped'),
  });
}
