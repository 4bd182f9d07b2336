// Starts the model's process and asks it what it has seen.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ModelFigures {
  readonly calls: number;
  readonly failed: number;
  readonly levels: number;
  readonly peak: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly largestInput: number;
}

export interface ModelProcess {
  readonly url: string;
  /** Where the lengths of its answers are from. */
  readonly lengths: string;
  clear(): Promise<void>;
  /** From the next call on it takes so long for each. */
  takes(latencyMs: number): Promise<void>;
  figures(): Promise<ModelFigures>;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('model-child.ts', import.meta.url));

export async function startModels(latencyMs: number): Promise<ModelProcess> {
  const child = fork(script, [String(latencyMs)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ url, lengths }] = (await once(child, 'message')) as [{ url: string; lengths: string }];
  const ask = async (word: 'clear' | 'figures' | number): Promise<ModelFigures> => {
    const answer = once(child, 'message') as Promise<[ModelFigures]>;
    child.send(word);
    const [figures] = await answer;
    if (figures.failed > 0) throw new Error(`the model refused ${figures.failed} calls`);
    return figures;
  };
  return {
    url,
    lengths,
    clear: async () => void (await ask('clear')),
    takes: async (ms) => void (await ask(ms)),
    figures: () => ask('figures'),
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
