// What verification finds beside the log: files that nobody filed, timers that are gone, runs whose
// row is gone. Each was done below the store, by plain SQL, as somebody with the database could.
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { createIds } from '../../src/base/ids.ts';
import { artifactWrites } from '../../src/engine/artifacts.ts';
import { newContent } from '../../src/engine/content.ts';
import type { Artifact } from '../../src/engine/engine-api.ts';
import { verifyAll, verifyRun } from '../../src/engine/verify.ts';
import type { Store } from '../../src/store/store.ts';
import { leaf } from '../support/run-driver.ts';
import type { Harness } from './harness.ts';
import { commitAll, RunBuilder, tenant, wholeRun } from './run-builder.ts';
import { put } from './sample-rows.ts';

const plan = 'plan_verify1';
const ids = createIds({ now: () => 1_700_000_000_000 });

const file = (path: string, text: string, owner = plan): Artifact => ({
  owner,
  path,
  contentType: 'text/plain',
  bytes: Buffer.from(text),
});

/** Does the step and files what it made, as the engine does. */
function completeWith(builder: RunBuilder, step: string, files: readonly Artifact[]): void {
  builder.lease(step);
  const output = builder.content(`${step} is done`);
  const made = artifactWrites(ids, tenant, builder.nowMs, files);
  const attempt = builder.state.steps.get(step)?.attempt ?? 0;
  const held = { step, attempt, holder: 'agent_contract1' };
  const content = [output.row, ...made.content];
  const command = { type: 'complete', ...held, output: output.ref, files: made.refs } as const;
  const set = builder.write(command, content);
  builder.sets.splice(-1, 1, { ...set, rows: [...(set.rows ?? []), ...made.rows] });
}

/** A plan with two files, made by a generation run of two steps. */
function generationRun(run: string): RunBuilder {
  const builder = new RunBuilder(run);
  builder.create([leaf('stage_1'), leaf('stage_2', ['stage_1'])], { kind: 'generation', plan });
  completeWith(builder, 'stage_1', [file('plan.json', '{"a":1}')]);
  completeWith(builder, 'stage_2', [file('report.md', 'A report.')]);
  return builder;
}

async function storedPlan(harness: Harness, run: string): Promise<[Store, RunBuilder]> {
  const store = await harness.open();
  const builder = generationRun(run);
  await commitAll(store, builder.sets);
  expect(await verifyAll(store)).toMatchObject([{ run, ok: true, erased: 0 }]);
  return [store, builder];
}

async function problemOf(store: Store, run: string): Promise<string> {
  const report = await verifyRun(store, run);
  expect(report.ok).toBe(report.problem === undefined);
  return report.problem?.what ?? '';
}

/** Content with its own salt and digest, as good as any, that no event points at. */
async function forge(store: Store, text: string): Promise<{ content: string; sha256: string }> {
  const bytes = Buffer.from(text);
  const { row } = newContent(ids, tenant, plan, bytes);
  await store.commit([{ content: [row] }]);
  return { content: row.id, sha256: sha256Hex(bytes) };
}

const leasedRun = (run: string): RunBuilder => {
  const builder = new RunBuilder(run);
  builder.create([leaf('task_1'), leaf('task_2')]);
  builder.lease('task_1');
  builder.lease('task_2');
  builder.fail('task_2', 'it rained');
  return builder;
};

