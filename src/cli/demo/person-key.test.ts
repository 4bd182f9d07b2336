import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findPersonKey } from './person-key.ts';

let home: string;

beforeEach(async () => {
  vi.stubEnv('PLANWRIGHT_PERSON_KEY', '');
  home = await mkdtemp(path.join(tmpdir(), 'person-key-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe("a person's key for the demo", () => {
  it('[DM5] comes from the data folder of the local server', async () => {
    expect(await findPersonKey('http://127.0.0.1:4600', home)).toBeNull();
    await writeFile(path.join(home, 'person-token'), 'pw_person_secret\n');
    expect(await findPersonKey('http://127.0.0.1:4600', home)).toBe('pw_person_secret');
    expect(await findPersonKey('http://[::1]:4600', home)).toBe('pw_person_secret');
  });

  it('[DM5] is never sent to another machine unless it was given for that', async () => {
    await writeFile(path.join(home, 'person-token'), 'pw_person_secret\n');
    expect(await findPersonKey('https://planwright.example', home)).toBeNull();
    vi.stubEnv('PLANWRIGHT_PERSON_KEY', 'pw_given_key');
    expect(await findPersonKey('https://planwright.example', home)).toBe('pw_given_key');
  });
});
