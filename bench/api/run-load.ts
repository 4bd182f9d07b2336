// Starts the load process and takes the server's processor time over exactly its timed part.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onEnd } from '../../scripts/lib/on-end.ts';
import type { CpuMeter } from '../lib/process-cpu.ts';
import type { LoadFigures, LoadPlan, LoadWord } from './load-plan.ts';

export interface LoadResult extends LoadFigures {
  /** Of the server, all its threads; null where it cannot be told. */
  readonly cpuUsPerRequest: number | null;
}

const script = fileURLToPath(new URL('./load.ts', import.meta.url));

export function runLoad(plan: LoadPlan, cpu: CpuMeter): Promise<LoadResult> {
  const child = fork(script, { stdio: ['ignore', 2, 2, 'ipc'] });
  const callOff = onEnd(() => child.kill('SIGKILL'));
  child.send(plan);
  return new Promise((resolve, reject) => {
    let usedUs = 0;
    child.on('message', (word: LoadWord) => {
      if (word === 'begin') usedUs = -(cpu?.() ?? 0);
      else if (word === 'end') usedUs += cpu?.() ?? 0;
      else if ('error' in word) reject(new Error(`load: ${word.error}`));
      else {
        const cpuUsPerRequest = cpu === null ? null : usedUs / word.figures.requests;
        resolve({ ...word.figures, cpuUsPerRequest });
      }
    });
    child.once('exit', (code) => {
      callOff();
      reject(new Error(`the load process ended with ${code}`));
    });
  });
}
