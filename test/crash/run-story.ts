// What a log tells, in words without times and ids, so that two runs can be compared; and what a
// story must have left behind, looked at below the server.
import { decodeEvent } from '../../src/engine/log-header.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { localTenant } from '../../src/operations/principals.ts';
import type { Reader } from '../../src/store/store.ts';
import { doubleVerified, fileProblems, openData } from './check.ts';
import type { ServerPlace } from './killable-server.ts';
import type { StoryEnd } from './undo-story.ts';

const pageSize = 1_000;

function wordsOf(header: string): string {
  const { type, data } = decodeEvent(header);
  const { step = '', attempt = '', cause = '', as = '' } = data as Record<string, string | number>;
  return [type, step, attempt, cause, as].filter((word) => word !== '').join(' ');
}

export async function wordsOfRun(reader: Reader, run: string): Promise<string[]> {
  const words: string[] = [];
  for (let after = 0; ; ) {
    const page = await reader.events(run, after, pageSize);
    words.push(...page.map(({ header }) => wordsOf(header)));
    if (page.length < pageSize) return words;
    after = page.at(-1)?.seq ?? after;
  }
}

/** What the log tells of one step. */
export async function wordsOfStep(
  place: ServerPlace,
  run: string,
  step: string,
): Promise<string[]> {
  const data = await openData(place);
  try {
    const words = await wordsOfRun(data.reader, run);
    return words.filter((word) => word.split(' ')[1] === step);
  } finally {
    await data.close();
  }
}

export interface StoryLeft {
  /** The log of the execution, without its notes. */
  readonly words: readonly string[];
  readonly notes: number;
  readonly events: number;
  /** Everything that is not as it must be. */
  readonly problems: readonly string[];
}

async function problemsOf(reader: Reader, runs: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  for (const run of runs) {
    const report = await verifyRun(reader, run);
    if (!report.ok) problems.push(`${run} ${report.problem?.seq}: ${report.problem?.what}`);
    problems.push(...(await doubleVerified(reader, run)));
  }
  return problems;
}

export async function lookAtStory(place: ServerPlace, end: StoryEnd): Promise<StoryLeft> {
  const data = await openData(place);
  try {
    const all = await wordsOfRun(data.reader, end.run);
    const words = all.filter((word) => !word.startsWith('note.recorded'));
    const plan = await data.reader.plan(localTenant, end.plan);
    const runs = plan ? [end.run, plan.run] : [end.run];
    const problems = [...end.surprises, ...(await problemsOf(data.reader, runs))];
    problems.push(...fileProblems(place));
    return { words, notes: all.length - words.length, events: all.length, problems };
  } finally {
    await data.close();
  }
}
