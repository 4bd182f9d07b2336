// A purse over several runs must be what the logs of its runs say, to the last micro-unit. Runs may go on
// while it is checked: then it is counted again, until it stood still for as long as that took.
import type { Reader } from '../store/store.ts';
import type { PurseRow } from '../store/tables.ts';
import { addTo } from './budget.ts';
import { purseKinds } from './purse.ts';
import type { Totals } from './state.ts';
import { startChain } from './verify-chain.ts';
import { foldUntil } from './verify-fold.ts';

const pageSize = 200;
const triesMax = 5;

interface Sums {
  readonly spent: Totals;
  readonly reserved: Totals;
}

async function sumsOf(reader: Reader, runs: readonly string[]): Promise<Sums> {
  const spent: Totals = { money: 0, tokens: 0, calls: 0 };
  const reserved: Totals = { ...spent };
  for (const run of runs) {
    const check = startChain(run);
    const row = await reader.run(run);
    // A log that is broken is told of where it is checked.
    await foldUntil(reader, check, row?.head_seq ?? 0);
    addTo(spent, check.state.purse.spent);
    addTo(reserved, check.state.purse.reserved);
  }
  return { spent, reserved };
}

function differenceOf(purse: PurseRow, sums: Sums): string | null {
  for (const kind of purseKinds) {
    for (const part of ['spent', 'reserved'] as const) {
      const has = purse[`${part}_${kind}`];
      const says = sums[part][kind];
      if (has !== says) return `${part}_${kind} is ${has}, and the logs of its runs say ${says}`;
    }
  }
  return null;
}

async function problemOf(
  reader: Reader,
  first: PurseRow,
  runs: readonly string[],
): Promise<string | null> {
  let purse = first;
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const sums = await sumsOf(reader, runs);
    const after = await reader.purse(purse.tenant, purse.id);
    if (after?.changes === purse.changes) return differenceOf(purse, sums);
    if (!after) return 'it is gone';
    purse = after;
  }
  // It moves all the time; whether it is right can be told when it rests.
  return null;
}

export interface PurseProblem {
  readonly purse: string;
  readonly what: string;
}

/** `members` are the runs that name a purse, by its id. */
export async function verifyPurses(
  reader: Reader,
  members: ReadonlyMap<string, readonly string[]>,
): Promise<PurseProblem[]> {
  const problems: PurseProblem[] = [];
  const missing = new Set(members.keys());
  for (let after = ''; ; ) {
    const page = await reader.allPurses(after, pageSize);
    for (const row of page) {
      missing.delete(row.id);
      const what = await problemOf(reader, row, members.get(row.id) ?? []);
      if (what !== null) problems.push({ purse: row.id, what });
    }
    if (page.length < pageSize) break;
    after = page.at(-1)?.id ?? after;
  }
  for (const purse of missing) problems.push({ purse, what: 'runs share it, and it is not there' });
  return problems;
}
