import { describe, expect, it } from 'vitest';
import { builtInModels } from './built-in-models.ts';
import { modelsOf } from './open-models.ts';
import { profileViews } from './profile-views.ts';
import { hasModels, loadModelsConfig, type ModelsConfig } from './profiles.ts';
import { envSecrets } from './secrets.ts';

const missing = (): never => {
  throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
};

const load = (
  file: object | string | null,
  env: Record<string, string> = {},
  models: string | null = null,
): ModelsConfig =>
  loadModelsConfig({ dataDir: '/data', models }, envSecrets(env), () => {
    if (file === null) return missing();
    return typeof file === 'string' ? file : JSON.stringify(file);
  });

const local = { provider: 'ollama', model: 'qwen3:8b' };

describe('profiles without a file', () => {
  it('[MD20] without a key are empty', () => {
    const config = load(null);
    expect(hasModels(config)).toBe(false);
    expect(Object.values(config.profiles).flat()).toEqual([]);
  });

  it('[MD20] have the models of the providers whose keys are set', () => {
    const config = load(null, {
      GEMINI_API_KEY: 'k',
      ANTHROPIC_API_KEY: ' k\n',
      OPENAI_API_KEY: ' ',
    });
    const providers = config.profiles.premium.map((key) => config.models.get(key)?.provider);
    expect(providers).toEqual(['anthropic', 'google']);
    expect(config).toMatchObject({ defaultProfile: 'baseline', file: null });
    expect(config.profiles.custom).toEqual([]);
  });

  it('[MD20] every provider with a key has a model in each', () => {
    const keys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'];
    for (const name of keys) {
      const { profiles } = load(null, { [name]: 'k' });
      expect([profiles.baseline, profiles.premium, profiles.frontier].map((k) => k.length)).toEqual(
        [1, 1, 1],
      );
    }
  });
});

describe('models.json', () => {
  it('[MD19] names models and their order, and its first profile is the usual one', () => {
    const config = load({
      models: { mine: local },
      profiles: { custom: ['mine', builtInModels[0]?.key] },
    });
    expect(config.defaultProfile).toBe('custom');
    expect(config.profiles.custom).toEqual(['mine', builtInModels[0]?.key]);
    expect(config.file).toBe('/data/models.json');
    expect(hasModels(config)).toBe(true);
  });

  it('[MD19] a profile that it does not name keeps the models of the keys', () => {
    const file = { profile: 'baseline', models: { mine: local }, profiles: { custom: ['mine'] } };
    const config = load(file, { OPENAI_API_KEY: 'k' });
    expect(config.defaultProfile).toBe('baseline');
    expect(config.profiles.baseline).toHaveLength(1);
  });

  it('[MD19] tells all mistakes together, each with its place', () => {
    const file = {
      models: {
        one: { provider: 'opneai', model: 'x' },
        two: { provider: 'openai', model: '', baseUrl: 'https://me:pw@x.example' },
        three: { provider: 'openai', model: 'x', apiKey: 'sk-CANARY' },
      },
      profiles: { fancy: ['one'] },
    };
    const error = failureOf(() => load(file));
    for (const place of ['models.one.provider', 'models.two.model', 'models.two.baseUrl']) {
      expect(error).toContain(place);
    }
    expect(error).toContain('keyEnv');
    expect(error).toContain('profiles');
    expect(error).not.toContain('CANARY');
  });

  it('[MD19] tells of models that are not there, and of text that is no JSON', () => {
    const error = failureOf(() => load({ profiles: { custom: ['gone'] } }));
    expect(error).toContain('profiles.custom[0]: there is no model "gone"');
    expect(failureOf(() => load('{'))).toContain('is not JSON');
  });

  it('[MD19] tells of a server without an address', () => {
    const mine = { provider: 'openai-compatible', model: 'x' };
    const error = failureOf(() => load({ models: { mine }, profiles: { custom: ['gone'] } }));
    expect(error).toContain('models.mine.baseUrl');
    expect(error).toContain('"gone"');
  });

  it('[MD19] models without a profile are the profile custom, in their order', () => {
    const config = load({ models: { b: local, a: local } }, { OPENAI_API_KEY: 'k' });
    expect(config.profiles.custom).toEqual(['b', 'a']);
    expect(config.defaultProfile).toBe('custom');
    expect(config.profiles.baseline).toHaveLength(1);
  });

  it('[MD19] one that was named must be there', () => {
    expect(failureOf(() => load(null, {}, '/etc/mine.json'))).toContain('/etc/mine.json');
  });
});

function failureOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('expected a failure');
}

describe('opening a profile', () => {
  const world = { secrets: envSecrets({}) };

  it('[MD19] gives its models in order; an empty name means the usual one', async () => {
    const file = {
      models: { b: local, a: { ...local, contextTokens: 4_096 } },
      profiles: { custom: ['b', 'a'] },
    };
    const models = await modelsOf(load(file), '', world);
    expect(models.map(({ key, contextTokens }) => [key, contextTokens])).toEqual([
      ['b', 16_384],
      ['a', 4_096],
    ]);
  });

  it('[MD19] one that is empty or unknown says what to do', async () => {
    await expect(modelsOf(load(null), 'premium', world)).rejects.toThrow('models.json');
    await expect(modelsOf(load(null), 'best', world)).rejects.toThrow('baseline, premium');
  });

  it('[MD24] views have names and order, and no address or name of a key', () => {
    const mine = { ...local, baseUrl: 'http://10.0.0.7:11434', keyEnv: 'MY_SECRET_NAME' };
    const views = profileViews(load({ models: { mine }, profiles: { custom: ['mine'] } }));
    expect(views.map(({ profile, model_count }) => [profile, model_count])).toEqual([
      ['baseline', 0],
      ['premium', 0],
      ['frontier', 0],
      ['custom', 1],
    ]);
    expect(views[3]?.models).toEqual([
      { key: 'mine', provider_class: 'Ollama', model: 'qwen3:8b', priority: 0 },
    ]);
    expect(JSON.stringify(views)).not.toMatch(/10\.0\.0\.7|MY_SECRET_NAME/);
  });
});
