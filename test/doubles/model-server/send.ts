// Puts bytes on the wire at the pace that was asked for, and breaks off where a fault says so.
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pace } from './types.ts';

export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly frames: readonly string[];
  readonly pace: Pace;
  /** Said instead of the rest when the pace ends in an error. */
  readonly errorFrame: string;
}

/** A whole body travels in parts too, so that it can be slow or break. */
export function bodyParts(body: string): string[] {
  const size = Math.max(1, Math.ceil(body.length / 10));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.slice(index * size, (index + 1) * size),
  );
}

/** Says whether all of it went out; `gone` is aborted when the client hangs up or the server closes. */
export async function send(
  response: ServerResponse,
  { status, headers, frames, pace, errorFrame }: Delivery,
  gone: AbortSignal,
): Promise<boolean> {
  const { end = 'whole', at = 1, firstMs = 0, betweenMs = 0 } = pace;
  if (!(await paused(firstMs, gone))) return false;
  response.writeHead(status, headers);
  const cut =
    end === 'whole' ? frames : frames.slice(0, Math.max(1, Math.floor(frames.length * at)));
  for (const frame of cut) {
    if (gone.aborted) return false;
    if (!response.write(frame)) await drained(response, gone);
    if (!(await paused(betweenMs, gone))) return false;
  }
  return finish(response, end, errorFrame, gone);
}

async function finish(
  response: ServerResponse,
  end: NonNullable<Pace['end']>,
  errorFrame: string,
  gone: AbortSignal,
): Promise<boolean> {
  switch (end) {
    case 'whole':
      response.end();
      return true;
    case 'error':
      response.end(errorFrame);
      return true;
    case 'drop':
      // After the bytes have left, or the client would see none of them.
      await new Promise<void>((resolve) => response.write('', () => resolve()));
      await wait(5);
      response.destroy();
      return true;
    case 'stall':
      await aborted(gone);
      return false;
  }
}

async function paused(ms: number, gone: AbortSignal): Promise<boolean> {
  if (ms > 0) await wait(ms, undefined, { signal: gone }).catch(() => undefined);
  return !gone.aborted;
}

function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    gone.addEventListener('abort', () => resolve(), { once: true });
  });
}

function aborted(gone: AbortSignal): Promise<void> {
  if (gone.aborted) return Promise.resolve();
  return new Promise((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }));
}
