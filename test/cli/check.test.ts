import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome } from '../support/server.ts';

let home: string;

beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const cli = (...args: string[]) => runCli(args, { home });

describe('planwright check', () => {
  it('[RD26] shows what was read and what to ask; exit 0 if it can be planned', async () => {
    const run = await cli('check', 'Åbn en café i Odense for 300.000 kr. inden 1. juni 2027');
    expect(run.code, run.stderr).toBe(0);
    for (const part of ['This can be planned.', '300,000 DKK', '2027-06-01', 'Odense', 'Questions'])
      expect(run.stdout).toContain(part);
    expect(run.stdout).not.toContain('plan_create');
  });

  it('[RD26] exit 1 and the reason, if it would not be', async () => {
    const run = await cli('check', 'test test');
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('This is a placeholder, not a goal.');
  });

  it('[RD26] --json gives the answer of prompt_check', async () => {
    const run = await cli('check', 'Build a time machine', '--json');
    expect(jsonOf(run)).toMatchObject({ verdict: 'confirm', score: 10 });
    expect(run.code).toBe(1);
  });

  it('[RD22] --answers are read with the goal', async () => {
    const answers = '{"place": "Lyon", "budget": "5,000 EUR"}';
    const run = await cli('check', 'Open a bakery', '--answers', answers, '--json');
    expect(jsonOf(run)).toMatchObject({
      read: { budget: { amount: 5_000 }, places: [{ name: 'Lyon' }] },
    });
    expect((await cli('check', 'Open a bakery', '--answers', 'Lyon')).stderr).toContain(
      'JSON object',
    );
  });

  it('[RD25] plan asks, and --yes confirms', async () => {
    const asked = await cli('plan', 'Buy a boat', '--brain', 'offline', '--json', '--out', 'boat');
    expect(asked.code).not.toBe(0);
    expect(asked.stdout + asked.stderr).toContain('--yes');
    const made = await cli(
      'plan',
      'Buy a boat',
      '--brain',
      'offline',
      '--yes',
      '--json',
      '--out',
      'boat',
    );
    expect(made.code, made.stderr).toBe(0);
  });
});
