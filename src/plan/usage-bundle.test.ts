// The account of a run travels with it, texts and all.
import { describe, expect, it } from 'vitest';
import { chunksOf, planRow, textOf, withStore } from '../../test/support/bundles.ts';
import { HistoryRun } from '../../test/support/history-run.ts';
import { attemptOf, secretWord } from '../../test/support/paid-steps.ts';
import { leaf } from '../../test/support/run-driver.ts';
import { sha256Hex } from '../base/hash.ts';
import { createIds } from '../base/ids.ts';
import { exportRun } from '../engine/export.ts';
import { importRun } from '../engine/import.ts';
import type { Store } from '../store/store.ts';
import { Ledger } from './ledger.ts';

const tenant = 'tenant_local';
const run = 'exec_usage000000001';
const place = { tenant, run, step: 'task_1', attempt: 1, stage: 'levers' };

async function bundleOf(change: (store: Store) => Promise<unknown> = async () => {}) {
  const made = new HistoryRun({ run, tenant });
  made.create([leaf('task_1')]);
  return withStore([planRow()], async (store) => {
    await made.writeTo(store);
    const plan = (await store.run(run))?.plan ?? '';
    const ledger = new Ledger(store, createIds({ now: () => made.nowMs }));
    for (const attempt of [1, 2]) {
      await ledger.record({ ...place, plan }, attemptOf({ attempt, reasoningText: secretWord }));
    }
    await change(store);
    const rows = await store.usageOfStep(run, 'task_1');
    return { text: await textOf(exportRun(store, run, made.nowMs)), rows, nowMs: made.nowMs };
  });
}

/** The same with a line changed and an end that fits. */
function tampered(bundle: string, change: (line: Record<string, never>) => object): string {
  const lines = bundle.trimEnd().split('\n').slice(0, -1);
  const text = lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join('');
  const end = { end: true, lines: lines.length, sha256: sha256Hex(text) };
  return `${text}${JSON.stringify(end)}\n`;
}

const refusalOf = (bundle: string): Promise<string> =>
  withStore([planRow()], async (store) => {
    const refusal = await importRun(store, tenant, chunksOf(bundle)).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    expect(await store.usageOfRun(tenant, run)).toEqual([]);
    return refusal;
  });

describe('a bundle of a run that asked models', () => {
  it('[US13] brings its rows and their texts, and goes out again the same', async () => {
    const { text, rows, nowMs } = await bundleOf();
    await withStore([planRow()], async (store) => {
      await importRun(store, tenant, chunksOf(text));
      expect(await store.usageOfStep(run, 'task_1')).toEqual(rows);
      const ids = rows.flatMap((row) => [row.prompt, row.reply, row.reasoning]);
      expect((await store.contents(ids)).size).toBe(6);
      expect(await textOf(exportRun(store, run, nowMs))).toBe(text);
    });
  });

  it('[US13] whose texts were erased brings what they cost', async () => {
    const { text, rows } = await bundleOf(async (store) => {
      const owned = (await store.usageOfStep(run, 'task_1')).flatMap((row) => [
        row.prompt,
        row.reply,
      ]);
      expect(owned).toHaveLength(4);
      const kept = (await store.contentIds(run)).filter((id) => !owned.includes(id));
      const rest = [...(await store.contents(kept)).values()];
      await store.commit([{ erase: { owners: [run], at: 1 } }]);
      await store.commit([{ content: rest.filter((row) => !isThought(row.bytes)) }]);
    });
    expect(text).not.toContain(Buffer.from(secretWord).toString('base64').slice(0, 10));
    await withStore([planRow()], async (store) => {
      await importRun(store, tenant, chunksOf(text));
      expect(await store.usageOfStep(run, 'task_1')).toEqual(rows);
    });
  });

  it('[US13] is refused where a text, a row or its place is not its own', async () => {
    const { text } = await bundleOf();
    const other = tampered(text, (line) =>
      'usage' in line ? { usage: { ...(line.usage as object), reply_hash: 'f'.repeat(64) } } : line,
    );
    expect(await refusalOf(other)).toContain('is not the one in the log');
    const foreign = tampered(text, (line) =>
      'usage' in line ? { usage: { ...(line.usage as object), run: 'exec_foreign1' } } : line,
    );
    expect(await refusalOf(foreign)).toContain('of something else');
    const elsewhere = tampered(text, (line) =>
      'usage' in line ? { usage: { ...(line.usage as object), reply: 'exec_other1.abc' } } : line,
    );
    expect(await refusalOf(elsewhere)).toContain('of something else');
    const unasked = tampered(text, (line) =>
      'usage' in line ? { usage: { ...(line.usage as object), reply: '' } } : line,
    );
    expect(await refusalOf(unasked)).toContain('is in no event');
  });
});

const isThought = (bytes: Uint8Array): boolean => Buffer.from(bytes).toString() === secretWord;
