// planwright import as a user runs it: files and folders of other tools.
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf, runCli } from '../support/cli.ts';
import { planexeZip } from '../support/planexe-zip.ts';
import { makeHome, startServer } from '../support/server.ts';

let home: string;
const cli = (...args: string[]) => runCli(args, { home });
const write = (name: string, bytes: Uint8Array | string): string => {
  const file = join(home, name);
  writeFileSync(file, bytes);
  return file;
};

beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('planwright import', () => {
  it('[IM16] prints plan, counts, defects and days as JSON', async () => {
    const run = await cli('import', write('kites.zip', planexeZip('numbered')), '--json');
    expect([run.code, run.stderr]).toEqual([0, '']);
    const taken = jsonOf(run);
    expect(taken).toMatchObject({ format: 'planexe', tasks: 5, executable: true });
    expect(taken.defects).toContainEqual({
      ...{ kind: 'missing_duration', where: expect.stringContaining('t23'), repaired: true },
      detail: expect.any(String),
    });
    const { days, waterfall_days, days_saved } = taken.schedule as Record<string, number>;
    expect(days).toBeGreaterThan(0);
    expect(days_saved).toBe((waterfall_days ?? 0) - (days ?? 0));
    const made = jsonOf(await cli('run', String(taken.plan_id), '--json'));
    expect(made.execution_id).toMatch(/^exec_/);
  });

  it('[IM16] says the same to people in a few lines', async () => {
    const { stdout, code } = await cli('import', write('some.bin', planexeZip('plain')));
    expect(code).toBe(0);
    const [title, days, defects, ...rest] = stdout.split('\n');
    expect(title).toMatch(/^Kite festival\b.*\b5\b/);
    expect(days).toMatch(
      /^ {2}\d+ days; one task after the other it would be \d+: \d+ days? saved$/,
    );
    expect(defects).toMatch(/\b10\b.*\b10\b/);
    expect(rest.join('\n')).toMatch(/\b2\b.*planwright read plan_\w+ file import_report\.md/);
    expect(rest.at(-2)).toMatch(/planwright run plan_\w+$/);
  });

  it('[IM16] takes a folder, without following links in it', async () => {
    const folder = join(home, 'work', 'backlog', 'tasks');
    mkdirSync(folder, { recursive: true });
    const secret = write('secret.md', '---\nid: task-9\ntitle: Secret\n---\n');
    writeFileSync(
      join(folder, 'task-1 - Dig.md'),
      '---\nid: task-1\ntitle: Dig\nstatus: To Do\n---\n',
    );
    symlinkSync(secret, join(folder, 'task-9 - Secret.md'));
    const taken = jsonOf(await cli('import', join(home, 'work'), '--json'));
    expect(taken).toMatchObject({ format: 'backlog', tasks: 1, title: 'work' });
  });

  it('[IM16] says what is understood, and takes the word of --format', async () => {
    const notes = write('notes.txt', 'dig, plant, water');
    const unknown = await cli('import', notes);
    expect([unknown.code, unknown.stdout]).toEqual([2, '']);
    expect(unknown.stderr).toContain('notes.txt');
    const said = await cli('import', notes, '--format', 'taskmaster');
    expect(said.stderr).toContain('notes.txt');
    const odd = await cli('import', notes, '--format', 'odd');
    expect(odd.stderr).toContain('plan, planwright, planexe');
    expect((await cli('import', write('empty.csv', ''))).stderr).toContain('empty.csv');
    expect((await cli('import', join(home, 'work', 'backlog', 'none'))).stderr).toContain(
      'no file',
    );
  });

  it('[IM16] sends the file to a server elsewhere as it is', async () => {
    const server = await startServer();
    try {
      const file = write('large.zip', planexeZip('plain', { 'notes.bin': noise(1_500_000) }));
      const run = await cli('import', file, '--url', server.url, '--json');
      expect([run.code, run.stderr]).toEqual([0, '']);
      const { plan_id } = jsonOf(run);
      const there = await fetch(`${server.url}/api/plans/${String(plan_id)}/status`);
      expect(((await there.json()) as { state: string }).state).toBe('completed');
    } finally {
      await server.close();
    }
  });
});

/** Text that does not pack: more than the body of a call may have. */
function noise(chars: number): string {
  const sums = Array.from({ length: Math.ceil(chars / 44) }, (_, at) =>
    createHash('sha256').update(String(at)).digest('base64'),
  );
  return sums.join('');
}
