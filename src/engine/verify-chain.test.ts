import { describe, expect, it } from 'vitest';
import type { EventDraft } from './event-types.ts';
import { chainHash, emptyHead, encodeEvent, type Head, type StoredEvent } from './log-header.ts';
import { checkNext, type LogProblem, startChain } from './verify-chain.ts';

const run = 'exec_chain1';

/** A log whose hashes all fit, whatever its headers say. */
function chained(headers: readonly string[]): StoredEvent[] {
  let hash = emptyHead.hash;
  return headers.map((header, index) => {
    hash = chainHash(hash, header);
    return { seq: index + 1, header, hash };
  });
}

function headersOf(drafts: readonly (EventDraft & { at: number })[]): string[] {
  let head: Head = emptyHead;
  return drafts.map(({ at, ...draft }) => {
    const stored = encodeEvent(run, head, at, draft as EventDraft);
    head = stored;
    return stored.header;
  });
}

function firstProblem(events: readonly StoredEvent[]): LogProblem | null {
  const check = startChain(run);
  for (const event of events) {
    const problem = checkNext(check, event);
    if (problem) return problem;
  }
  return null;
}

const admitted = { type: 'run.admitted', data: {} } as const;
const erased = { type: 'content.erased', data: { count: 1 } } as const;

describe('the chain check', () => {
  it('[LG2] passes a log as it was written', () => {
    const headers = headersOf([
      { ...admitted, at: 5 },
      { ...erased, at: 5 },
    ]);
    expect(firstProblem(chained(headers))).toBeNull();
  });

  it.each([
    ['not JSON', ['{'], 1],
    [
      'older',
      headersOf([
        { ...admitted, at: 5 },
        { ...erased, at: 4 },
      ]),
      2,
    ],
    [
      'cannot be admitted',
      headersOf([
        { ...admitted, at: 5 },
        { ...admitted, at: 6 },
      ]),
      2,
    ],
    ['another run', headersOf([{ ...admitted, at: 5 }]).map((h) => h.replace(run, 'exec_x')), 1],
    [
      'another number',
      headersOf([{ ...admitted, at: 5 }]).map((h) => h.replace('seq":1', 'seq":2')),
      1,
    ],
    [
      'does not know',
      headersOf([{ ...admitted, at: 5 }]).map((h) => h.replace('"v":1', '"v":9')),
      1,
    ],
  ])('[LG2] finds an event that is "%s" though its hash fits', (what, headers, seq) => {
    expect(firstProblem(chained(headers))).toEqual({ seq, what: expect.stringContaining(what) });
  });

  it('[LG3] finds a missing event', () => {
    const events = chained(
      headersOf([
        { ...admitted, at: 5 },
        { ...erased, at: 5 },
      ]),
    );
    expect(firstProblem(events.slice(1))).toEqual({ seq: 1, what: 'the event is missing' });
  });
});
