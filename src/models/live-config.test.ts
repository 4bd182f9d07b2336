import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { liveModelsConfig } from './live-config.ts';
import { envSecrets } from './secrets.ts';

let dataDir: string;
const errors: unknown[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pw-models-'));
  errors.length = 0;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const file = (): string => join(dataDir, 'models.json');
const textOf = (model: string): string =>
  JSON.stringify({ models: { mine: { provider: 'ollama', model } } });

const open = () =>
  liveModelsConfig({ dataDir, models: null }, envSecrets({}), (error) => errors.push(error));

describe('models.json of a running server', () => {
  it('[DG21] is read again when it has changed, also when another file takes its place', () => {
    const current = open();
    expect(current().profiles.custom).toEqual([]);
    writeFileSync(file(), textOf('one'));
    expect(current().models.get('mine')?.model).toBe('one');
    expect(current()).toBe(current());
    writeFileSync(join(dataDir, 'new.json'), textOf('two'));
    renameSync(join(dataDir, 'new.json'), file());
    expect(current().models.get('mine')?.model).toBe('two');
    rmSync(file());
    expect(current().models.has('mine')).toBe(false);
    expect(errors).toEqual([]);
  });

  it('[DG21] keeps the last good content of a file that cannot be used, and says so once', () => {
    writeFileSync(file(), textOf('one'));
    const current = open();
    expect(current().models.get('mine')?.model).toBe('one');
    writeFileSync(file(), '{"models": {');
    expect(current().models.get('mine')?.model).toBe('one');
    expect(current().models.get('mine')?.model).toBe('one');
    expect(errors).toMatchObject([{ code: 'config_invalid' }]);
    writeFileSync(file(), textOf('three'));
    expect(current().models.get('mine')?.model).toBe('three');
  });

  it('[DG21] is read again when it could not be used at the start', () => {
    writeFileSync(file(), '{');
    const current = open();
    expect(current).toThrow(expect.objectContaining({ code: 'config_invalid' }) as Error);
    writeFileSync(file(), textOf('one'));
    expect(current().models.get('mine')?.model).toBe('one');
  });
});
