import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSyncCounter } from './sync-count.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'planwright-sync-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const script = `
  const fs = require('node:fs');
  const file = fs.openSync(process.argv[1], 'w');
  const startedMs = performance.now();
  for (let n = Number(process.argv[2]); n > 0; n -= 1) {
    fs.writeSync(file, 'x');
    if (n % 2) fs.fsyncSync(file); else fs.fdatasyncSync(file);
  }
  console.log(performance.now() - startedMs);`;

function syncTimes(times: number, env: Readonly<Record<string, string>>): number {
  const args = ['--eval', script, path.join(dir, 'data'), String(times)];
  const output = execFileSync(process.execPath, args, { env: { ...process.env, ...env } });
  return Number(output.toString());
}

function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}

// Where there is no compiler, the counter must be absent, and there is nothing more to see.
describe('the counter of disk syncs', () => {
  it('counts fsync and fdatasync of a child, and adds up', () => {
    const counter = createSyncCounter({ dir });
    expect(counter !== undefined).toBe(hasCompiler());
    if (counter === undefined) return;
    expect(counter.read()).toBe(0);
    syncTimes(7, counter.env);
    expect(counter.read()).toBe(7);
    syncTimes(4, counter.env);
    expect(counter.read()).toBe(11);
  });

  it('delays each sync by the time asked for', () => {
    const counter = createSyncCounter({ dir, delayUs: 20_000 });
    expect(counter !== undefined).toBe(hasCompiler());
    if (counter === undefined) return;
    const elapsedMs = syncTimes(5, counter.env);
    expect(counter.read()).toBe(5);
    expect(elapsedMs).toBeGreaterThanOrEqual(100);
  });
});
