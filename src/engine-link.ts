// Starts the engine thread and gives the main thread its end of it.
import { Worker } from 'node:worker_threads';
import type { Config } from './base/config.ts';
import { type ErrorWire, fromErrorWire } from './base/errors.ts';
import { connectEngine, type RemoteEngine } from './engine/thread-port.ts';
import type { EngineThreadData, EngineWord } from './engine-thread.ts';
import { giveUpStoreShare, type StoreShare } from './open-store.ts';

export interface EngineLink {
  readonly engine: RemoteEngine;
  /** Settles with an error if the thread dies by itself. */
  readonly died: Promise<Error>;
  readonly isAlive: boolean;
  /** What the thread tells beside its answers, from then on. */
  onWord(listener: (word: EngineWord) => void): void;
  /** Never fails: a thread that is gone is closed. */
  close(): Promise<void>;
}

type Word = 'ready' | 'stopped' | { readonly failed: ErrorWire };

/** Waits for a word of the thread itself; answers to calls are the engine's. */
function nextWord(worker: Worker, isMeant: (word: Word) => boolean): Promise<Word> {
  return new Promise((resolve, reject) => {
    const onMessage = (word: Word): void => {
      if (!isMeant(word)) return;
      worker.off('message', onMessage);
      resolve(word);
    };
    worker.on('message', onMessage);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the engine thread ended with ${code}`)));
  });
}

const isStartWord = (word: Word): boolean =>
  word === 'ready' || (typeof word === 'object' && word !== null && 'failed' in word);

export async function startEngineThread(config: Config, share: StoreShare): Promise<EngineLink> {
  const worker = new Worker(new URL('./engine-thread.ts', import.meta.url), {
    workerData: { config, share } satisfies EngineThreadData,
  });
  const word = await nextWord(worker, isStartWord);
  if (typeof word === 'object' && 'failed' in word) {
    await worker.terminate();
    throw fromErrorWire(word.failed);
  }
  const engine = connectEngine(worker as never);
  let isClosing = false;
  let isAlive = true;
  const died = new Promise<Error>((resolve) => {
    worker.once('error', resolve);
    worker.once('exit', (code) => {
      isAlive = false;
      giveUpStoreShare(share);
      engine.disconnect();
      if (!isClosing) resolve(new Error(`the engine thread ended with ${code}`));
    });
  });
  return {
    engine,
    died,
    onWord(listener) {
      worker.on('message', (message: EngineWord | Word | object) => {
        if (typeof message !== 'object') return;
        const isWord = 'counted' in message || 'spans' in message || 'trouble' in message;
        if (isWord) listener(message as EngineWord);
      });
    },
    get isAlive() {
      return isAlive;
    },
    async close() {
      isClosing = true;
      if (!isAlive) return;
      const stopped = nextWord(worker, (answer) => answer === 'stopped');
      worker.postMessage('stop');
      // It may die on the way; then there is nothing left to stop.
      await stopped.catch(() => undefined);
      engine.disconnect();
      await worker.terminate();
    },
  };
}
