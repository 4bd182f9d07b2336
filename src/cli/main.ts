// The command line's door: looks at the words, loads only what the command needs, and turns every
// failure into one line on stderr and an exit code.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, loadConfig } from '../base/config.ts';
import { flagOf, settingNames } from '../base/config-table.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { maskText } from '../base/mask.ts';
import { suggest } from '../base/suggest.ts';
import { type Arguments, checkFlags, parseArguments, textFlag } from './arguments.ts';
import type { CommandText } from './command-shapes.ts';
import { inCommands } from './command-words.ts';
import { type CommandHelp, commands, commonFlags, type OwnCommandName } from './commands.ts';
import { commandHelp, helpText } from './help.ts';
import { type Io, jsonSchemaVersion } from './io.ts';

const settingFlags = settingNames.map(flagOf);

async function runDemoCommand(args: Arguments, io: Io): Promise<number> {
  const { runDemo } = await import('./demo.ts');
  const speed = Number(textFlag(args, 'speed') ?? 1);
  if (!(speed > 0 && speed <= 100)) {
    throw new PlanwrightError('INVALID_ARGUMENTS', '--speed is a number above 0, at most 100.');
  }
  return runDemo(
    {
      url: textFlag(args, 'url'),
      goal: textFlag(args, 'goal'),
      home: textFlag(args, 'home'),
      keepOpen: args.flags['keep-open'] === true,
      json: args.flags.json === true,
      speed,
    },
    io as never,
  );
}

type Run = (args: Arguments, config: Config, io: Io) => number | Promise<number>;

type ConfiguredCommand = Exclude<OwnCommandName, 'call' | 'demo' | 'schedule'>;

/** Loads only what the command needs. */
const runners: Readonly<Record<ConfiguredCommand, () => Promise<Run>>> = {
  serve: async () => {
    const { runServe } = await import('./command-serve.ts');
    return (_args, config, io) => runServe(config, io);
  },
  open: async () => (await import('./command-open.ts')).runOpen,
  plan: async () => (await import('./command-plan.ts')).runPlan,
  agent: async () => (await import('./command-agent.ts')).runAgentCommand,
  mcp: async () => (await import('./command-mcp.ts')).runMcp,
  run: async () => (await import('./command-run.ts')).runRun,
  approve: async () => (await import('./command-approve.ts')).runApprove,
  reject: async () => (await import('./command-approve.ts')).runReject,
  read: async () => (await import('./command-read.ts')).runRead,
  delete: async () => (await import('./command-delete.ts')).runDelete,
  invalidate: async () => (await import('./command-again.ts')).runInvalidate,
  resume: async () => (await import('./command-again.ts')).runResume,
  retry: async () => (await import('./command-again.ts')).runRetry,
  usage: async () => (await import('./command-usage.ts')).runUsage,
  wait: async () => (await import('./command-wait.ts')).runWait,
  done: async () => (await import('./command-done.ts')).runDone,
  'keys create': async () => (await import('./command-keys.ts')).runKeysCreate,
  playbooks: async () => (await import('./command-playbooks.ts')).runPlaybooks,
  doctor: async () => (await import('./command-doctor.ts')).runDoctor,
  verify: async () => (await import('./command-data.ts')).runVerify,
  replay: async () => (await import('./command-replay.ts')).runReplay,
  record: async () => (await import('./command-record.ts')).runRecord,
  export: async () => async (args, config, io) =>
    textFlag(args, 'format') === undefined
      ? (await import('./command-bundle.ts')).runExport(args, config, io)
      : (await import('./command-export.ts')).runPlanExport(args, config, io),
  import: async () => (await import('./command-import.ts')).runImport,
  erase: async () => (await import('./command-data.ts')).runErase,
  backup: async () => (await import('./command-data.ts')).runBackup,
};

async function runOwn(name: string, args: Arguments, io: Io): Promise<number> {
  if (name === 'demo') return runDemoCommand(args, io);
  if (name === 'schedule') {
    return (await import('./command-schedule.ts')).runScheduleCommand(args, io);
  }
  const config = loadConfig({ env: process.env, flags: args.flags });
  const load = new Map(Object.entries(runners)).get(name);
  if (load) return (await load())(args, config, io);
  return (await import('./command-start.ts')).runStart(args, config, io);
}

