// Shows that the suites notice: puts each bug of test/planted/bugs.ts into a copy of the tree and
// lets them look for it. A bug that nothing notices fails this script. The tree must be green.
//   npm run test:planted                      all of them
//   npm run test:planted -- --only NAME       one (may be repeated)
//   npm run test:planted -- --check           only whether they apply and compile, all in one copy
//   npm run test:planted -- --json            the result as JSON, progress on stderr
//   npm run test:planted -- --jobs 2          two at a time
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type PlantedBug, plantedBugs } from '../test/planted/bugs.ts';
import { findOutsideData } from './lib/outside-data.ts';
import { type Hunt, type HuntPorts, hunt } from './lib/planted-hunt.ts';
import { makeTree } from './lib/planted-tree.ts';
import { say } from './lib/say.ts';
import { runVitest } from './lib/vitest-run.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const limitMs = 20 * 60_000;
/** Each runs Vitest with workers of its own. */
const maxJobs = 2;

interface Arguments {
  readonly bugs: readonly PlantedBug[];
  readonly jobs: number;
  readonly json: boolean;
  readonly check: boolean;
}

function chosen(names: readonly string[]): readonly PlantedBug[] {
  const unknown = names.filter((name) => !plantedBugs.some((bug) => bug.name === name));
  if (unknown.length > 0) {
    const known = plantedBugs.map(({ name }) => name).join(', ');
    throw new Error(`unknown bug: ${unknown.join(', ')} (known: ${known})`);
  }
  return names.length === 0 ? plantedBugs : plantedBugs.filter(({ name }) => names.includes(name));
}

function readArguments(): Arguments {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string' },
      json: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  });
  const jobs = Number(values.jobs ?? (availableParallelism() >= 4 ? maxJobs : 1));
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > maxJobs) {
    throw new Error(`--jobs is from 1 to ${maxJobs}`);
  }
  return { bugs: chosen(values.only), jobs, json: values.json, check: values.check };
}

/** All in one copy: they are at different places, and the compiler is slow. */
function check(bugs: readonly PlantedBug[]): boolean {
  const tree = makeTree(root, bugs);
  try {
    tree.plant();
    const tsc = path.join(tree.folder, 'node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '--noEmit'];
    const { status } = spawnSync(process.execPath, args, { cwd: tree.folder, stdio: 'inherit' });
    if (status === 0) say(`ok: ${bugs.length} bugs apply and compile`);
    return status === 0;
  } finally {
    tree.remove();
  }
}

function portsFor(json: boolean): HuntPorts {
  const data = findOutsideData(root);
  const tell = json ? (line: string) => void process.stderr.write(`${line}\n`) : say;
  return {
    run: runVitest,
    say: tell,
    env: { ...process.env, ...(data === undefined ? {} : { TEST_DATA_DIR: data }) },
    limitMs,
  };
}

async function huntOne(bug: PlantedBug, ports: HuntPorts): Promise<Hunt> {
  const tree = makeTree(root, [bug]);
  try {
    const result = await hunt(tree, bug, ports);
    ports.say(lineOf(result));
    return result;
  } finally {
    tree.remove();
  }
}

function lineOf({ name, caught, seconds, setAside }: Hunt): string {
  const others = setAside.length === 0 ? '' : `; ${setAside.length} failed for other reasons`;
  if (!caught) return `NOT CAUGHT ${name} (${seconds} s${others})`;
  return `caught     ${name} in ${seconds} s by ${caught.project}: ${caught.file ?? ''} ${caught.test}`;
}

async function huntAll({ bugs, jobs }: Arguments, ports: HuntPorts): Promise<Hunt[]> {
  const left = [...bugs];
  const results: Hunt[] = [];
  const work = async (): Promise<void> => {
    for (let bug = left.shift(); bug; bug = left.shift()) results.push(await huntOne(bug, ports));
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

async function main(): Promise<boolean> {
  const given = readArguments();
  if (given.check) return check(given.bugs);
  const ports = portsFor(given.json);
  const results = await huntAll(given, ports);
  const caught = results.filter((result) => result.caught !== null).length;
  if (given.json) say(JSON.stringify({ caught, of: results.length, bugs: results }, null, 2));
  else say(`${caught} of ${results.length} planted bugs are caught`);
  return caught === results.length;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`test-planted: ${error instanceof Error ? error.message : String(error)}\n`);
  // At once: what still runs is ended, and the copies go.
  process.exit(1);
}
