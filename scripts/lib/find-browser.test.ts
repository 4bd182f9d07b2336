import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from './find-browser.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'planwright-browser-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, body: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('finding a browser', () => {
  it('takes the program that CHROMIUM_PATH names', async () => {
    const file = program('mine', '');
    vi.stubEnv('CHROMIUM_PATH', file);
    expect(await findBrowser({ install: false })).toBe(file);
  });

  it('does not look elsewhere when CHROMIUM_PATH is wrong', async () => {
    program('chromium', 'echo Chromium 149.0');
    vi.stubEnv('CHROMIUM_PATH', path.join(folder, 'absent'));
    await expect(findBrowser({ install: false })).rejects.toThrow('CHROMIUM_PATH');
  });

  it('takes a chromium on the path that tells its version', async () => {
    const file = program('chromium', 'echo Chromium 149.0');
    expect(await findBrowser({ install: false })).toBe(file);
  });

  it('passes over a placeholder that only asks to install something', async () => {
    const placeholder = program('chromium', 'echo "please install the snap" >&2; exit 1');
    expect(await findBrowser({ install: false })).not.toBe(placeholder);
  });
});
