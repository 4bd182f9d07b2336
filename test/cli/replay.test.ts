// replay, export and import as a user runs them: from one home to another, and on a log that this
// machine would not have written.
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventDraft } from '../../src/engine/event-types.ts';
import { emptyHead, encodeEvent, type StoredEvent } from '../../src/engine/log-header.ts';
import { machineVersion } from '../../src/engine/machine.ts';
import { runRow } from '../../src/engine/projection.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { HistoryRun } from '../support/history-run.ts';
import { leaf } from '../support/run-driver.ts';
import { makeHome } from '../support/server.ts';

let home: string;
let elsewhere: string;
let planId: string;

const cli = (...args: string[]) => runCli(args, { home });
const there = (...args: string[]) => runCli(args, { home: elsewhere });

/** A fresh run whose step waits for a gate, which no command of ours makes it do. */
async function plantRun(run: string, machine: number): Promise<void> {
  const made = new HistoryRun({ run, tenant: 'tenant_local' });
  made.create([leaf('task_1')]);
  const parked: EventDraft = { type: 'step.parked', data: { step: 'task_1', for: 'gate' } };
  const drafts: EventDraft[] = made.events.map((event) =>
    event.type === 'run.created' ? { ...event, data: { ...event.data, machine } } : event,
  );
  const events: StoredEvent[] = [];
  for (const draft of [...drafts, parked]) {
    const { type, data, refs } = draft;
    const plain = { type, data, ...(refs ? { refs } : {}) } as EventDraft;
    events.push(encodeEvent(run, events.at(-1) ?? emptyHead, made.nowMs, plain));
  }
  const { seq: head_seq, hash: head_hash } = events.at(-1) ?? emptyHead;
  const put = { ...runRow(made.state), head_seq, head_hash };
  const store = openSqliteStore({ path: join(home, 'planwright.db'), synchronous: 'NORMAL' });
  await store.commit([{ run, expectedSeq: 0, events, rows: [{ table: 'runs', put }] }]);
  await store.close();
}

beforeAll(async () => {
  home = await makeHome();
  elsewhere = await makeHome();
  const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';
  planId = String(jsonOf(await cli('plan', goal, '--out', 'made', '--json')).plan_id);
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await rm(elsewhere, { recursive: true, force: true });
});

describe('replay', () => {
  it('[RP12] folds and decides the run of a plan', async () => {
    const run = await cli('replay', planId);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/gen_\w+.*\d+.*COMPLETED.*[0-9a-f]{16}/);
    const both = jsonOf(await cli('replay', planId, '--json'));
    expect(both).toMatchObject({ ok: true, fold: { ok: true }, decide: { ok: true } });
    const one = jsonOf(await cli('replay', planId, '--fold', '--json'));
    expect(Object.keys(one)).toEqual(['schema_version', 'run', 'ok', 'fold']);
  });

  it('[RP12] a difference is exit 1 with its number, and only news if another machine wrote it', async () => {
    await plantRun('exec_planted1', machineVersion);
    const same = await cli('replay', 'exec_planted1', '--decide');
    expect(same.code).toBe(1);
    expect(same.stdout).toMatch(/\b4\b/);
    expect(same.stdout).toContain('"for":"gate"');
    await plantRun('exec_planted2', machineVersion - 1);
    const other = await cli('replay', 'exec_planted2', '--decide', '--json');
    expect(other.code).toBe(0);
    expect(jsonOf(other)).toMatchObject({
      ok: true,
      decide: { ok: false, same_machine: false, difference: { seq: 4 } },
    });
  });

  it('[RP12] a run that is not there is exit 3, no run at all exit 2', async () => {
    expect((await cli('replay', 'exec_nothere')).code).toBe(3);
    expect((await cli('replay', 'plan_nothere')).code).toBe(3);
    expect((await cli('replay')).code).toBe(2);
    expect((await cli('export', 'exec_nothere', '--out', 'x.jsonl')).code).toBe(3);
  });
});

describe('export and import', () => {
  it('[RP12] takes a plan to another home, where it verifies and replays', async () => {
    const file = join(home, 'plan.jsonl');
    const made = await cli('export', planId, '--out', file);
    expect(made.code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const shown = (await cli('export', planId)).stdout.split('\n');
    const written = (await readFile(file, 'utf8')).split('\n');
    expect(shown.slice(1, -2)).toEqual(written.slice(1, -2));
    const taken = jsonOf(await there('import', file, '--json'));
    expect(taken).toMatchObject({ plan: planId, status: 'COMPLETED', already_here: false });
    expect((await there('verify')).code).toBe(0);
    expect((await there('verify', planId)).stdout).toMatch(/^gen_\w+/);
    expect((await there('replay', planId)).code).toBe(0);
    const plan = JSON.parse((await there('read', planId, '--json')).stdout) as object;
    expect(plan).toMatchObject({ plan_id: planId });
    const again = await there('import', file, '--json');
    expect(again.code).toBe(0);
    expect(jsonOf(again)).toMatchObject({ already_here: true });
  });

  it('[RP12] an execution goes where its plan is', async () => {
    const { execution_id: run } = jsonOf(await cli('run', planId, '--json'));
    const file = join(home, 'run.jsonl');
    expect((await cli('export', String(run), '--out', file, '--json')).code).toBe(0);
    expect((await cli('export', String(run), '--out', file)).code).toBe(2);
    const taken = await there('import', file);
    expect(taken.stdout).toContain(String(run));
    expect((await there('verify')).code).toBe(0);
    const third = await makeHome();
    const refused = await runCli(['import', file], { home: third });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(planId);
    await rm(third, { recursive: true, force: true });
  });

  it('[RP12] says what is wrong with a file', async () => {
    expect((await there('import')).code).toBe(2);
    expect((await there('import', 'nothere.jsonl')).stderr).toContain('nothere.jsonl');
    const other = await there('import', join(home, 'made', 'report.md'));
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('report.md');
    const cut = join(home, 'cut.jsonl');
    await writeFile(cut, (await readFile(join(home, 'plan.jsonl'), 'utf8')).slice(0, -40));
    // Where the run is not yet; where it is, nothing more is read of it.
    const third = await makeHome();
    const refused = await runCli(['import', cut], { home: third });
    expect(refused.code).toBe(2);
    await rm(third, { recursive: true, force: true });
  });
});
