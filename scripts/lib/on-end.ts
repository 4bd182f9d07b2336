// Clean-up that also happens when a script is interrupted, where finally blocks do not run.
import process from 'node:process';

const duties = new Set<() => void>();

/** Does the duty when this process ends, whatever the reason but kill -9; the answer calls it off. */
export function onEnd(duty: () => void): () => void {
  listen();
  duties.add(duty);
  return () => void duties.delete(duty);
}

let listening = false;
function listen(): void {
  if (listening) return;
  listening = true;
  process.on('exit', doAll);
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
}

/** The newest first: a server goes before the folder that it writes to. */
function doAll(): void {
  for (const duty of [...duties].reverse()) {
    try {
      duty();
    } catch {
      // The thing is gone already, which is what was wanted.
    }
  }
}
