// The coding proof: edits to a real repository, its real tests as the judge, recovery from a wrong edit,
// and a way back that leaves no trace, with the real engine, store, tools and processes.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { detectSandbox, type Sandbox } from '../../src/work/safety/sandbox.ts';
import { ageInProcessLeases } from '../crash/aged-leases.ts';
import { WorkWorld } from '../support/work-world.ts';
import {
  footprint,
  makeRepository,
  minds,
  policyOf,
  type StoryName,
  source,
  storySteps,
} from './coding-story.ts';

let sandbox: Sandbox;
let world: WorkWorld;
beforeAll(async () => {
  sandbox = await detectSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  world = await WorkWorld.open({ sandbox });
  makeRepository(world);
});
afterEach(() => world.close());

async function openAs(story: StoryName): Promise<void> {
  const { base } = world;
  await world.close({ keep: true });
  world = await WorkWorld.open({ sandbox, mind: minds[story] }, base);
}

const child = fileURLToPath(new URL('coding-child.ts', import.meta.url));

/** Where a server dies: a place of the tools (`7`, `undo:2`), or a failpoint of the engine. */
type Death = string;

/** How it ended; null if it was killed. */
function runChild(story: StoryName, death: Death): Promise<string | null> {
  const isFailpoint = death.includes('=');
  const env = { ...process.env, ...(isFailpoint ? { PLANWRIGHT_FAILPOINTS: death } : {}) };
  const flags = ['--disable-warning=ExperimentalWarning', child];
  const args = [...flags, world.base, story, 'exec_1', isFailpoint ? '' : death];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve(null);
      else if (error) reject(new Error(stderr, { cause: error }));
      else resolve(stdout);
    });
  });
}

interface Killed {
  readonly status: string;
  readonly kills: number;
}

/** Killed in each of these ways, counted from each start, and then left in peace. */
async function runKilled(story: StoryName, deaths: readonly Death[]): Promise<Killed> {
  for (const [kills, death] of deaths.entries()) {
    const status = await runChild(story, death);
    if (status !== null) return { status, kills };
    await ageInProcessLeases({ home: `${world.base}/data` });
  }
  return { status: (await runChild(story, '')) ?? 'killed', kills: deaths.length };
}

describe('the coding proof', () => {
  it('[CP1] a wrong edit is rejected by the tests, the next attempt learns from what they said, and it is committed', async () => {
    await openAs('learner');
    await world.start('exec_1', storySteps('learner'), policyOf(world));
    expect(await world.ended('exec_1')).toBe('COMPLETED');
    expect(world.text(source)).toContain('a + b');
    expect(world.git('log', '--format=%s', 'fix')).toBe('Add\nfirst');
    const ends = (await world.events('exec_1', 'attempt.ended')).filter(
      ({ step }) => step === 'edit_1',
    );
    expect(ends.map((end) => [end.as, end.class])).toEqual([['rejected', 'logic']]);
    const verdicts = (await world.store.steps('exec_1')).filter(
      ({ purpose }) => purpose === 'check',
    );
    expect(verdicts.map(({ step, choice }) => [step, choice])).toEqual([
      ['edit_1_c1tests', 'reject'],
      ['edit_1_c2tests', 'accept'],
    ]);
    expect(world.errors).toEqual([]);
  });

  it('[CP2] where it cannot converge the ladder ends in abort, and the repository is as it was, to the byte', async () => {
    await openAs('fool');
    const before = footprint(world);
    await world.start('exec_1', storySteps('fool'), policyOf(world));
    expect(await world.ended('exec_1')).toBe('CANCELLED');
    expect(footprint(world)).toEqual(before);
    const rungs = (await world.events('exec_1', 'recovery.chosen')).map(({ strategy }) => strategy);
    expect(rungs).toEqual(['alternate', 'abort']);
    const rows = await world.store.steps('exec_1');
    const undone = rows.filter(({ undoes }) => undoes !== '').map(({ undoes }) => undoes);
    expect(undone).toEqual(['edit_1_ar1', 'edit_1', 'early_1', 'stamp_1', 'branch_1']);
    expect((await world.row('exec_1', 'commit_1'))?.attempt).toBe(0);
  });

  it('[CP3] killed again and again and started again, it converges to the same', async () => {
    const { status, kills } = await runKilled('learner', ['2', '5', '8', '11']);
    expect([status, kills > 1]).toEqual(['COMPLETED', true]);
    expect(world.text(source)).toContain('a + b');
    expect(world.git('log', '--format=%s', 'fix')).toBe('Add\nfirst');
    expect(world.git('status', '--porcelain')).toBe('?? notes.txt\n?? scripts/more.sh');
  });

  it('[CP4] killed while it works and while it undoes, it leaves the repository as it was, to the byte', async () => {
    const before = footprint(world);
    const deaths = ['6', '9', '20', 'undo:2', 'undo:5', 'undo:7', 'undo:9'];
    const { status, kills } = await runKilled('fool', deaths);
    expect([status, kills > 3]).toEqual(['CANCELLED', true]);
    expect(footprint(world)).toEqual(before);
    const lost = (await world.events('exec_1', 'attempt.ended')).filter((end) => end.as === 'lost');
    expect(lost.filter(({ step }) => String(step).startsWith('undo_')).length).toBeGreaterThan(0);
    const rows = await world.store.steps('exec_1');
    const acted = rows.filter(
      ({ attempt, undoes, purpose }) => attempt > 0 && undoes === '' && purpose === 'work',
    );
    expect(new Set(acted.map(({ state }) => state))).toEqual(new Set(['COMPENSATED']));
  });

  it('[CP4] the same where the engine dies between a decision, its commit and what follows', async () => {
    const before = footprint(world);
    const work = ['run-committed=kill@5', 'take-decided=kill@3'];
    const undo = ['undo-decided=kill', 'undo-committed=kill', 'take-committed=kill@2'];
    const { status, kills } = await runKilled('fool', [...work, ...undo]);
    expect([status, kills > 2]).toEqual(['CANCELLED', true]);
    expect(footprint(world)).toEqual(before);
  });
});
