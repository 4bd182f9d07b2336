// A server whose plans are thought about by a model that answers when a test lets it: so many calls at
// once, the others wait.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ModelServer, openModelServer } from '../doubles/model-server/server.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { goodMind, models } from '../support/pipeline.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';

export interface GatedMinds {
  readonly server: ServerProcess;
  readonly minds: ModelServer;
  /** So many more calls may be answered. */
  letThrough(calls: number): void;
  letAll(): void;
  close(): Promise<void>;
}

export async function startGated(answer: Script = goodMind): Promise<GatedMinds> {
  let left = 0;
  const waiting: (() => void)[] = [];
  const pass = (): Promise<void> | undefined => {
    if (left > 0) {
      left -= 1;
      return undefined;
    }
    return new Promise((go) => waiting.push(go));
  };
  const letThrough = (calls: number): void => {
    left += calls;
    const now = waiting.splice(0, left);
    left -= now.length;
    for (const go of now) go();
  };
  const minds = await openModelServer({
    script: async (request) => {
      await pass();
      return answer(request);
    },
  });
  const home = await makeHome();
  const file = path.join(home, 'models.json');
  await writeFile(file, JSON.stringify(models(minds.url)));
  const server = await startServer({ env: { PLANWRIGHT_MODELS: file } });
  return {
    ...{ server, minds, letThrough },
    letAll: () => letThrough(Number.MAX_SAFE_INTEGER),
    async close() {
      // First the minds: a server that stops waits a while for calls that are under way.
      await minds.close();
      await server.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
