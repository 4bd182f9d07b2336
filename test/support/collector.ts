// A trace collector on loopback that speaks OTLP over HTTP with JSON, as strictly as the protocol says.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
});

const spanShape = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.int().min(0).max(2).optional() }),
});

const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(spanShape),
        }),
      ),
    }),
  ),
});

export type CollectedSpan = z.infer<typeof spanShape>;

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly headers: Readonly<Record<string, unknown>>[];
  /** What was not as the protocol says. */
  readonly problems: string[];
  answers(status: number): void;
  close(): Promise<void>;
}

export const attributeOf = (span: CollectedSpan | undefined, key: string): unknown =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];

export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const headers: Record<string, unknown>[] = [];
  const problems: string[] = [];
  let status = 200;
  const server = createServer((incoming, answer) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    incoming.on('end', () => {
      headers.push(incoming.headers);
      if (incoming.method !== 'POST' || incoming.url !== '/v1/traces') problems.push('address');
      if (incoming.headers['content-type'] !== 'application/json') problems.push('content type');
      const parsed = request.safeParse(JSON.parse(body));
      if (!parsed.success) problems.push(parsed.error.message);
      else if (status === 200) {
        const scopes = parsed.data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans);
        spans.push(...scopes.flatMap((scope) => scope.spans));
      }
      answer.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ spans, headers, problems },
    answers(next) {
      status = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
