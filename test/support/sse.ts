// Reads a text/event-stream as its frames, one at a time, and goes away when told.

export interface SseFrame {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
  readonly comment: string | null;
}

function parseFrame(text: string): SseFrame {
  const field = (name: string): string | null =>
    new RegExp(`^${name}: ?(.*)$`, 'm').exec(text)?.[1] ?? null;
  return {
    id: field('id'),
    event: field('event') ?? 'message',
    data: field('data') ?? '',
    comment: field(''),
  };
}

export interface SseReader extends AsyncIterable<SseFrame> {
  /** The next frame of the log; null when the stream has ended. */
  next(): Promise<SseFrame | null>;
  leave(): Promise<void>;
}

export function readSse(response: Response): SseReader {
  if (!response.body) throw new Error('the answer has no body');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  const next = async (): Promise<SseFrame | null> => {
    for (;;) {
      const end = buffer.indexOf('\n\n');
      if (end !== -1) {
        const frame = parseFrame(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
        // The first frame only tells how soon to come again.
        if (frame.data !== '' || frame.comment !== null) return frame;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      buffer += value;
    }
  };
  return {
    next,
    leave: () => reader.cancel(),
    async *[Symbol.asyncIterator]() {
      for (let frame = await next(); frame !== null; frame = await next()) yield frame;
    },
  };
}

/** Every frame until the stream ends by itself. */
export async function readAllSse(response: Response): Promise<SseFrame[]> {
  const frames: SseFrame[] = [];
  for await (const frame of readSse(response)) frames.push(frame);
  return frames;
}
