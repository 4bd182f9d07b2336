// A stream of events as text/event-stream. Pulled: the reader's own pace decides when the log is read.
import type { StreamItem } from '../events/event-stream.ts';

const frame = (item: StreamItem): string => {
  switch (item.kind) {
    case 'event':
      return `id: ${item.event.seq}\ndata: ${JSON.stringify(item.event)}\n\n`;
    case 'telemetry':
      return `event: telemetry\ndata: ${JSON.stringify(item.data)}\n\n`;
    case 'beat':
      return ': still here\n\n';
    case 'end':
      return 'event: end\ndata: {}\n\n';
  }
};

export const sseHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

/** `stop` is called when the stream is over, whoever ended it. */
export function sseResponse(items: AsyncGenerator<StreamItem>, stop: () => void): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode('retry: 1000\n\n'));
      },
      async pull(controller) {
        const { done, value } = await items.next().catch((error: unknown) => {
          stop();
          throw error;
        });
        if (!done) {
          controller.enqueue(encoder.encode(frame(value)));
          return;
        }
        controller.close();
        stop();
      },
      async cancel() {
        stop();
        await items.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: sseHeaders });
}

/** Where to go on from: the header that EventSource sends wins over the address. */
export function cursorOf(request: Request): string | undefined {
  const last = request.headers.get('last-event-id');
  if (last !== null && /^\d{1,12}$/.test(last)) return last;
  return new URL(request.url).searchParams.get('after') ?? undefined;
}
