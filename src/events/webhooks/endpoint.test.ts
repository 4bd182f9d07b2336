import { beforeEach, describe, expect, it } from 'vitest';
import type { PendingOutbox } from '../../store/store.ts';
import { Endpoint, maxInFlight, spacingMs } from './endpoint.ts';

const row = (run: string, tries = 0, part = ''): PendingOutbox => ({
  ...{ id: `hook_a/${run}${part}`, tenant: 't', run, seq: 5, topic: 'hook_a', sent: 1 },
  ...{ next_at: 0, tries },
});
/** Of a run of which nothing was told yet. */
const newRow = (run: string): PendingOutbox => ({ ...row(run), sent: 0 });

describe('what is remembered of an endpoint', () => {
  let endpoint: Endpoint;

  beforeEach(() => {
    endpoint = new Endpoint({} as never, 0);
    endpoint.beginRead();
  });

  const fill = (page: readonly PendingOutbox[], isLast = true, nowMs = 0) =>
    endpoint.fill(page, { isLast, at: 7, nowMs });

  const rest = (): string[] => {
    const runs: string[] = [];
    for (let next = endpoint.next(); next; next = endpoint.next()) runs.push(next.run);
    return runs;
  };

  it('[WH4] one message of a run at a time, also where it has two rows', () => {
    fill([row('a'), row('a', 0, '/1-2'), row('b')]);
    const first = endpoint.next();
    expect(first?.run).toBe('a');
    endpoint.begin(first as PendingOutbox, 0);
    expect(rest()).toEqual(['b']);
    endpoint.answered(first as PendingOutbox);
    fill([row('a'), row('c')]);
    expect(rest()).toEqual(['c']);
  });

  it('[WH4] a row that was read before its run was noted is not sent again', () => {
    const first = row('a');
    endpoint.begin(first, 0);
    endpoint.beginRead();
    endpoint.end(first);
    fill([row('a'), row('b')]);
    expect(rest()).toEqual(['b']);
    expect(endpoint.isDirty).toBe(true);
    endpoint.beginRead();
    fill([row('a'), row('b')]);
    endpoint.end(row('a'));
    expect(rest()).toEqual(['b']);
    endpoint.beginRead();
    endpoint.hurry('a');
    fill([row('a')]);
    expect(rest()).toEqual(['a']);
  });

  it('[WH18] what comes soon after a message gathers, unless it is hurried or tried again', () => {
    const at = 1_000;
    endpoint.beginRound(at);
    for (const run of ['a', 'b', 'c']) {
      endpoint.begin(row(run), at + 1);
      endpoint.end(row(run));
    }
    const nextRound = (nowMs: number, page: readonly PendingOutbox[]): string[] => {
      endpoint.beginRound(nowMs);
      endpoint.beginRead();
      fill(page);
      return rest();
    };
    expect(nextRound(at + 20, [row('a'), row('b', 1), row('d')])).toEqual(['b', 'd']);
    expect([endpoint.isDirty, endpoint.nextRoundMs(20)]).toEqual([true, at + 1 + spacingMs]);
    expect(endpoint.hurry('a')).toBe(false);
    expect(endpoint.nextRoundMs(20)).toBe(at + 40);
    expect(nextRound(at + 40, [row('a'), row('c')])).toEqual(['a']);
    expect(nextRound(at + 1 + spacingMs, [row('c')])).toEqual(['c']);
    expect(endpoint.nextRoundMs(20)).toBe(at + 1 + spacingMs + 20);
  });

  it('[WH18] the first events of a run gather too, unless they are hurried or somebody asks', () => {
    const round = (nowMs: number, page: readonly PendingOutbox[]): string[] => {
      endpoint.beginRound(nowMs);
      endpoint.beginRead();
      fill(page, true, nowMs);
      return rest();
    };
    const page = [newRow('a'), newRow('b'), newRow('c')];
    endpoint.hurry('b');
    expect(round(1_000, page)).toEqual(['b']);
    expect([endpoint.isDirty, endpoint.nextRoundMs(20)]).toEqual([true, 1_000 + spacingMs]);
    expect(round(1_100, page)).toEqual(['b']);
    endpoint.begin(newRow('b'), 1_100);
    endpoint.hurry('c');
    expect(round(1_120, page)).toEqual(['c']);
    endpoint.begin(newRow('c'), 1_120);
    expect(round(1_000 + spacingMs, page)).toEqual(['a']);
    endpoint.begin(newRow('a'), 1_000 + spacingMs);
    expect(round(2_000, [newRow('d')])).toEqual([]);
    endpoint.hurryAll();
    expect(round(2_001, [newRow('d'), newRow('e')])).toEqual(['d', 'e']);
    expect(round(2_002, [newRow('f')])).toEqual([]);
  });

  it('[WH18] urgency lasts until a whole round has passed, and is then forgotten', () => {
    const round = (nowMs: number, pages: readonly (readonly PendingOutbox[])[]): string[] => {
      endpoint.beginRound(nowMs);
      return pages.flatMap((page, index) => {
        endpoint.beginRead();
        fill(page, index === pages.length - 1, nowMs);
        // Past the row of this one.
        if (index === 0 && nowMs === 1_000) endpoint.hurry('a');
        return rest();
      });
    };
    expect(round(1_000, [[newRow('a')], [row('b')]])).toEqual(['b']);
    expect(round(1_001, [[newRow('a')], [row('b')]])).toEqual(['a', 'b']);
    endpoint.hurry('z');
    expect(round(1_002, [[row('b')]])).toEqual(['b']);
    expect(round(1_003, [[newRow('z')]])).toEqual([]);
  });

  it('[WH18] more first rows than are remembered are sent all the same', () => {
    const many = Array.from({ length: 10_050 }, (_, index) => newRow(`run${index}`));
    const sent = new Set<string>();
    for (const nowMs of [1_000, 1_000 + spacingMs]) {
      endpoint.beginRound(nowMs);
      endpoint.beginRead();
      fill(many, true, nowMs);
      const now = rest();
      // Those that are not remembered do not gather.
      expect(now.length).toBe(nowMs === 1_000 ? 50 : 10_000);
      for (const run of now) {
        sent.add(run);
        endpoint.begin(newRow(run), nowMs);
      }
    }
    expect(sent.size).toBe(many.length);
  });

  it('[WH18] what gathers on one page is looked at again though the next page is empty', () => {
    endpoint.beginRound(1_000);
    endpoint.begin(row('a'), 1_000);
    endpoint.end(row('a'));
    endpoint.beginRound(1_020);
    endpoint.beginRead();
    fill([row('a')], false);
    endpoint.beginRead();
    fill([]);
    expect([rest(), endpoint.isDirty]).toEqual([[], true]);
  });

  it('[WH18] what is hurried after its row was read is not left gathering by that row', () => {
    endpoint.beginRound(1_000);
    endpoint.beginRead();
    fill([row('a')]);
    endpoint.hurry('a');
    endpoint.begin(endpoint.next() as PendingOutbox, 1_001);
    expect(endpoint.isHurried('a')).toBe(true);
    endpoint.end(row('a'));
    endpoint.beginRound(1_020);
    endpoint.beginRead();
    fill([row('a')]);
    expect([rest(), endpoint.isHurried('a')]).toEqual([['a'], false]);
  });

  it('[WH18] a hurried run whose last message is not noted yet is told of', () => {
    endpoint.begin(row('a'), 0);
    expect(endpoint.hurry('a')).toBe(false);
    endpoint.answered(row('a'));
    expect([endpoint.hurry('a'), endpoint.hurry('b')]).toEqual([true, false]);
    endpoint.end(row('a'));
    expect(endpoint.hurry('a')).toBe(false);
  });

  it('[WH5] so many messages at once, and one while it fails', () => {
    for (let run = 0; run < maxInFlight; run += 1) {
      expect(endpoint.hasRoom).toBe(true);
      endpoint.begin(row(`run${run}`), 0);
    }
    expect(endpoint.hasRoom).toBe(false);
    endpoint.answered(row('run0'));
    expect(endpoint.hasRoom).toBe(true);
    endpoint.hold(100, 2);
    expect(endpoint.hasRoom).toBe(false);
    endpoint.isWell();
    expect([endpoint.hasRoom, endpoint.heldUntil]).toEqual([true, 0]);
  });

  it('[WH6] knows from its rows how often it failed before', () => {
    fill([row('a'), row('b', 3), row('c', 1)]);
    expect(endpoint.failures).toBe(3);
  });

  it('[WH5] pages go on from the last row, and start over after the last page', () => {
    fill([row('a'), row('b')], false);
    expect(endpoint.cursor).toBe('hook_a/b');
    fill([row('c')], true);
    expect(endpoint.cursor).toBe('');
    fill([row('d')], false);
    endpoint.dropPage();
    expect([endpoint.cursor, endpoint.isEmpty, endpoint.isDirty]).toEqual(['', true, true]);
  });
});