export function verifyContract(harness: () => Harness): void {
  describe('verification of files', () => {
    it('[LG5] finds a file of a plan that points at a content no event names', async () => {
      const run = 'gen_forged0000000001';
      const [store] = await storedPlan(harness(), run);
      const { content, sha256 } = await forge(store, 'B report.');
      const text = "update artifacts set content = ?, sha256 = ? where path = 'report.md'";
      await harness().sql(text, content, sha256);
      expect(await problemOf(store, run)).toContain('report.md');
    });

    it('[LG5] finds a file that was added beside the log', async () => {
      const run = 'gen_added00000000001';
      const [store] = await storedPlan(harness(), run);
      const { content, sha256 } = await forge(store, 'extra');
      const entry = { tenant, owner: plan, path: 'extra.md', content, sha256, size: 5 };
      await store.commit([{ rows: [put('artifacts', entry)] }]);
      expect(await problemOf(store, run)).toContain('extra.md');
    });

    it('[LG5] finds a file that is not listed any more, unless it was erased', async () => {
      const run = 'gen_unlisted00000001';
      const [store, builder] = await storedPlan(harness(), run);
      await harness().sql("delete from artifacts where path = 'plan.json'");
      expect(await problemOf(store, run)).toContain('not listed');
      const erased = builder.erase();
      await commitAll(store, [{ ...erased, erase: { owners: [run, plan], at: builder.nowMs } }]);
      expect(await verifyRun(store, run)).toMatchObject({ ok: true, erased: 6 });
    });

    it('[LG5] finds two entries for one file', async () => {
      const run = 'gen_twice00000000001';
      const [store] = await storedPlan(harness(), run);
      const text = `insert into artifacts (owner, path, tenant, content, content_type, size, sha256,
        updated_at) select owner, 'copy.json', tenant, content, content_type, size, sha256,
        updated_at from artifacts where path = 'plan.json'`;
      await harness().sql(text);
      expect(await problemOf(store, run)).toMatch(/copy\.json|plan\.json/);
    });

    it('[LG5] finds a forged file of a run itself', async () => {
      const run = 'exec_files0000000001';
      const store = await harness().open();
      const builder = new RunBuilder(run);
      builder.create([leaf('task_1')]);
      completeWith(builder, 'task_1', [file('result.md', 'result', run)]);
      await commitAll(store, builder.sets);
      expect(await problemOf(store, run)).toBe('');
      const { content, sha256 } = await forge(store, 'forged');
      const text = 'update artifacts set content = ?, sha256 = ? where owner = ?';
      await harness().sql(text, content, sha256, run);
      expect(await problemOf(store, run)).toContain('result.md');
    });

    it('[LG5] takes files that come while it looks', async () => {
      const run = 'gen_growing000000001';
      const store = await harness().open();
      const { sets } = generationRun(run);
      await commitAll(store, sets.slice(0, 2));
      let left = sets.slice(2);
      const reader: Store = Object.create(store, {
        artifacts: {
          value: async (...of: [string, string]) => {
            const late = left;
            left = [];
            await commitAll(store, late);
            return store.artifacts(...of);
          },
        },
      });
      expect(await verifyRun(reader, run)).toMatchObject({ ok: true });
      expect(left).toEqual([]);
    });
  });

  describe('verification of timers', () => {
    it.each([
      ['the end of a lease', 'task_1', "delete from due where kind = 'lease' and run = ?"],
      ['another attempt', 'task_1', "update due set attempt = 9 where kind = 'lease' and run = ?"],
      ['a far time', 'task_1', "update due set at = 9e12 where kind = 'lease' and run = ?"],
      ['a wait', 'task_2', "delete from due where kind = 'wake' and run = ?"],
      ['a longer wait', 'task_2', "update due set at = at + 1 where kind = 'wake' and run = ?"],
    ])('[LG5] finds a lost or changed one: %s', async (_, step, text) => {
      const run = 'exec_timer0000000001';
      const store = await harness().open();
      await commitAll(store, leasedRun(run).sets);
      await commitAll(store, leasedRun('exec_timer0000000002').sets);
      expect((await verifyAll(store)).map(({ ok }) => ok)).toEqual([true, true]);
      await harness().sql(text, run);
      expect(await problemOf(store, run)).toContain(step);
      expect(await problemOf(store, 'exec_timer0000000002')).toBe('');
    });

    it('[ST10] reads those of one run alone', async () => {
      const store = await harness().open();
      for (const run of ['exec_a', 'exec_a1', 'exec_b']) {
        await commitAll(store, leasedRun(run).sets);
      }
      const found = await store.dueOfRun('exec_a');
      expect(found.map(({ id }) => id)).toEqual(['exec_a/task_1/lease', 'exec_a/task_2/wake']);
      expect(await store.dueOfRun('exec_')).toEqual([]);
    });
  });

  describe('verification of all runs', () => {
    it('[LG3] finds a run that lost its row', async () => {
      const store = await harness().open();
      for (const run of ['exec_all_1', 'exec_all_2', 'exec_all_3', 'exec_all_4']) {
        await commitAll(store, wholeRun(run).sets);
      }
      await harness().sql("delete from runs where id in ('exec_all_2', 'exec_all_4')");
      expect((await verifyAll(store)).map(({ run, ok }) => [run, ok])).toEqual([
        ['exec_all_1', true],
        ['exec_all_2', false],
        ['exec_all_3', true],
        ['exec_all_4', false],
      ]);
      expect(await problemOf(store, 'exec_all_2')).toContain('no row');
    });

    it('[LG3] finds the run of a plan that is gone with its events', async () => {
      const run = 'gen_lost000000000001';
      const [store] = await storedPlan(harness(), run);
      await store.commit([{ rows: [put('plans', { id: plan, tenant, run })] }]);
      expect(await verifyAll(store)).toMatchObject([{ run, ok: true }]);
      await harness().sql('delete from runs where id = ?', run);
      await harness().sql('delete from events where run = ?', run);
      expect(await verifyAll(store)).toMatchObject([{ run, ok: false, events: 0 }]);
    });
  });
}
