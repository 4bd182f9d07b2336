import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Children } from './children.ts';

let folder: string;
let children: Children;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'children-'));
  children = new Children();
});
afterEach(async () => {
  await children.stopAll();
  await rm(folder, { recursive: true, force: true });
});

async function start(source: string, lines: string[] = []) {
  const file = path.join(folder, 'child.mjs');
  await writeFile(file, source);
  const onLine = (line: string) => lines.push(line);
  return children.start({ script: pathToFileURL(file), args: [], env: process.env, onLine });
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 10 });

describe('children of the demo', () => {
  it('[DM6] are asked to stop first', async () => {
    const lines: string[] = [];
    const source = `process.on('SIGTERM', () => { console.log('bye'); process.exit(0); });
      console.log('up'); setInterval(() => {}, 1000);`;
    const child = await start(source, lines);
    await until(() => expect(lines).toContain('up'));
    await children.stopAll();
    expect(child.hasExited).toBe(true);
    expect(lines).toEqual(['up', 'bye']);
  });

  it('[DM6] can be killed without a word', async () => {
    const lines: string[] = [];
    const source = `process.on('SIGTERM', () => console.log('bye'));
      console.log('up'); setInterval(() => {}, 1000);`;
    const child = await start(source, lines);
    await until(() => expect(lines).toContain('up'));
    child.killNow();
    await child.exited;
    expect(lines).toEqual(['up']);
  });

  it('[DM6] leave their last complaints', async () => {
    const child = await start(`console.error('no such thing'); process.exit(3);`);
    await until(() => expect(child.complaints).toBe('no such thing'));
    await child.exited;
    expect(child.hasExited).toBe(true);
  });

  it('[DM6] leave no listener behind', async () => {
    const before = process.listenerCount('exit');
    const others = new Children();
    expect(process.listenerCount('exit')).toBe(before + 1);
    await others.stopAll();
    expect(process.listenerCount('exit')).toBe(before);
  });
});
