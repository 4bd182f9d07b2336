// The parent's end: starts a contestant's process and asks it, one thing at a time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ChildAnswer, ChildRequest, OpenOptions, Window } from './contestant.ts';

export interface ContestantProcess {
  window(atOnce: number, windowMs: number): Promise<Window>;
  close(): Promise<void>;
}

const childPath = fileURLToPath(new URL('./contestant-child.ts', import.meta.url));

function start(): ChildProcess {
  // What a library prints must not get into the figures on stdout.
  return fork(childPath, {
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: ['ExperimentalWarning', 'DeprecationWarning'].map(
      (warning) => `--disable-warning=${warning}`,
    ),
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** Longer than a window that is cut. */
const patienceMs = 120_000;

type Good = Extract<ChildAnswer, { ok: true }>;

async function ask(child: ChildProcess, request: ChildRequest): Promise<Good> {
  const over = new AbortController();
  const { signal } = over;
  const failed = (error: string) => (): ChildAnswer => ({ ok: false, error });
  const answers = [
    once(child, 'message', { signal }).then(([message]) => message as ChildAnswer),
    once(child, 'exit', { signal }).then(failed('its process ended')),
    pause(patienceMs, null, { signal }).then(failed('it did not answer')),
  ];
  for (const one of answers) one.catch(() => undefined);
  try {
    child.send(request);
    const answer = await Promise.race(answers);
    if (!answer.ok) throw new Error(answer.error);
    return answer;
  } finally {
    over.abort();
  }
}

export async function startContestant(
  module: string,
  options: OpenOptions,
): Promise<ContestantProcess> {
  const child = start();
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  try {
    await ask(child, { do: 'open', module, options });
  } catch (error) {
    await stop();
    throw error;
  }
  /** Nothing can be asked of one that was cut or failed. */
  let isLost = false;
  return {
    async window(atOnce, windowMs) {
      isLost = true;
      const { window } = await ask(child, { do: 'window', atOnce, windowMs });
      if (window === undefined) throw new Error('it gave no window');
      isLost = window.isCut;
      return window;
    },
    async close() {
      if (!isLost) await ask(child, { do: 'close' }).catch(() => undefined);
      await stop();
    },
  };
}
