import { describe, expect, it } from 'vitest';
import type { ProjectSpec } from '../../test/projects.ts';
import { type Abilities, choose, isFailureInCi } from './choose-projects.ts';

const plain: ProjectSpec = { name: 'plain', include: [], postgres: false, testTimeoutMs: 1 };
const seen: ProjectSpec = { ...plain, name: 'seen', need: 'browser' };

const nothing: Abilities = {
  ...{ browser: undefined, data: undefined, python: undefined, openssl: undefined },
};

describe('choosing test projects', () => {
  it('runs what needs nothing', () => {
    const [decision] = choose([plain], nothing);
    expect(decision?.leftOutBecause).toBeUndefined();
  });

  it('leaves out a browser project, with the reason, where there is no browser', () => {
    const [decision] = choose([seen], { ...nothing, data: '/data' });
    expect(decision?.leftOutBecause).toMatch(/Chromium/);
  });

  it('runs a browser project where there is a browser', () => {
    const [decision] = choose([seen], { ...nothing, browser: '/bin/chromium' });
    expect(decision?.leftOutBecause).toBeUndefined();
  });

  it('in CI, takes a missing browser as a failure and missing outside data not', () => {
    const measured: ProjectSpec = { ...plain, name: 'measured', need: 'data' };
    const decisions = choose([plain, seen, measured], nothing);
    expect(decisions.map(isFailureInCi)).toEqual([false, true, false]);
  });
});
