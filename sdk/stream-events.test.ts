import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeHttp, problemFault, type RecordedCall } from '../test/sdk/fake-http.ts';
import { isApiError } from './api-error.ts';
import { type StreamOptions, streamEvents } from './stream-events.ts';
import type { StepTelemetry } from './wire.ts';

/** One connection: what it sends, from the cursor it was asked for, before it ends. */
type Connection = (after: number, response: ServerResponse) => void;

let connections: Connection[];
let http: FakeHttp;
let url: string;

beforeEach(async () => {
  connections = [];
  http = new FakeHttp((call: RecordedCall, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.flushHeaders();
    connections.shift()?.(Number(call.query.get('after')), response);
  });
  url = `${await http.listen()}/stream`;
});
afterEach(() => http.close());

const eventText = (seq: number): string => `id: ${seq}\ndata: ${JSON.stringify({ seq })}\n\n`;

/** Sends up to `last`, then breaks the connection in the middle of the next event. */
const cutAfter =
  (last: number): Connection =>
  (after, response) => {
    for (let seq = after + 1; seq <= last; seq += 1) response.write(eventText(seq));
    response.write(`id: ${last + 1}\ndata: {"seq"`, () => response.socket?.destroy());
  };

const finish =
  (last: number): Connection =>
  (after, response) => {
    for (let seq = after + 1; seq <= last; seq += 1) response.write(eventText(seq));
    response.end('event: end\ndata: {}\n\n');
  };

const backoff = { firstMs: 1, maxMs: 2 };

async function readAll(options: StreamOptions = {}): Promise<number[]> {
  const seqs: number[] = [];
  for await (const event of streamEvents(url, { backoff, ...options })) seqs.push(event.seq);
  return seqs;
}

describe('stream of events', () => {
  it('[SD5] goes on over dropped connections without gap or repeat', async () => {
    connections = [cutAfter(3), cutAfter(3), cutAfter(7), finish(10)];
    expect(await readAll()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(http.calls.map((call) => call.query.get('after'))).toEqual(['0', '3', '3', '7']);
    expect(http.calls[1]?.headers['last-event-id']).toBe('3');
  });

  it('[SD5] drops what a server sends twice', async () => {
    connections = [cutAfter(4), (_after, response) => finish(6)(1, response)];
    expect(await readAll()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('[SD5] starts after the given event, with the key in a header', async () => {
    connections = [finish(9)];
    expect(await readAll({ after: 7, key: 'pw_a_b' })).toEqual([8, 9]);
    const [call] = http.calls;
    expect(call?.headers.authorization).toBe('Bearer pw_a_b');
    expect(call?.query.toString()).toBe('after=7');
  });

  it('[SD5] waits out 429 and 503 and then goes on', async () => {
    connections = [finish(2)];
    const asked = { 'retry-after': '0.02' };
    http.spoil('/stream', problemFault(429, 'rate_limited', 'later', asked));
    http.spoil('/stream', problemFault(503, 'stopping', 'later', asked));
    expect(await readAll()).toEqual([1, 2]);
    expect(http.calls).toHaveLength(3);
  });

  it('[SD5] cuts a connection that fell silent and resumes', async () => {
    connections = [(_after, response) => response.write(eventText(1)), finish(2)];
    expect(await readAll({ idleMs: 60 })).toEqual([1, 2]);
  });

  it('[SD5] ends with the error when the server refuses for good', async () => {
    http.spoil('/stream', problemFault(404, 'execution_not_found', 'never'));
    const error = await readAll().catch((reason: unknown) => reason);
    expect(isApiError(error, 'execution_not_found')).toBe(true);
    expect(http.calls).toHaveLength(1);
  });

  it('[SD5] gives up after a bounded number of connections without an event', async () => {
    connections = Array.from({ length: 9 }, () => cutAfter(0));
    const error = await readAll({ maxFailures: 4 }).catch((reason: unknown) => reason);
    expect(isApiError(error, 'unreachable')).toBe(true);
    expect(http.calls).toHaveLength(4);
  });

  it('[SD5] hands telemetry over apart from the events', async () => {
    const seen: StepTelemetry[] = [];
    const telemetry = {
      step_id: 'task_1_1',
      progress: 40,
      note: 'half',
      at: '2026-01-01T00:00:00Z',
    };
    connections = [
      (after, response) => {
        response.write(`event: telemetry\ndata: ${JSON.stringify(telemetry)}\n\n`);
        finish(1)(after, response);
      },
    ];
    expect(await readAll({ onTelemetry: (item) => seen.push(item) })).toEqual([1]);
    expect(seen).toEqual([telemetry]);
  });

  it('[SD5] ends quietly when its reader has had enough', async () => {
    const stop = new AbortController();
    connections = [(_after, response) => response.write(eventText(1))];
    const seqs: number[] = [];
    for await (const event of streamEvents(url, { signal: stop.signal })) {
      seqs.push(event.seq);
      stop.abort();
    }
    expect(seqs).toEqual([1]);
  });
});
