import { describe, expect, it } from 'vitest';
import { scenarios } from '../../test/histories/scenarios.ts';
import { chunksOf, planRow, textOf, withStore } from '../../test/support/bundles.ts';
import { HistoryRun, worker } from '../../test/support/history-run.ts';
import { leaf } from '../../test/support/run-driver.ts';
import { sha256Hex } from '../base/hash.ts';
import type { Store } from '../store/store.ts';
import { exportRun } from './export.ts';
import { importRun } from './import.ts';
import { chainHash } from './log-header.ts';
import { verifyAll, verifyRun } from './verify.ts';

const tenant = 'tenant_local';
const run = 'exec_import000000001';

function played(name: string): HistoryRun {
  const made = new HistoryRun({ run, tenant });
  scenarios[name]?.(made);
  return made;
}

const bundleOf = (made: HistoryRun, plans = [planRow()]): Promise<string> =>
  withStore(plans, async (store) => {
    await made.writeTo(store);
    return textOf(exportRun(store, made.place.run, made.nowMs));
  });

const takeIn = (store: Store, bundle: string, as = tenant, chunkBytes?: number) =>
  importRun(store, as, chunksOf(bundle, chunkBytes));

const linesOf = (bundle: string): string[] => bundle.trimEnd().split('\n');

/** A bundle with these lines and an end that fits them. */
function sealed(lines: readonly string[]): string {
  const text = `${lines.join('\n')}\n`;
  const end = { end: true, lines: lines.length, sha256: sha256Hex(text) };
  return `${text}${JSON.stringify(end)}\n`;
}

/** The bundle with its lines changed, and an end that fits. */
const changed = (bundle: string, change: (lines: string[]) => readonly string[]): string =>
  sealed(change(linesOf(bundle).slice(0, -1)));

async function refusalOf(bundle: string, as = tenant): Promise<string> {
  return withStore([planRow()], async (store) => {
    const refusal = await takeIn(store, bundle, as).then(
      () => 'taken',
      (error: Error) => error.message,
    );
    expect(await store.runIds('', 10)).toEqual([]);
    expect(await store.contentIds(run)).toEqual([]);
    return refusal;
  });
}

/** A generation run that files a report, with its plan. */
function generation(): HistoryRun {
  const plan = 'plan_import1';
  const made = new HistoryRun({ run: 'gen_import1', tenant, kind: 'generation', plan });
  made.create([leaf('stage_1'), leaf('stage_2', ['stage_1'])]);
  const held = made.lease('stage_1');
  const text = '# A report';
  const file = made.text(text, plan);
  const put = {
    tenant,
    owner: plan,
    path: 'report.md',
    content: file.id,
    content_type: 'text/markdown; charset=utf-8',
    size: text.length,
    sha256: sha256Hex(text),
    updated_at: made.nowMs,
  };
  const output = made.text('{}');
  const files = { file_1: file };
  const row = planRow({ id: plan, run: 'gen_import1' });
  made.commit([{ type: 'complete', ...held, output, files }], {
    rows: [
      { table: 'artifacts', put },
      { table: 'plans', put: row },
    ],
  });
  return made;
}

