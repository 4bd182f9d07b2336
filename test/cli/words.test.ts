// Help, mistakes and --json: what every command has in common.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variantsOf } from '../../src/cli/command-operation.ts';
import { commands, switches } from '../../src/cli/commands.ts';
import { commandOf, usageOf } from '../../src/cli/operation-command.ts';
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

  it.each(commands)('[CL1] $name --help shows its usage and does nothing', async (command) => {
    const { name, own } = command;
    const run = await cli(...name.split(' '), '--help');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const usages = own?.usages ?? variantsOf(name).map(usageOf);
    const missing = usages.filter((usage) => !run.stdout.includes(`planwright ${usage}`));
    expect(name === 'call' ? [] : missing).toEqual([]);
  });

  it('[CL1] --version is the version alone', async () => {
    const run = await cli('--version');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });
});

describe('the list of commands', () => {
  const places = operations.flatMap((operation) =>
    operation.cli.map((place) => ({ operation, place, command: place.command })),
  );
  const names = commands.map(({ name }) => name);
  const derived = names.flatMap(variantsOf);

  it('[CL2] has every command of the operation table, and each once', () => {
    expect(places.length).toBeGreaterThan(40);
    expect(places.filter(({ command }) => !names.includes(command))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(derived).toHaveLength(places.length);
  });

  it('[CL2] a command is written by hand or follows from the table, not both', () => {
    const own = commands.filter(({ own: text }) => text).map(({ name }) => name);
    expect(own.filter((name) => variantsOf(name).length > 0)).toEqual([]);
  });

  it('[CL2] a flag takes a value everywhere or nowhere', () => {
    const all = [
      ...commands.flatMap(({ own }) => Object.entries(own?.flags ?? {})),
      ...derived.flatMap(({ flags }) => flags.map(({ flag, text }) => [flag, text] as const)),
    ];
    expect(all.filter(([flag, value]) => switches.has(flag) !== (value === ''))).toEqual([]);
  });

  it.each(operations)(
    '[CL2] $name: each field of its input is a flag of planwright call',
    (one) => {
      const { flags } = commandOf(one, { command: one.name, positional: [] });
      const given = flags.flatMap(({ field, sets }) => field ?? Object.keys(sets ?? {}));
      expect(given.sort()).toEqual(Object.keys(one.input.shape).sort());
    },
  );

  it.each(places)('[CL2] $command: words, flags and what it sets are fields', (one) => {
    const { words, flags } = commandOf(one.operation, one.place);
    const given = [
      ...[...words, ...flags].flatMap(({ field }) => field ?? []),
      ...[one.place, ...flags].flatMap(({ sets }) => Object.keys(sets ?? {})),
    ];
    expect(Object.keys(one.operation.input.shape)).toEqual(expect.arrayContaining(given));
    expect(words.map(({ field }) => field)).toEqual(one.place.positional);
  });
});

const mistakes: readonly (readonly [string, readonly string[], string])[] = [
  ['an unknown command', ['staus'], 'Did you mean status?'],
  ['an unknown flag', ['list', '--limti', '5'], 'Did you mean --limit?'],
  ['an unknown flag at the end', ['list', '--limti'], 'Did you mean --limit?'],
  ['a flag without its value', ['list', '--limit'], '--limit needs a value'],
  ['a value for a switch', ['usage', 'plan_00000000', '--calls=yes'], '--calls takes no value'],
  ['a flag of another command', ['status', 'plan_00000000', '--out', 'x'], 'no flag --out'],
  ['a flag named like a prototype', ['list', '--__proto__=x'], 'no flag --__proto__'],
  ['a missing word', ['status'], 'needs PLAN'],
  ['a bad value', ['list', '--limit', '0'], 'limit'],
  ['a bad id', ['status', 'nonsense'], 'plan_id'],
  ['a goal left out', ['plan'], 'planwright plan "'],
  ['a bad toolset', ['mcp', '--toolset', 'x'], 'default, worker, all'],
  ['a bad setting', ['list', '--port', 'x'], 'port'],
  ['a half keys command', ['keys'], 'keys create'],
  ['a command of either without its id', ['fund'], 'needs PLAN or EXECUTION or PURSE'],
  ['an unknown operation', ['call', 'plan_lits'], 'planwright call plan_list'],
  ['an operation left out', ['call'], 'planwright call --help'],
  ['a word that no field takes', ['call', 'plan_status', 'plan_00000000'], '--help'],
  ['a field left out', ['call', 'plan_status'], 'plan_id'],
  ['an unknown field', ['call', 'plan_status', '--plan-ad', 'x'], '--plan-id'],
  ['an event stream', ['call', 'execution_stream'], 'planwright events'],
  ['an input that is not there', ['call', 'plan_list', '--json-input', '/none.json'], 'ENOENT'],
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
