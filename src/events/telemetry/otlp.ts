// Spans as OTLP over HTTP in its JSON form (https://opentelemetry.io/docs/specs/otlp/).
import type { Span, SpanValue } from './span.ts';

const internalKind = 1;
const errorStatus = 2;

const anyValue = (value: SpanValue): object => {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const attributesOf = (values: Readonly<Record<string, SpanValue>>): object[] =>
  Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));

/** Nanoseconds are beyond what a number holds. */
const nanos = (ms: number): string => String(BigInt(Math.round(ms)) * 1_000_000n);

const spanOf = (span: Span): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId === '' ? {} : { parentSpanId: span.parentId }),
  name: span.name,
  kind: internalKind,
  startTimeUnixNano: nanos(span.startMs),
  endTimeUnixNano: nanos(span.endMs),
  attributes: attributesOf(span.attributes),
  status: span.isError ? { code: errorStatus } : {},
});

export interface Resource {
  readonly service: string;
  readonly version: string;
  readonly instance: string;
}

export const otlpTraces = (
  { service, version, instance }: Resource,
  spans: readonly Span[],
): object => ({
  resourceSpans: [
    {
      resource: {
        attributes: attributesOf({
          'service.name': service,
          'service.version': version,
          'service.instance.id': instance,
        }),
      },
      scopeSpans: [{ scope: { name: 'planwright', version }, spans: spans.map(spanOf) }],
    },
  ],
});