describe('import', () => {
  it('[RP8] brings in events, contents and rows, and a second time says so', async () => {
    const made = played('undo');
    const bundle = await bundleOf(made);
    await withStore([planRow()], async (store) => {
      const report = await takeIn(store, bundle, tenant, 7);
      const { seq: events, status } = made.state;
      const contents = made.contents.length;
      expect(report).toMatchObject({ run, events, contents, status, already_here: false });
      expect(await verifyRun(store, run)).toMatchObject({ ok: true, events });
      expect((await store.contentIds(run)).sort()).toEqual(
        made.contents.map(({ id }) => id).sort(),
      );
      expect(await takeIn(store, bundle)).toMatchObject({ run, already_here: true });
    });
  });

  it('[RP8] brings a plan with its files', async () => {
    const bundle = await bundleOf(generation(), []);
    await withStore([], async (store) => {
      await takeIn(store, bundle);
      expect(await store.plan(tenant, 'plan_import1')).toMatchObject({ goal: 'Bake bread' });
      expect(await store.artifacts(tenant, 'plan_import1')).toMatchObject([{ path: 'report.md' }]);
      expect(await verifyAll(store)).toMatchObject([{ run: 'gen_import1', ok: true }]);
    });
  });

  it('[RP8] a large content goes in parts', async () => {
    const made = new HistoryRun({ run, tenant });
    made.create([leaf('task_1')]);
    const held = made.lease('task_1');
    const output = made.text('x'.repeat(3 * 2 ** 20 + 5));
    made.do({ type: 'complete', ...held, output });
    const bundle = await bundleOf(made);
    expect(linesOf(bundle).filter((line) => line.startsWith('{"part"'))).toHaveLength(3);
    await withStore([planRow()], async (store) => {
      await takeIn(store, bundle);
      expect((await store.content(output.id))?.bytes.byteLength).toBe(3 * 2 ** 20 + 5);
      expect(await verifyRun(store, run)).toMatchObject({ ok: true });
    });
  });

  it('[RP9] goes on where an import stopped half way', async () => {
    const made = new HistoryRun({ run, tenant });
    made.create(Array.from({ length: 3 }, (_, index) => leaf(`task_${index}`)));
    for (const step of ['task_0', 'task_1', 'task_2']) {
      const held = made.lease(step);
      made.do({ type: 'complete', ...held, output: made.text(step.repeat(600_000)) });
    }
    const bundle = await bundleOf(made);
    await withStore([planRow()], async (store) => {
      let commits = 0;
      const failing = new Proxy(store, {
        get(target, name) {
          if (name === 'commit') {
            return (sets: Parameters<Store['commit']>[0]) => {
              commits += 1;
              if (commits > 1) throw new Error('the disk is gone');
              return target.commit(sets);
            };
          }
          const value = Reflect.get(target, name, target) as unknown;
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      await expect(takeIn(failing, bundle)).rejects.toThrow('the disk is gone');
      expect((await store.contentIds(run)).length).toBeGreaterThan(0);
      expect(await store.run(run)).toBeNull();
      expect(await store.events(run, 0, 10)).toEqual([]);
      await takeIn(store, bundle);
      expect(await verifyRun(store, run)).toMatchObject({ ok: true, erased: 0 });
    });
  });

  it('[RP10] an open run keeps its leases and timers', async () => {
    const made = new HistoryRun({ run, tenant });
    made.create([leaf('task_1'), leaf('task_2'), leaf('task_3', ['task_1'])]);
    made.lease('task_1');
    made.fail('task_2', 'transient');
    const bundle = await bundleOf(made);
    await withStore([planRow()], async (store) => {
      await takeIn(store, bundle);
      const due = await store.dueOfRun(run);
      expect(due.map(({ id }) => id)).toEqual([`${run}/task_1/lease`, `${run}/task_2/wake`]);
      expect(await store.heldSteps(tenant, worker)).toMatchObject([{ run, step: 'task_1' }]);
      expect(await verifyRun(store, run)).toMatchObject({ ok: true });
    });
  });

  it('[RP8] an erased run comes in as erased', async () => {
    const bundle = await bundleOf(played('erased'));
    await withStore([planRow()], async (store) => {
      expect(await takeIn(store, bundle)).toMatchObject({ contents: 0, status: 'CANCELLED' });
      const report = await verifyRun(store, run);
      expect(report.ok).toBe(true);
      expect(report.erased).toBeGreaterThan(0);
    });
  });
});

describe('what is not taken in', () => {
  it('[RP7] a run of another tenant', async () => {
    const bundle = await bundleOf(played('chain'));
    expect(await refusalOf(bundle, 'tenant_other')).toContain('belongs to the tenant tenant_local');
  });

  it('[RP7] another run under the same id', async () => {
    const bundle = await bundleOf(played('chain'));
    await withStore([planRow()], async (store) => {
      const other = new HistoryRun({ run, tenant });
      other.create([leaf('task_9')]);
      await other.writeTo(store);
      await expect(takeIn(store, bundle)).rejects.toMatchObject({ code: 'conflict' });
      expect((await store.run(run))?.head_hash).toBe(other.state.hash);
    });
  });

  it('[RP7] an execution without its plan, and a plan that is here', async () => {
    const execution = await bundleOf(played('chain'));
    await withStore([], async (store) => {
      await expect(takeIn(store, execution)).rejects.toMatchObject({ code: 'PLAN_NOT_FOUND' });
    });
    const made = await bundleOf(generation(), []);
    await withStore([planRow({ id: 'plan_import1' })], async (store) => {
      await expect(takeIn(store, made)).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  it('[RP7] a content that is here and differs', async () => {
    const made = played('chain');
    const bundle = await bundleOf(made);
    await withStore([planRow()], async (store) => {
      const [first] = made.contents;
      if (!first) throw new Error('no content');
      await store.commit([{ content: [{ ...first, bytes: Buffer.from('mine') }] }]);
      await expect(takeIn(store, bundle)).rejects.toMatchObject({ code: 'conflict' });
      expect(await store.run(run)).toBeNull();
    });
  });

  const cuts: readonly [string, (bundle: string) => string, string][] = [
    ['nothing', () => '', 'end is missing'],
    ['something else', () => '{"format":"other"}\n', 'line 1'],
    ['text', () => 'hello\n', 'not JSON'],
    ['no end', (bundle) => `${linesOf(bundle).slice(0, -1).join('\n')}\n`, 'end is missing'],
    ['half a line', (bundle) => bundle.slice(0, -9), 'cut off'],
    ['more behind its end', (bundle) => `${bundle}{}\n`, 'goes on'],
    [
      'a changed line',
      (bundle) => bundle.replace('"exported_at":1', '"exported_at":2'),
      'changed on the way',
    ],
    [
      'a line less',
      (bundle) => linesOf(bundle).toSpliced(-2, 1).join('\n').concat('\n'),
      'lines are missing',
    ],
  ];
  it.each(cuts)('[RP6] a file with %s', async (_, cut, message) => {
    expect(await refusalOf(cut(await bundleOf(played('chain'))))).toContain(message);
  });

  const isContent = (line: string): boolean => line.startsWith('{"content"');

  const forgeries: readonly [string, (lines: string[]) => readonly string[], string][] = [
    [
      'a changed event',
      (lines) => lines.map((line) => line.replace('agent_history1', 'agent_history9')),
      'Event 5',
    ],
    ['an event less', (lines) => lines.toSpliced(4, 1), 'event 4'],
    ['events that do not lead to the head', (lines) => lines.toSpliced(13, 1), 'to its head'],
    [
      'a content less',
      (lines) => lines.toSpliced(lines.findIndex(isContent), 1),
      'missing, and was not erased',
    ],
    ['a content twice', (lines) => [...lines, lines.find(isContent) ?? ''], 'comes twice'],
    [
      'another content',
      (lines) => lines.map((line) => line.replace('"bytes":"ey', '"bytes":"eX')),
      'not the one in the log',
    ],
    [
      'a content of somebody else',
      (lines) => lines.map((line) => line.replace(`"owner":"${run}"`, '"owner":"plan_other1"')),
      'of something else',
    ],
    ['two heads', (lines) => [...lines, lines[0] ?? ''], 'begin with its head'],
    ['an event at the end', (lines) => [...lines, lines[1] ?? ''], 'out of place'],
    [
      'a plan that is not its own',
      (lines) => [...lines, JSON.stringify({ plan: planRow() })],
      'another one',
    ],
    [
      'a field too many',
      (lines) => [...lines, JSON.stringify({ artifact: {}, more: 1 })],
      'none of its lines',
    ],
  ];
  it.each(forgeries)('[RP6] a bundle with %s', async (_, change, message) => {
    const bundle = await bundleOf(played('chain'));
    expect(await refusalOf(changed(bundle, change))).toContain(message);
  });

  /** An event in the place of the fifth, with a chain and a head that fit. */
  function withHeader(bundle: string, forge: (header: string) => string): string {
    return changed(bundle, ([head = '', ...lines]) => {
      const events = lines.filter((line) => line.startsWith('{"event"')).slice(0, 5);
      let previous = '0'.repeat(64);
      const chained = events.map((line, index) => {
        const { event } = JSON.parse(line) as { event: { seq: number; header: string } };
        const header = index === 4 ? forge(event.header) : event.header;
        previous = chainHash(previous, header);
        return JSON.stringify({ event: { seq: event.seq, header, hash: previous } });
      });
      const first = JSON.parse(head) as object;
      const fitting = { ...first, events: 5, head: { seq: 5, hash: previous } };
      return [JSON.stringify(fitting), ...chained];
    });
  }

  const headers: readonly [string, (header: string) => string, string][] = [
    ['free text', (text) => text.replace('agent_history1', 'Ann Smith'), 'as events are'],
    ['spaces', (text) => text.replace('{', '{ '), 'as events are'],
    ['a fraction', (text) => text.replace('"lease_ms":60000', '"lease_ms":0.5'), 'as events are'],
    ['another type', (text) => text.replace('step.leased', 'step.danced'), 'as events are'],
    ['another run', (text) => text.replace(run, 'exec_other'), 'another run'],
    ['a step that is not there', (text) => text.replace('task_1', 'task_9'), 'unknown step'],
    ['a far time', (text) => text.replace(/"at":\d+/, '"at":9999999999999'), 'from the future'],
  ];
  it.each(headers)('[RP6] an event with %s', async (_, forge, message) => {
    const bundle = await bundleOf(played('chain'));
    expect(await refusalOf(withHeader(bundle, forge))).toContain(message);
  });

  it.each([
    ['a way out of its folder', { path: '../../etc/cron.d/x' }, 'none of its lines'],
    ['another digest', { sha256: 'ab'.repeat(32) }, 'not the one in the log'],
    ['another owner', { owner: 'plan_other1' }, 'not the one in the log'],
    ['another tenant', { tenant: 'tenant_other' }, 'not the one in the log'],
  ])('[RP6] a file with %s', async (_, change, message) => {
    const bundle = await bundleOf(generation(), []);
    const forged = changed(bundle, (lines) =>
      lines.map((line) => {
        if (!line.startsWith('{"artifact"')) return line;
        const { artifact } = JSON.parse(line) as { artifact: object };
        return JSON.stringify({ artifact: { ...artifact, ...change } });
      }),
    );
    await withStore([], async (store) => {
      await expect(takeIn(store, forged)).rejects.toThrow(message);
      expect(await store.runIds('', 10)).toEqual([]);
    });
  });
});

describe('export', () => {
  it('[RP11] a run that is not there or is broken is not exported', async () => {
    const made = played('chain');
    await withStore([], async (store) => {
      const read = () => textOf(exportRun(store, run, made.nowMs));
      await expect(read()).rejects.toMatchObject({ code: 'run_not_found' });
      for (const set of made.sets) {
        const events = (set.events ?? []).map((event) =>
          event.seq === 6 ? { ...event, hash: 'cd'.repeat(32) } : event,
        );
        await store.commit([{ ...set, events }]);
      }
      await expect(read()).rejects.toMatchObject({ code: 'log_corrupt', facts: { seq: 6 } });
    });
  });

  it('[RP11] a content that is gone without an erase is not left out in silence', async () => {
    const made = played('chain');
    await withStore([], async (store) => {
      await made.writeTo(store);
      await store.commit([{ erase: { owners: [run], at: 1 } }]);
      const read = textOf(exportRun(store, run, made.nowMs));
      await expect(read).rejects.toMatchObject({ code: 'content_unavailable' });
    });
  });
});
