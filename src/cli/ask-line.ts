// One line from the person at the terminal; the end of input is an empty one, and so is Ctrl-C.
import { createInterface } from 'node:readline';

export function askLine(
  question: string,
  input: NodeJS.ReadableStream = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string> {
  const lines = createInterface({ input, output });
  return new Promise((resolve) => {
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => resolve(''));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
