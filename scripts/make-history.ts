// Stores histories of runs under test/histories, where they are folded and decided again for ever.
//
//   node scripts/make-history.ts                      every scenario that is not stored yet
//   node scripts/make-history.ts NAME…                these scenarios
//   node scripts/make-history.ts --add FILE NAME      a run that `planwright export` wrote
//
// Only as long as stored events and the state may still change (before v0.1.0):
//   node scripts/make-history.ts --remake [NAME…]     scenarios anew
//   node scripts/make-history.ts --repin              the logs stay, what they lead to is pinned anew
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ManualClock } from '../src/base/clock.ts';
import { sha256Hex } from '../src/base/hash.ts';
import { exportRun } from '../src/engine/export.ts';
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import {
  historyFile,
  historyNames,
  pinnedFile,
  pinOf,
  readHistory,
  readPinned,
} from '../test/histories/history-file.ts';
import { scenarios } from '../test/histories/scenarios.ts';
import { HistoryRun } from '../test/support/history-run.ts';

const tenant = 'tenant_local';

/** Through a real store and the real export, so that the file is what a user would get. */
async function makeBundle(run: HistoryRun): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-history-'));
  const clock = new ManualClock(run.nowMs);
  const path = join(folder, 'planwright.db');
  const store = openSqliteStore({ path, synchronous: 'NORMAL', clock });
  try {
    await run.writeTo(store);
    const lines: string[] = [];
    for await (const line of exportRun(store, run.place.run, run.nowMs)) lines.push(line);
    return lines.join('');
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeScenario(name: string): Promise<void> {
  const play = scenarios[name];
  if (!play) throw new Error(`there is no scenario ${name}`);
  const run = new HistoryRun({ run: `exec_${sha256Hex(name).slice(0, 20)}`, tenant });
  play(run);
  writeFileSync(historyFile(name), await makeBundle(run));
}

async function pin(name: string): Promise<void> {
  const pinned = { ...readPinned(), [name]: pinOf(await readHistory(historyFile(name))) };
  const sorted = Object.entries(pinned).sort(([left], [right]) => (left < right ? -1 : 1));
  writeFileSync(pinnedFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  process.stdout.write(`${name}: ${pinned[name]?.events ?? 0} events\n`);
}

function checkFree(name: string, mayRemake: boolean): void {
  if (mayRemake || !existsSync(historyFile(name))) return;
  throw new Error(`${name} is stored already, and a stored history never changes`);
}

async function main(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { add: { type: 'string' }, remake: flag, repin: flag } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { add, remake, repin } = values;
  if (!existsSync(pinnedFile)) writeFileSync(pinnedFile, '{}\n');
  if (repin) {
    for (const name of historyNames()) await pin(name);
    return;
  }
  const all = Object.keys(scenarios).filter((name) => remake || !existsSync(historyFile(name)));
  const names = positionals.length > 0 ? positionals : all;
  for (const name of names) {
    checkFree(name, remake);
    if (add === undefined) await makeScenario(name);
    else writeFileSync(historyFile(name), readFileSync(add));
    await pin(name);
  }
}

await main();
