// What `npm test` runs: picks the Vitest projects this machine can run, says which ones it leaves
// out and why, and hands the rest of the command line to Vitest.
//   npm test                      what CI runs
//   npm test -- --whole           all of what is otherwise sampled, and what takes hours (test:long)
//   npm test -- --list            the projects, and whether they can run here
//   npm test -- --project unit    one project (may be repeated); other arguments go to Vitest
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type ProjectSpec, projects } from '../test/projects.ts';
import { type Abilities, choose, type Decision, isFailureInCi } from './lib/choose-projects.ts';
import { findBrowser } from './lib/find-browser.ts';
import { findOutsideData } from './lib/outside-data.ts';
import { say } from './lib/say.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Arguments {
  readonly list: boolean;
  readonly isWhole: boolean;
  readonly names: readonly string[];
  readonly rest: readonly string[];
}

function readArguments(argv: readonly string[]): Arguments {
  const options = {
    list: { type: 'boolean' },
    whole: { type: 'boolean' },
    project: { type: 'string', multiple: true },
  } as const;
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const names: string[] = [];
  const used = new Set<number>();
  let list = false;
  let isWhole = false;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'list') list = true;
    else if (token.name === 'whole') isWhole = true;
    else if (token.name === 'project' && token.value !== undefined) names.push(token.value);
    else continue;
    used.add(token.index);
    if (token.name === 'project' && token.inlineValue === false) used.add(token.index + 1);
  }
  return { list, isWhole, names, rest: argv.filter((_, index) => !used.has(index)) };
}

function wanted(names: readonly string[], isWhole: boolean): readonly ProjectSpec[] {
  const unknown = names.filter((name) => !projects.some((project) => project.name === name));
  if (unknown.length > 0) {
    const known = projects.map((project) => project.name).join(', ');
    throw new Error(`unknown test project: ${unknown.join(', ')} (known: ${known})`);
  }
  if (names.length > 0) return projects.filter((project) => names.includes(project.name));
  return projects.filter(({ name, onDemand }) => onDemand !== true || (isWhole && name === 'long'));
}

async function findAbilities(specs: readonly ProjectSpec[], install: boolean): Promise<Abilities> {
  const needs = new Set(specs.map((spec) => spec.need));
  return {
    browser: needs.has('browser') ? await findBrowser({ install }) : undefined,
    data: findOutsideData(root),
    python: needs.has('python') ? findCommand('python3', '--version') : undefined,
    openssl: needs.has('openssl') ? findCommand('openssl', 'version') : undefined,
  };
}

/** python3 runs an example agent, openssl makes the certificates of compose.yaml. */
function findCommand(name: string, argument: string): string | undefined {
  return spawnSync(name, [argument]).status === 0 ? name : undefined;
}

function printList(decisions: readonly Decision[]): void {
  for (const { project, leftOutBecause } of decisions) {
    say(`${project.name.padEnd(14)}${leftOutBecause ?? 'runs'}`);
  }
}

/** What was asked for, and the times of the run. */
function reporters(rest: readonly string[]): string[] {
  const isAsked = rest.some((argument) => argument.startsWith('--reporter'));
  const usual = isAsked ? [] : ['--reporter', 'default'];
  return [...usual, '--reporter', path.join(root, 'scripts', 'lib', 'test-times-reporter.ts')];
}

/** Of a part of the suite beside those of the whole. */
const timesFile = (names: readonly string[], rest: readonly string[]): string =>
  names.length === 0 && rest.every((argument) => argument.startsWith('-'))
    ? 'times.json'
    : 'times-of-part.json';

function runVitest(decisions: readonly Decision[], abilities: Abilities, rest: readonly string[]) {
  const running = decisions.filter((decision) => decision.leftOutBecause === undefined);
  const names = running.flatMap(({ project }) => ['--project', project.name]);
  const env = {
    // Tests start the program a hundred times, many with a HOME of their own.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compile'),
    ...process.env,
    ...(abilities.browser === undefined ? {} : { CHROMIUM_PATH: abilities.browser }),
    ...(abilities.data === undefined ? {} : { TEST_DATA_DIR: abilities.data }),
  };
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...names, ...reporters(rest), ...rest], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  // Ctrl-C reaches Vitest too, which ends tidily; this process waits for it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

async function main(): Promise<void> {
  const { list, isWhole, names, rest } = readArguments(process.argv.slice(2));
  const specs = wanted(names, isWhole);
  const abilities = await findAbilities(specs, !list);
  const decisions = choose(specs, abilities);
  if (list) return printList(decisions);
  const leftOut = decisions.filter((decision) => decision.leftOutBecause !== undefined);
  for (const { project, leftOutBecause } of leftOut) {
    say(`left out: ${project.name} (${leftOutBecause})`);
  }
  if (process.env.CI === 'true' && leftOut.some(isFailureInCi)) {
    throw new Error('with CI=true the browser tests may not be left out');
  }
  if (leftOut.length === decisions.length) throw new Error('nothing is left to run');
  if (isWhole) process.env.TEST_SIZE = 'whole';
  process.env.TEST_TIMES_FILE = timesFile(names, rest);
  runVitest(decisions, abilities, rest);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`test: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