/** Below its summary; of a command that is an operation it follows from the table. */
async function textOf({ name, own }: CommandHelp, words: readonly string[]): Promise<CommandText> {
  if (name === 'call') return (await import('./command-call.ts')).callText(words[0]);
  if (own) return own;
  const { textOf: textOfAll, variantsOf } = await import('./command-operation.ts');
  return textOfAll(variantsOf(name));
}

async function dispatch(known: CommandHelp, argv: readonly string[], args: Arguments, io: Io) {
  const { name, own } = known;
  if (name === 'call') return (await import('./command-call.ts')).runCall(argv, io);
  if (!own) return (await import('./command-operation.ts')).runOperation(name, args, io);
  checkFlags(args, [...Object.keys(own.flags), ...commonFlags, ...settingFlags]);
  return runOwn(name, args, io);
}

/** A command that has no name: with a place to listen at it can only be meant to serve. */
const bare: CommandHelp = {
  ...{ name: '', group: 'Plan', standsFor: {} },
  summary: 'Show what there is, and what to do next',
  own: { usages: [''], details: '', flags: {} },
};

const bareCommand = ({ flags }: Arguments): string =>
  'port' in flags || 'host' in flags ? 'serve' : bare.name;

/** By two words or by one: `keys list`, `list`. */
function commandAt(words: readonly string[]): { known: CommandHelp | undefined; count: number } {
  const two = commands.find(({ name }) => name === words.slice(0, 2).join(' '));
  if (two) return { known: two, count: Math.min(words.length, two.name.split(' ').length) };
  return { known: [...commands, bare].find(({ name }) => name === words[0]), count: 1 };
}

function unknownCommand(word: string, parts: readonly CommandHelp[]): PlanwrightError {
  if (parts.length > 0) {
    const names = parts.map(({ name }) => `planwright ${name}`).join(', ');
    const message = `planwright ${word} needs a second word: ${names}.`;
    return new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const near = suggest(
    word,
    commands.map((command) => command.name),
  );
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const message = `There is no command ${word.slice(0, 40)}.${hint} See planwright --help.`;
  return new PlanwrightError('INVALID_ARGUMENTS', message);
}

async function run(argv: readonly string[], io: Io): Promise<number> {
  const parsed = parseArguments(argv);
  const given = parsed.words.length > 0 ? parsed.words : [bareCommand(parsed)];
  const [word = ''] = given;
  const { known, count } = commandAt(given);
  const args = { ...parsed, words: given.slice(count) };
  // `keys` alone is several commands.
  const parts = known ? [] : commands.filter(({ name }) => name.startsWith(`${word} `));
  if (args.flags.version === true) {
    const { version } = await import('../version.ts');
    io.stdout.write(`${version}\n`);
    return 0;
  }
  if (args.flags.help === true || word === 'help') {
    const asked = word === 'help' || parsed.words.length === 0 ? [] : known ? [known] : parts;
    const texts = await Promise.all(
      asked.map(async (one) => commandHelp(one, await textOf(one, args.words))),
    );
    io.stdout.write(texts.length === 0 ? helpText() : texts.join('\n'));
    return 0;
  }
  if (!known) throw unknownCommand(word, parts);
  return dispatch(known, argv, args, io);
}

async function exitCodeFor(error: unknown): Promise<number> {
  const { exitCodeOf } = await import('./caller.ts');
  return exitCodeOf(error);
}

/** Runs one command line and gives its exit code. */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await run(argv, io);
  } catch (error) {
    const message = maskText(error instanceof Error ? error.message : String(error));
    const code = isPlanwrightError(error) ? error.code : 'INTERNAL_ERROR';
    if (argv.includes('--json')) {
      const answer = { schema_version: jsonSchemaVersion, error: { code, message } };
      io.stdout.write(`${JSON.stringify(answer)}\n`);
    } else io.stderr.write(`planwright: ${inCommands(message)}\n`);
    return exitCodeFor(error);
  }
}

async function main(argv: readonly string[]): Promise<void> {
  // A reader such as `head` that has seen enough is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 74);
  });
  process.exitCode = await runCommandLine(argv, { stdout: process.stdout, stderr: process.stderr });
}

// Not `import.meta.main`, which came with Node 24.2 only.
const [, program, ...argv] = process.argv;
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  await main(argv);
}
