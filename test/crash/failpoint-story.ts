// The undo story on a server that dies at failpoints, with a webhook that must hear of everything.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { openReceiver, type Receiver } from '../support/hook-receiver.ts';
import { watchdogMs } from '../support/watchdog.ts';
import { ageInProcessLeases } from './aged-leases.ts';
import { Keeper } from './keeper.ts';
import type { ServerPlace } from './killable-server.ts';
import { lookAtStory, type StoryLeft } from './run-story.ts';
import { SteadyClient } from './steady-client.ts';
import { type StoryEnd, tellStory } from './undo-story.ts';

export interface TellOptions {
  /** PLANWRIGHT_FAILPOINTS of the first server, the second …; those after have none. */
  readonly failpoints?: readonly string[];
  readonly notes?: number;
  readonly databaseUrl?: string;
}

export interface Told {
  readonly end: StoryEnd;
  readonly left: StoryLeft;
  readonly kills: number;
  readonly exitCode: number | null;
  /** Sequences of the execution as the webhook got them. */
  readonly heard: readonly number[];
}

const killsIn = (failpoints: readonly string[]): number =>
  failpoints.filter((text) => text.includes('=kill')).length;

async function tellTo(receiver: Receiver, home: string, options: TellOptions): Promise<Told> {
  const { failpoints = [], notes = 0, databaseUrl } = options;
  const env = { PLANWRIGHT_FETCH_ALLOW: receiver.hostPort };
  const place: ServerPlace = { home, env, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  const keeper = new Keeper(place, { failpoints, whileDown: () => ageInProcessLeases(place) });
  try {
    const client = new SteadyClient(() => keeper.url());
    await client.must({ path: '/api/webhooks/register', body: { url: receiver.url() } });
    const end = await tellStory(client, { name: 'story', notes });
    const left = await lookAtStory(place, end);
    // The last kill may come with the last message.
    const isOver = () =>
      receiver.seqsOf(end.run).length >= left.events && keeper.kills >= killsIn(failpoints);
    await vi.waitUntil(isOver, { timeout: watchdogMs, interval: 10 });
    const exitCode = await keeper.close();
    return { end, left, kills: keeper.kills, exitCode, heard: receiver.seqsOf(end.run) };
  } finally {
    await keeper.close();
  }
}

export async function tellAtFailpoints(options: TellOptions = {}): Promise<Told> {
  const receiver = await openReceiver();
  const home = await mkdtemp(join(tmpdir(), 'planwright-failpoint-'));
  try {
    return await tellTo(receiver, home, options);
  } finally {
    await receiver.close();
    await rm(home, { recursive: true, force: true });
  }
}

const verifiedUndo = [
  'step.verified undo_effect_4 1',
  'step.verified undo_effect_3 1',
  'step.verified undo_effect_2 2',
  'step.verified undo_effect_1 1',
];

/** Undone once and in reverse, inside and outside; what cannot be undone is listed. */
export function expectUndone({ end, left, heard }: Told): void {
  expect(left.problems).toEqual([]);
  expect(end).toMatchObject({ state: 'CANCELLED', uncompensated: ['effect_0'] });
  const verified = left.words.filter((word) => word.startsWith('step.verified undo_'));
  expect(verified).toEqual(verifiedUndo);
  expect(end.ledger.acted).toEqual(['effect_0', 'effect_1', 'effect_2', 'effect_3', 'effect_4']);
  expect(end.ledger.undone).toEqual(['effect_4', 'effect_3', 'effect_2', 'effect_1']);
  expect(heard).toEqual(heard.map((_, index) => index + 1));
}
