// Stored histories are for ever: each folds to the state it always had, and is decided again as it
// was as long as the machine has the version that wrote it.
import { createReadStream, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventVersions } from '../../src/engine/event-types.ts';
import { exportRun } from '../../src/engine/export.ts';
import { importRun } from '../../src/engine/import.ts';
import { parseHeader } from '../../src/engine/log-header.ts';
import { decideEvents, replayFold } from '../../src/engine/replay.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { planRow, textOf, withStore } from '../support/bundles.ts';
import {
  foldHistory,
  historyFile,
  historyNames,
  pinOf,
  readHistory,
  readPinned,
} from './history-file.ts';
import { scenarios } from './scenarios.ts';

const names = historyNames();
const pinned = readPinned();

describe.each(names)('the history %s', (name) => {
  it('[RP2] folds to the state it always had', async () => {
    expect(pinOf(await readHistory(historyFile(name)))).toEqual(pinned[name]);
  });

  it('[RP4] is decided again as it is written', async () => {
    const { header, events } = await readHistory(historyFile(name));
    const report = await decideEvents(header.run, events);
    expect(report.problem).toBeUndefined();
    expect(report.difference === undefined || !report.same_machine).toBe(true);
    expect(report.commands).toBeGreaterThan(0);
  });

  it('[RP8] comes in, verifies and goes out again to the byte', async () => {
    const file = historyFile(name);
    const history = await readHistory(file);
    const { header } = history;
    const { run, tenant, exported_at: exportedAt } = header;
    const { kind, planId: id } = foldHistory(history);
    const plans = kind === 'execution' ? [planRow({ id })] : [];
    await withStore(plans, async (store) => {
      const report = await importRun(store, tenant, () => createReadStream(file));
      expect(report).toMatchObject({ run, already_here: false, events: header.events });
      expect(await verifyRun(store, run)).toMatchObject({ ok: true, events: header.events });
      expect(await replayFold(store, run)).toMatchObject({ ok: true });
      expect(await textOf(exportRun(store, run, exportedAt))).toBe(readFileSync(file, 'utf8'));
    });
  });
});

describe('the stored histories', () => {
  it('[RP2] each is pinned, and each scenario is stored', () => {
    expect(Object.keys(pinned).sort()).toEqual(names);
    expect(names).toEqual(expect.arrayContaining(Object.keys(scenarios)));
  });

  it('[RP2] show every type of event', async () => {
    const seen = new Set<string>();
    for (const name of names) {
      const { events } = await readHistory(historyFile(name));
      for (const { header } of events) seen.add(parseHeader(header).type);
    }
    expect([...seen].sort()).toEqual(Object.keys(eventVersions).sort());
  });
});
