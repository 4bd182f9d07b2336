// One line on stdout, without what console adds.
import process from 'node:process';

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
