// `planwright doctor` and the tool that names models, with servers that work and servers that do not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/base/config.ts';
import { runDoctor } from '../../src/cli/command-doctor.ts';
import { linkModels } from '../../src/model-link.ts';
import { checkModels } from '../../src/models/check-models.ts';
import { loadModelsConfig } from '../../src/models/profiles.ts';
import { envSecrets } from '../../src/models/secrets.ts';
import { faultReply, goodReply } from '../doubles/model-server/faults.ts';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';

let server: ModelServer;
let home: string;
beforeAll(async () => {
  server = await openModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'planwright-models-'));
  server.clear();
  server.play((request) => goodReply(request));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = { GOOD_KEY: 'sk-CANARY-0123456789abcdef' };

function writeModels(): void {
  const base = { provider: 'openai-compatible', baseUrl: `${server.url}/v1`, keyEnv: 'GOOD_KEY' };
  const models = {
    good: { ...base, model: 'small', contextTokens: 8_000, price: { input: 1, output: 1 } },
    bad: { ...base, model: 'broken', contextTokens: 8_000, price: { input: 1, output: 1 } },
    keyless: { ...base, model: 'small', keyEnv: 'NO_SUCH_KEY' },
  };
  const profiles = { custom: ['good', 'bad'], premium: ['good', 'keyless'] };
  writeFileSync(join(home, 'models.json'), JSON.stringify({ models, profiles }));
}

const place = () => ({ dataDir: home, models: null });

describe('checking models', () => {
  it('[MD23] asks each once, and says what to do about those that do not answer', async () => {
    writeModels();
    server.play((request) =>
      request.model === 'broken' ? faultReply('not_found', request) : goodReply(request),
    );
    const secrets = envSecrets(env);
    const config = loadModelsConfig(place(), secrets);
    const checks = await checkModels(config, { secrets }, new AbortController().signal);
    const byKey = Object.fromEntries(checks.map((check) => [check.key, check]));
    expect(byKey.good).toMatchObject({
      usable: true,
      error_class: null,
      profiles: ['premium', 'custom'],
      price_known: true,
      context_tokens: 8_000,
    });
    expect(byKey.bad).toMatchObject({ usable: false, error_class: 'not_found' });
    expect(byKey.bad?.means).toContain('baseUrl');
    expect(byKey.keyless).toMatchObject({ usable: false, error_class: 'auth', price_known: false });
    expect(byKey.keyless?.means).toMatch(/Set NO_SUCH_KEY.*contextTokens.*price/);
    expect(server.calls).toHaveLength(2);
    expect(JSON.stringify(checks)).not.toMatch(/CANARY|127\.0\.0\.1/);
  });
});

async function doctor(isJson: boolean, given: Record<string, string> = env): Promise<string> {
  let text = '';
  const write = (part: string): boolean => {
    text += part;
    return true;
  };
  const io = { stdout: { write }, stderr: { write } } as never;
  const config = loadConfig({ env: { PLANWRIGHT_HOME: home } });
  const args = { words: [], flags: { json: isJson } };
  expect(await runDoctor(args, config, io, linkModels(config, given))).toBe(0);
  return text;
}

describe('planwright doctor', () => {
  it('[MD23] names the brains that can be used, and every model', async () => {
    writeModels();
    const text = await doctor(false);
    expect(text).toContain('brain model: usable');
    expect(text).toContain('model good: usable');
    expect(text).toContain('model keyless: not usable\n  No key. Set NO_SUCH_KEY.');
    const report = JSON.parse(await doctor(true)) as { models: object[]; brains: object[] };
    expect(report.models).toHaveLength(3);
    expect(report.brains).toContainEqual(expect.objectContaining({ name: 'caller', usable: true }));
    expect(text).not.toContain('CANARY');
  });

  it('[MD23] says how to set up a model where there is none', async () => {
    const text = await doctor(false, {});
    expect(text).toContain('brain model: not usable');
    expect(text).toMatch(/OPENAI_API_KEY.*models\.json/);
    expect(server.calls).toEqual([]);
  });
});
