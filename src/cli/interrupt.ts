// Ctrl-C: the first asks for an orderly end, the second ends at once.
import process from 'node:process';

export interface Interrupt {
  readonly signal: AbortSignal;
  /** As shells tell it: 128 and the number of the signal. */
  code(): number;
  close(): void;
}

const numbers = { SIGINT: 2, SIGTERM: 15 } as const;
type Name = keyof typeof numbers;
const names = Object.keys(numbers) as Name[];

const codeOf = (name: Name): number => 128 + numbers[name];

export function catchInterrupt(): Interrupt {
  const asked = new AbortController();
  let code = codeOf('SIGINT');
  const onSignal = (name: NodeJS.Signals): void => {
    if (asked.signal.aborted) process.exit(code);
    code = codeOf(name as Name);
    asked.abort();
  };
  for (const name of names) process.on(name, onSignal);
  return {
    signal: asked.signal,
    code: () => code,
    close() {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
