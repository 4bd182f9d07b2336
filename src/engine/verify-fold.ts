// Reading on in the log while it is checked: page by page up to a number, or event by event until
// rows that were read later than the fold fit.
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Reader } from '../store/store.ts';
import { type ChainCheck, checkNext, type LogProblem } from './verify-chain.ts';

const pageSize = 1_000;

/** Takes in the events up to and with `until`; none of them may be missing. */
export async function foldUntil(
  reader: Reader,
  check: ChainCheck,
  until: number,
): Promise<LogProblem | null> {
  const { state } = check;
  while (state.seq < until) {
    const limit = Math.min(pageSize, until - state.seq);
    const page = await reader.events(state.id, state.seq, limit);
    for (const stored of page) {
      const problem = checkNext(check, stored);
      if (problem) return problem;
    }
    if (page.length < limit) {
      return { seq: state.seq + 1, what: `the event is missing: the head is ${until}` };
    }
    await letOthersRun();
  }
  return null;
}

/** Rows may be newer than the fold; then they fit one of the states up to the present head. */
export async function fitRows(
  reader: Reader,
  check: ChainCheck,
  findProblem: () => string | null,
): Promise<LogProblem | null> {
  const { state } = check;
  const what = findProblem();
  if (what === null) return null;
  const first = { seq: state.seq, what };
  const head = (await reader.run(state.id))?.head_seq ?? 0;
  while (state.seq < head) {
    const broken = await foldUntil(reader, check, state.seq + 1);
    if (broken) return broken;
    if (findProblem() === null) return null;
  }
  return first;
}
