// A server in the process of the test whose plans are thought about by a model server on loopback,
// which answers every stage rightly unless a test says otherwise.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { type Mood, scriptedAnswer } from '../doubles/scripted-mind.ts';
import { type Answer, restCall } from '../security/faces.ts';
import { type OpenAppOptions, openApp, type TestApp } from './app.ts';
import { makeHome } from './server.ts';

export const mindIn =
  (mood: Mood): Script =>
  ({ schema, system, prompt }) => ({
    kind: 'answer',
    value: scriptedAnswer(schema ?? {}, `${system}\n${prompt}`, mood),
  });

export const goodMind = mindIn({});

export const models = (url: string, more: object = {}): object => ({
  profile: 'custom',
  models: {
    first: { provider: 'openai-compatible', model: 'test-1', baseUrl: `${url}/v1`, ...more },
  },
  profiles: { custom: ['first'] },
});

export interface Pipeline {
  readonly app: TestApp;
  readonly minds: ModelServer;
  readonly key: string;
  readonly modelsFile: string;
  ask(name: string, input: object): Promise<Answer>;
  call(name: string, input: object): Promise<Record<string, unknown>>;
  /** Makes a plan and waits for its end. */
  plan(input: object): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export async function openPipeline(
  options: OpenAppOptions & {
    readonly script?: Script;
    readonly file?: (url: string) => object;
  } = {},
): Promise<Pipeline> {
  const { script = goodMind, file = models, ...rest } = options;
  const minds = await openModelServer({ script });
  const folder = await makeHome();
  const modelsFile = path.join(folder, 'models.json');
  await writeFile(modelsFile, JSON.stringify(file(minds.url)));
  const env = { ...rest.env, PLANWRIGHT_MODELS: modelsFile };
  const app = await openApp({ ...rest, env });
  const key = await app.makeKey({ tenant: 'tenant_pipeline' });
  const ask = (name: string, input: object): Promise<Answer> => restCall(app, name, input, key);
  const call = async (name: string, input: object): Promise<Record<string, unknown>> => {
    const answer = await ask(name, input);
    if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
    return answer.body as Record<string, unknown>;
  };
  return {
    ...{ app, minds, key, modelsFile, ask, call },
    async plan(input) {
      const { plan_id } = await call('plan_create', { brain: 'model', ...input });
      for (;;) {
        const status = await call('plan_wait', { plan_id, timeout_seconds: 20 });
        if (status.state !== 'pending' && status.state !== 'processing') return status;
      }
    },
    async close() {
      await app.close();
      await minds.close();
    },
  };
}
