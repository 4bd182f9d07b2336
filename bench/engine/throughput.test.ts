import { expect, it } from 'vitest';
import { type Entrant, middle, playRounds } from './throughput.ts';

const entrant = (elapsedMs: number, turns: string[], name: string, isCut = false): Entrant => ({
  window: async () => {
    turns.push(name);
    return { steps: 60, elapsedMs, isCut };
  },
  close: async () => {
    turns.push(`${name} ends`);
  },
});

const contest = { atOnce: 1, rounds: 2, windowMs: 2_000, log: () => undefined };

it('lets all warm up, then gives each a window in every round', async () => {
  const turns: string[] = [];
  const all = new Map(['a', 'b'].map((name) => [name, entrant(1_000, turns, name)]));
  expect(await playRounds(all, contest)).toEqual({ a: [60, 60], b: [60, 60] });
  expect(turns.join('')).toBe('ababab');
});

it('counts the first window of one that is very slow, and ends it', async () => {
  const turns: string[] = [];
  const all = new Map([['slow', entrant(60_000, turns, 'slow', true)]]);
  expect(await playRounds(all, contest)).toEqual({ slow: [1] });
  expect(turns).toEqual(['slow', 'slow ends']);
});

it('is null for one that fails, and the others go on', async () => {
  const turns: string[] = [];
  const broken: Entrant = {
    ...entrant(1_000, turns, 'broken'),
    window: () => Promise.reject(new Error('no')),
  };
  const all = new Map([
    ['broken', broken],
    ['a', entrant(1_000, turns, 'a')],
  ]);
  expect(await playRounds(all, contest)).toEqual({ broken: null, a: [60, 60] });
  expect(turns).toEqual(['broken ends', 'a', 'a', 'a']);
});

it('is null in the middle of nothing', () => {
  expect([middle(null), middle([]), middle(undefined), middle([1, 5, 3])]).toEqual([
    null,
    null,
    null,
    3,
  ]);
});
