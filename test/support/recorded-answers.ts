// The answers of a recording, for whoever is asked the very questions that it was made of.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Cassette } from '../../src/plan/brains/recorded/cassette.ts';
import { readCassette } from '../../src/plan/brains/recorded/read-cassette.ts';

export const breedersFile = fileURLToPath(
  new URL('../pipeline/recordings/dog-breeders.json', import.meta.url),
);

/** What the recording was asked for. */
export const breedersGoal = {
  prompt:
    'Prospect dog breeders in Connecticut, approach 10 hot leads, close 3 custom website deals in Q1 2026',
  start_date: '2026-01-05',
  detail: 'standard',
} as const;

const textOf = ({ contents }: Cassette, digest: string): string =>
  (contents[digest] ?? []).join('\n');

export interface RecordedAnswers {
  readonly count: number;
  /** The answer to a thought as work_claim hands it out. */
  of(prompt: string): object;
}

export function readAnswers(file: string): RecordedAnswers {
  const cassette = readCassette(readFileSync(file, 'utf8'));
  const answers = new Map(
    cassette.entries.map(({ system, prompt, reply }) => [
      `${textOf(cassette, system)}\n\n${textOf(cassette, prompt)}`,
      JSON.parse(textOf(cassette, reply.content)) as object,
    ]),
  );
  return {
    count: answers.size,
    of(prompt) {
      const answer = answers.get(prompt);
      if (answer) return answer;
      const task = /# Your task\n(.*)/.exec(prompt)?.[1] ?? prompt.slice(-200);
      throw new Error(`nobody was asked this when it was recorded: ${task}`);
    },
  };
}
