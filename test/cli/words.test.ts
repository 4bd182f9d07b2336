// Help, mistakes and --json: what every command has in common.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationCommands } from '../../src/cli/commands.generated.ts';
import { commands, switches } from '../../src/cli/commands.ts';
import { operations } from '../../src/operations/table.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome } from '../support/server.ts';

let home: string;

beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const cli = (...args: string[]) => runCli(args, { home });

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('[CL1] %s names every command', async (word) => {
    const run = await cli(word);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const missing = commands.filter(({ name }) => !run.stdout.includes(`\n  ${name} `));
    expect(missing).toEqual([]);
  });

  it.each(commands)(
    '[CL1] $name --help shows its usage and does nothing',
    async ({ name, usage }) => {
      const run = await cli(name, '--help');
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).toContain(`planwright ${usage}`);
    },
  );

  it('[CL1] --version is the version alone', async () => {
    const run = await cli('--version');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });
});

describe('the list of commands', () => {
  const listed = operations.filter(({ cli: place }) => place !== undefined);
  const names = commands.map(({ name }) => name);

  it('[CL2] has every command of the operation table, once', () => {
    expect(listed.length).toBeGreaterThan(5);
    const missing = listed.filter(({ cli: place }) => !names.includes(place?.command ?? ''));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(commands)('[CL2] $name: a flag takes a value everywhere or nowhere', ({ usage }) => {
    const shown = [...usage.matchAll(/--([a-z-]+)( (?![|[-])\S+)?/g)];
    const wrong = shown.filter(([, flag = '', value]) => switches.has(flag) === Boolean(value));
    expect(wrong.map(([text]) => text)).toEqual([]);
  });

  it.each(listed)('[CL2] $name: each field of its input is a word or a flag', (operation) => {
    const made = operationCommands.find((one) => one.operation === operation.name);
    const fields = [...(made?.words ?? []), ...(made?.flags ?? [])].map(({ field }) => field);
    expect(fields.sort()).toEqual(Object.keys(operation.input.shape).sort());
  });

  it.each(operationCommands)(
    '[CL2] $command has a flag for each field that may be given',
    (made) => {
      const flags = commands.find(({ name }) => name === made.command)?.flags ?? [];
      expect(flags).toEqual(expect.arrayContaining(made.flags.map(({ flag }) => flag)));
    },
  );
});

const mistakes: readonly (readonly [string, readonly string[], string])[] = [
  ['an unknown command', ['staus'], 'Did you mean status?'],
  ['an unknown flag', ['list', '--limti', '5'], 'Did you mean --limit?'],
  ['an unknown flag at the end', ['list', '--limti'], 'Did you mean --limit?'],
  ['a flag without its value', ['list', '--limit'], '--limit needs a value'],
  ['a value for a switch', ['usage', 'plan_00000000', '--calls=yes'], '--calls takes no value'],
  ['a flag of another command', ['status', 'plan_00000000', '--out', 'x'], 'no flag --out'],
  ['a flag named like a prototype', ['list', '--__proto__=x'], 'no flag --__proto__'],
  ['a missing word', ['status'], 'needs plan_id'],
  ['a bad value', ['list', '--limit', '0'], 'limit'],
  ['a bad id', ['status', 'nonsense'], 'plan_id'],
  ['a goal left out', ['plan'], 'planwright plan "'],
  ['a bad toolset', ['mcp', '--toolset', 'x'], 'default, worker, all'],
  ['a bad setting', ['list', '--port', 'x'], 'port'],
  ['a half keys command', ['keys'], 'keys create'],
  ['a delete without --yes', ['delete', 'plan_00000000'], '--yes'],
  ['an erase without --yes', ['erase', 'plan_00000000'], '--yes'],
];

describe('mistakes', () => {
  it.each(mistakes)('[CL3] %s is one line on stderr and exit 2', async (_name, args, hint) => {
    const run = await cli(...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(hint);
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });

  it.each(mistakes)(
    '[CL4] %s is one JSON object on stdout with --json',
    async (_name, args, hint) => {
      const run = await cli(...args, '--json');
      expect(run).toMatchObject({ code: 2, stderr: '' });
      const { schema_version, error } = jsonOf(run);
      expect(schema_version).toBe(1);
      expect((error as { message: string }).message).toContain(hint);
    },
  );

  it.each([
    ['status', 'plan_00000000', 'PLAN_NOT_FOUND'],
    ['execution', 'exec_00000000', 'execution_not_found'],
    ['verify', 'exec_00000000', 'run_not_found'],
  ])('[CL3] %s of nothing is exit 3', async (command, id, code) => {
    const run = await cli(command, id, '--json');
    expect(run.code).toBe(3);
    expect(jsonOf(run)).toMatchObject({ error: { code } });
  });

  it('[CL3] a server that is not there is exit 6, and is named', async () => {
    const run = await cli('list', '--url', 'http://127.0.0.1:1', '--json');
    expect(run.code).toBe(6);
    expect(JSON.stringify(jsonOf(run))).toContain('127.0.0.1:1');
  });
});

describe('JSON that is typed', () => {
  it.each([
    ['done', 'exec_00000000', 's1', '{"a":1,"a":2}'],
    ['done', 'exec_00000000', 's1', '{"a":[1e999]}'],
    ['approve', 'exec_00000000', 's1', '--instead', '{"a":12345678901234567890}'],
    ['run', 'plan_00000000', '--policy', '{"pre_approved":[],"pre_approved":["x"]}'],
    ['run', 'plan_00000000', '--budget', '{"usd":1,"usd":2}'],
  ])('[AP21] that would not be kept ends %s with 2 and one line', async (...words) => {
    const { code, stdout, stderr } = await cli(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/"a"|1e999|12345678901234567890|"pre_approved"|"usd"/);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});
