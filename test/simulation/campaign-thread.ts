// One thread of a campaign.
import { parentPort, workerData } from 'node:worker_threads';
import { sha256Hex } from '../../src/base/hash.ts';
import type { SeedReport } from './campaign.ts';
import { simulate } from './simulate.ts';
import { Ground } from './world.ts';

/** A new store now and then, so that none grows without end. */
const worldsPerGround = 100;

const counts = new Map<string, number>();

async function runAll(seeds: readonly number[]): Promise<SeedReport[]> {
  let ground = new Ground();
  const reports: SeedReport[] = [];
  for (const [index, seed] of seeds.entries()) {
    const { problems, log, seen } = await simulate(ground, seed);
    reports.push({ seed, problems, logHash: sha256Hex(log.join('\n')) });
    for (const name of seen) counts.set(name, (counts.get(name) ?? 0) + 1);
    // After a problem nobody knows what is left behind.
    if (problems.length > 0 || index % worldsPerGround === worldsPerGround - 1) {
      await ground.store.close();
      ground = new Ground();
    }
  }
  return reports;
}

const reports = await runAll(workerData as readonly number[]);
parentPort?.postMessage({ reports, counts: [...counts] });
