// Where the stories of this folder play: an engine in this thread, or the server as a user starts it
// with every other face beside it on the same data. Tools may work in one folder.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../src/base/config.ts';
import { isPlanwrightError } from '../../src/base/errors.ts';
import { scopes } from '../../src/contract/common.ts';
import { openReadSide } from '../../src/open-store.ts';
import { invoke } from '../../src/operations/invoke.ts';
import { localTenant, principalOfKey } from '../../src/operations/principals.ts';
import { operationNamed } from '../../src/operations/table.ts';
import type { Reader } from '../../src/store/store.ts';
import { restCall } from '../security/faces.ts';
import { openApp, requestOf, type TestApp } from '../support/app.ts';
import type { Ask, Players, Said } from '../support/judged-run.ts';
import { cleanEnv, makeHome, startServer } from '../support/server.ts';
import { chooseStore } from '../support/stores.ts';
import { type Canary, openCanary } from './canary.ts';
import { type CliPlace, cliFace } from './cli-face.ts';
import { askFace, type Face, mcpFace, noKey, sdkFace, stdioFace } from './face.ts';
import type { FaceName, Place } from './matrix.ts';

export interface Stage {
  readonly players: Players;
  readonly reader: Reader;
  /** By the clock that counts: of the store. */
  now(): number;
  /** The folder that tools may work in. */
  readonly root: string;
  readonly canary: Canary;
  readonly faces: Readonly<Partial<Record<FaceName, Face>>>;
  /** For what a face has no words for. */
  readonly plain: Ask;
  readonly cli?: CliPlace;
  close(): Promise<void>;
}

const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';

/** What both kinds of stage have around them. */
interface Ground {
  readonly root: string;
  readonly canary: Canary;
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl?: string;
  clear(): Promise<void>;
}

async function openGround({ store }: Place): Promise<Ground> {
  const choice = await chooseStore(store);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'planwright-judgement-')));
  const canary = await openCanary();
  const { databaseUrl } = choice;
  return {
    ...{ root, canary, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    env: {
      PLANWRIGHT_AGENT_PLANNING: 'on',
      PLANWRIGHT_WORK_FOLDERS: root,
      PLANWRIGHT_FETCH_ALLOW: canary.host,
      PLANWRIGHT_RATE_PER_MINUTE: '1000000',
      PLANWRIGHT_DEDUPE_WINDOW_SECONDS: '0',
    },
    async clear() {
      await canary.close();
      rmSync(root, { recursive: true, force: true });
      await choice.drop();
    },
  };
}

async function mustSay<T>(answer: Promise<Said>): Promise<T> {
  const { code, body, text } = await answer;
  if (code !== null) throw new Error(text);
  return body as T;
}

/** A plan and those who work on it, made by a person with every scope. */
async function gather(ask: Ask, person: string): Promise<Players> {
  const call = <T>(name: string, input: object) => mustSay<T>(ask(name, input, person));
  const { plan_id: planId } = await call<{ plan_id: string }>('plan_create', { prompt: goal });
  await call('plan_wait', { plan_id: planId, timeout_seconds: 50 });
  const keyOf = async (kind: string, wanted: readonly string[]) =>
    (await call<{ key: string }>('key_create', { label: 'A test', kind, scopes: wanted })).key;
  const agent = async (name: string) =>
    (await call<{ key: string }>('agent_register', { name })).key;
  return {
    ...{ person, planId, agent: await agent('Ada'), critic: await agent('Cai') },
    other: await keyOf('person', scopes),
    service: await keyOf('service', ['plan:read', 'plan:write', 'run', 'work']),
  };
}

/** Operations called as a function, with the principal of the key. */
const askEngine =
  ({ services }: TestApp): Ask =>
  async (name, input, key) => {
    const principal = await principalOfKey(services.reader, key, services.now());
    const { signal } = new AbortController();
    const context = { ...services, principal, signal, idempotencyKey: null };
    try {
      const body = await invoke(operationNamed(name), context, input);
      return { code: null, body, text: JSON.stringify(body) };
    } catch (error) {
      if (!isPlanwrightError(error)) throw error;
      return { code: error.code, body: null, text: error.message };
    }
  };

async function openEngineStage(ground: Ground): Promise<Stage> {
  const { env, databaseUrl, root, canary } = ground;
  const app = await openApp({
    env,
    allowsLocal: false,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  const plain = askEngine(app);
  const { reader, now } = app.services;
  const person = await app.makeKey({ tenant: localTenant, kind: 'person' });
  return {
    ...{ root, canary, plain, reader, now, faces: { engine: askFace(plain) } },
    players: await gather(plain, person),
    async close() {
      await app.close();
      await ground.clear();
    },
  };
}

/** Over a real socket. */
const askServer = (url: string): Ask => {
  const send = (path: string, init: Parameters<TestApp['call']>[1]) => {
    const request = requestOf(path, init);
    return fetch(new Request(url + path, request));
  };
  const door = { call: send, fetch: (request: Request) => fetch(request) };
  return (name, input, key) => restCall(door, name, input, key === noKey ? undefined : key);
};

async function openServerStage(ground: Ground): Promise<Stage> {
  const { databaseUrl, root, canary } = ground;
  const home = await makeHome();
  const database = databaseUrl === undefined ? {} : { PLANWRIGHT_DATABASE_URL: databaseUrl };
  const env = { ...ground.env, ...database };
  const server = await startServer({ home, env });
  const { url, personKey } = server;
  const whole = cleanEnv({ ...env, PLANWRIGHT_HOME: home, PLANWRIGHT_LOG_LEVEL: 'error' });
  const side = await openReadSide(loadConfig({ env: whole }));
  const stdio = await stdioFace(whole);
  const plain = askServer(url);
  const cli = { home, url, personKey, env };
  const faces = {
    ...{ REST: askFace(plain), MCP: mcpFace(url), stdio },
    ...{ CLI: cliFace(cli), SDK: sdkFace(url) },
  };
  return {
    ...{ root, canary, plain, faces, cli, reader: side.reader, now: () => side.now() },
    players: await gather(plain, personKey),
    async close() {
      for (const face of Object.values(faces)) await face.close();
      await side.close();
      await server.close();
      rmSync(home, { recursive: true, force: true });
      await ground.clear();
    },
  };
}

/** Opened before the tests of this block, and closed after them. */
export function stageAt(place: Place): () => Stage {
  let stage: Stage;
  beforeAll(async () => {
    const ground = await openGround(place);
    stage = await (place.at === 'engine' ? openEngineStage : openServerStage)(ground);
  });
  afterAll(() => stage.close());
  return () => stage;
}
