import { describe, expect, it } from 'vitest';
import { type HuntPorts, hunt, huntedProjects } from './planted-hunt.ts';
import type { PlantedTree } from './planted-tree.ts';
import type { Failure, RunRequest } from './vitest-run.ts';

const bug = { name: 'bug', what: 'it bites', file: 'a.ts', find: 'a', replace: 'b' };

type Suite = (request: RunRequest, isPlanted: boolean, leftOut: readonly string[]) => string | null;

/** Hunts with a suite that tells, for a run, the file that fails. */
async function huntWith(suite: Suite) {
  let isPlanted = false;
  const runs: RunRequest[] = [];
  const leftOut: string[] = [];
  const tree: PlantedTree = {
    folder: '/tree',
    plant: () => {
      isPlanted = true;
    },
    unplant: () => {
      isPlanted = false;
    },
    leaveOut: (file) => void leftOut.push(file),
    remove: () => undefined,
  };
  const run: HuntPorts['run'] = async (request): Promise<Failure | null> => {
    runs.push(request);
    const file = suite(request, isPlanted, leftOut);
    return file === null ? null : { test: `test of ${file}`, file, message: '' };
  };
  const result = await hunt(tree, bug, { run, say: () => undefined, env: {}, limitMs: 1_000 });
  return { result, runs };
}

describe('the hunt for a planted bug', () => {
  it('names the first project that fails with the bug and passes without it', async () => {
    const { result, runs } = await huntWith(({ project }, isPlanted) =>
      project !== 'unit' && isPlanted ? 'model.test.ts' : null,
    );
    expect(result.caught).toMatchObject({ project: 'model', file: 'model.test.ts' });
    expect(runs.map((run) => run.project)).toEqual(['unit', 'model', 'model', 'model']);
  });

  it('tells of a bug that nothing notices', async () => {
    const { result, runs } = await huntWith(() => null);
    expect(result.caught).toBeNull();
    expect(runs.map((run) => run.project)).toEqual(huntedProjects);
  });

  it('does not count a test that fails without the bug too', async () => {
    const { result } = await huntWith(({ project }, _, leftOut) =>
      project === 'unit' && !leftOut.includes('broken.test.ts') ? 'broken.test.ts' : null,
    );
    expect(result.caught).toBeNull();
    expect(result.setAside).toEqual(['unit: broken.test.ts test of broken.test.ts']);
  });

  it('does not count a failure that does not come again', async () => {
    let failures = 0;
    const { result } = await huntWith((request) => {
      if (request.project !== 'crash' || failures > 0) return null;
      failures += 1;
      return 'flaky.test.ts';
    });
    expect(result.caught).toBeNull();
    expect(result.setAside).toHaveLength(1);
  });

  it('finds the bug behind a test that fails for another reason', async () => {
    const { result } = await huntWith((_, isPlanted, leftOut) => {
      if (!leftOut.includes('broken.test.ts')) return 'broken.test.ts';
      return isPlanted ? 'good.test.ts' : null;
    });
    expect(result.caught?.file).toBe('good.test.ts');
  });

  it('gives up on a tree where much fails anyway', async () => {
    let count = 0;
    const { result, runs } = await huntWith(({ file }) => {
      if (file !== undefined) return file;
      count += 1;
      return `broken-${count}.test.ts`;
    });
    expect(result.caught).toBeNull();
    expect(runs.every((run) => run.project === 'unit')).toBe(true);
  });
});
