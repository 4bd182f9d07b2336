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
import { inCommands } from './command-words.ts';
import { type CommandHelp, commands, commonFlags } from './commands.ts';
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

async function dispatch(name: string, args: Arguments, io: Io): Promise<number> {
  if (name === 'demo') return runDemoCommand(args, io);
  if (name === 'schedule') {
    return (await import('./command-schedule.ts')).runScheduleCommand(args, io);
  }
  const config = loadConfig({ env: process.env, flags: args.flags });
  switch (name) {
    case bare.name:
      return (await import('./command-start.ts')).runStart(args, config, io);
    case 'serve':
      return (await import('./command-serve.ts')).runServe(config, io);
    case 'open':
      return (await import('./command-open.ts')).runOpen(args, config, io);
    case 'plan':
      return (await import('./command-plan.ts')).runPlan(args, config, io);
    case 'check':
      return (await import('./command-check.ts')).runCheck(args, config, io);
    case 'agent':
      return (await import('./command-agent.ts')).runAgentCommand(args, config, io);
    case 'mcp':
      return (await import('./command-mcp.ts')).runMcp(args, config);
    case 'run':
      return (await import('./command-run.ts')).runRun(args, config, io);
    case 'approve':
      return (await import('./command-approve.ts')).runApprove(args, config, io);
    case 'reject':
      return (await import('./command-approve.ts')).runReject(args, config, io);
    case 'read':
      return (await import('./command-read.ts')).runRead(args, config, io);
    case 'delete':
      return (await import('./command-delete.ts')).runDelete(args, config, io);
    case 'invalidate':
      return (await import('./command-again.ts')).runAgain(name, args, config, io);
    case 'resume':
    case 'retry': {
      // An execution goes on where its agents are; a plan, where it is made.
      if (args.words[0]?.startsWith('exec_')) return runAnyOther(name, args, config, io);
      return (await import('./command-again.ts')).runAgain(name, args, config, io);
    }
    case 'usage':
      return (await import('./command-usage.ts')).runUsage(args, config, io);
    case 'wait':
      return (await import('./command-wait.ts')).runWait(args, config, io);
    case 'done':
      return (await import('./command-done.ts')).runDone(args, config, io);
    case 'keys':
    case 'tenants':
      return (await import('./command-keys.ts')).runAccess(name, args, config, io);
    case 'playbooks':
      return (await import('./command-playbooks.ts')).runPlaybooks(args, config, io);
    case 'doctor':
      return (await import('./command-doctor.ts')).runDoctor(args, config, io);
    case 'verify':
      return (await import('./command-data.ts')).runVerify(args, config, io);
    case 'replay':
      return (await import('./command-replay.ts')).runReplay(args, config, io);
    case 'record':
      return (await import('./command-record.ts')).runRecord(args, config, io);
    case 'export':
      return textFlag(args, 'format') === undefined
        ? (await import('./command-bundle.ts')).runExport(args, config, io)
        : (await import('./command-export.ts')).runPlanExport(args, config, io);
    case 'import':
      return (await import('./command-import.ts')).runImport(args, config, io);
    case 'erase':
      return (await import('./command-data.ts')).runErase(args, config, io);
    case 'backup':
      return (await import('./command-data.ts')).runBackup(args, config, io);
    default:
      return runAnyOther(name, args, config, io);
  }
}

/** Commands that steer, and those that are an operation as it stands. */
async function runAnyOther(name: string, args: Arguments, config: Config, io: Io): Promise<number> {
  const { isControlCommand, runControl } = await import('./command-control.ts');
  if (isControlCommand(name)) return runControl(name, args, config, io);
  const { runOperation } = await import('./command-operation.ts');
  return runOperation(name, args, config, io);
}

/** A command that has no name: with a place to listen at it can only be meant to serve. */
const bare: CommandHelp = {
  ...{ name: '', usage: '', group: 'Plan', flags: [] },
  summary: 'What there is, and what to do next',
};

const bareCommand = ({ flags }: Arguments): string =>
  'port' in flags || 'host' in flags ? 'serve' : bare.name;

async function run(argv: readonly string[], io: Io): Promise<number> {
  const parsed = parseArguments(argv);
  const [word = bareCommand(parsed), ...words] = parsed.words;
  const args = { ...parsed, words };
  const known = [...commands, bare].find((command) => command.name === word);
  if (args.flags.version === true) {
    const { version } = await import('../version.ts');
    io.stdout.write(`${version}\n`);
    return 0;
  }
  if (args.flags.help === true || word === 'help') {
    io.stdout.write(
      known && word !== 'help' && parsed.words.length > 0 ? commandHelp(known) : helpText(),
    );
    return 0;
  }
  if (!known) {
    const near = suggest(
      word,
      commands.map((command) => command.name),
    );
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    const message = `There is no command ${word.slice(0, 40)}.${hint} See planwright --help.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  checkFlags(args, [...known.flags, ...commonFlags, ...settingFlags]);
  return dispatch(known.name, args, io);
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
