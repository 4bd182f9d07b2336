// A question to the person at the terminal. Anything but a clear yes is a no, the end of input too.
import { createInterface } from 'node:readline/promises';

export interface Asker {
  ask(question: string): Promise<boolean>;
  close(): void;
}

export function askOnTerminal(
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Asker {
  const lines = createInterface({ input, output, terminal: false });
  const read = lines[Symbol.asyncIterator]();
  return {
    async ask(question) {
      output.write(`${question} [y/N] `);
      const answer = await read.next();
      return answer.done !== true && /^\s*y(es)?\s*$/i.test(answer.value);
    },
    close: () => lines.close(),
  };
}

export const alwaysYes: Asker = { ask: async () => true, close: () => undefined };
