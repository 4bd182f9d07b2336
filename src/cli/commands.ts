// The commands, in words, without loading what they need: `--help` must answer at once. Those that only
// call operations are generated from the table; here are those that do more.
import type { CommandGroup } from '../operations/operation.ts';
import type { CommandText } from './command-shapes.ts';
import { operationCommands, operationSwitches } from './commands.generated.ts';
import { exportFormatHelp } from './export-help.ts';
import { scheduleFlags, scheduleOptionHelp } from './schedule-help.ts';

interface OwnCommand {
  readonly name: string;
  readonly group: CommandGroup;
  /** What comes without a flag. */
  readonly words?: string;
  /** The value of each flag as the usage shows it; empty for a switch. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly summary: string;
  /** What the usage alone does not say. */
  readonly details?: string;
  /** As of an OperationCommandLine; a value is what follows the name of the command. */
  readonly standsFor?: Readonly<Record<string, string>>;
}

const usd = 'USD|JSON';
const follow = { 'no-wait': '', out: 'DIR' };

const ownCommands = [
  {
    ...{ name: 'plan', group: 'Plan', words: '"GOAL"', standsFor: { plan_create: '' } },
    flags: {
      brain: 'auto|offline|model|caller|recorded',
      ...{ profile: 'P', fallback: 'offline', detail: 'brief|standard|full', budget: usd },
      ...{ purse: 'PURSE', parent: 'PLAN', 'start-date': 'YYYY-MM-DD', yes: '', out: 'DIR' },
    },
    summary: 'Make a plan and write its files; --yes skips the question when the check has doubts',
  },
  {
    ...{ name: 'wait', group: 'Plan', words: 'PLAN|EXECUTION' },
    flags: { 'timeout-seconds': 'N' },
    summary: 'Wait until a plan or an execution has ended; exit 5 if the time is up first',
    standsFor: { plan_wait: '', execution_wait: '' },
  },
  {
    ...{ name: 'read', group: 'Plan', words: 'PLAN|EXAMPLE [PART [NAME]]' },
    summary:
      'Show a summary of a plan or an example, one part of it, or with --json the whole plan',
    details:
      'PART: report, summary, tasks, schedule, risks, assumptions, costs, gates, usage,\nreasoning [STAGE], section NAME, file PATH, or the name of a section such as charter.',
    standsFor: { plan_read: '', plan_get: '--json' },
  },
  {
    ...{ name: 'invalidate', group: 'Plan', words: 'PLAN STAGE' },
    flags: { cascade: '', 'dry-run': '', ...follow },
    summary: 'Run a stage again, with everything that depends on it',
    standsFor: { plan_invalidate: '' },
  },
  {
    ...{ name: 'record', group: 'Plan', words: 'PLAN', flags: { out: 'FILE' } },
    summary: 'Save the model replies of a plan as a recording',
    standsFor: { plan_record: '' },
  },
  {
    ...{ name: 'usage', group: 'Plan', words: 'PLAN', flags: { calls: '', failed: '' } },
    summary: 'Show what a plan cost by stage and model; --calls lists every model call',
    details: '--failed lists only the calls that failed.',
    standsFor: { plan_usage: '', plan_usage_calls: '--calls' },
  },
  {
    ...{ name: 'resume', group: 'Plan', words: 'PLAN|EXECUTION', flags: follow },
    summary: 'Continue what was stopped or failed; a plan is followed to its end',
    standsFor: { plan_resume: '' },
  },
  {
    ...{ name: 'retry', group: 'Plan', words: 'PLAN|EXECUTION [STEP]', flags: follow },
    summary: 'Retry a plan from its beginning, or the failed steps of an execution',
    standsFor: { plan_retry: '' },
  },
  {
    ...{ name: 'delete', group: 'Plan', words: 'PLAN', flags: { yes: '' } },
    summary: 'Delete all texts and files of a plan permanently; asks first',
    standsFor: { plan_delete: '' },
  },
  {
    ...{ name: 'playbooks', group: 'Plan', words: '[check FILE]' },
    summary: 'List the playbooks for plans without a model; check validates a file',
  },
  {
    ...{ name: 'schedule', group: 'Plan', words: 'FILE', flags: scheduleFlags },
    summary: 'Compute dates, critical path and odds of a plan.json or a PSPLIB .sm file',
    details: scheduleOptionHelp,
  },
  {
    ...{ name: 'run', group: 'Run', words: 'PLAN' },
    flags: { policy: 'T2|ACTION,…|JSON', budget: usd, purse: 'PURSE', step: '' },
    summary: 'Start the execution of a plan; --policy lists what agents do without asking',
    details: '--step pauses before each step.',
    standsFor: { execution_create: '' },
  },
  {
    ...{ name: 'approve', group: 'Run', words: 'EXECUTION [STEP]' },
    flags: { yes: '', instead: 'JSON' },
    summary: 'Show what waits for approval and approve it, or approve an alternative',
  },
  {
    ...{ name: 'reject', group: 'Run', words: 'EXECUTION STEP "REASON"' },
    summary: 'Reject what waits for approval',
  },
  {
    ...{ name: 'done', group: 'Run', words: 'EXECUTION STEP "TEXT"|JSON' },
    flags: { choice: 'accept|reject|…' },
    summary: 'Report the result of a task that you did; takes the step first if needed',
  },
  {
    ...{ name: 'agent', group: 'Run' },
    flags: { url: 'U', name: 'N', 'pace-ms': 'N', person: '' },
    summary: 'Run a simulated agent that takes tasks from a server',
  },
  {
    ...{ name: 'demo', group: 'Run', flags: { goal: 'TEXT', speed: 'N', 'keep-open': '' } },
    summary: 'Watch a plan being made and executed in a minute',
  },
  {
    ...{ name: 'serve', group: 'Serve', flags: { port: 'N', host: 'H' } },
    summary: 'Start the server and the page',
  },
  {
    ...{ name: 'open', group: 'Serve', flags: { url: 'U' } },
    summary: 'Print a sign-in link for the page; it works once, within five minutes',
  },
  {
    ...{ name: 'mcp', group: 'Serve', flags: { toolset: 'default|worker|all' } },
    summary: 'Speak MCP on standard input and output',
  },
  {
    ...{ name: 'call', group: 'Serve', words: 'OPERATION', flags: { 'json-input': 'FILE|-' } },
    summary: 'Call any operation with its fields as flags; call --help lists them',
  },
  {
    ...{ name: 'keys create', group: 'Serve' },
    flags: {
      ...{ label: 'L', scopes: 'S', person: '', admin: '' },
      ...{ 'expires-in-days': 'N', tenant: 'TENANT' },
    },
    summary: 'Create a key; the secret is shown once',
    details: "--tenant creates it in that tenant, on the server's own data only.",
    standsFor: { key_create: '' },
  },
  {
    ...{ name: 'doctor', group: 'Serve' },
    summary: 'Check the setup, and show how to add a model',
  },
  {
    ...{ name: 'verify', group: 'Data', words: '[RUN]' },
    summary: 'Verify the log of one run or of all',
  },
  {
    ...{ name: 'replay', group: 'Data', words: 'RUN', flags: { fold: '', decide: '' } },
    summary: 'Rebuild the state of a run from its log and repeat its decisions',
  },
  {
    ...{ name: 'export', group: 'Data', words: 'PLAN|RUN' },
    flags: { format: 'F', out: 'FILE|-' },
    summary: 'Export a plan for other programs, or without --format a run with its log and texts',
    details: exportFormatHelp,
    standsFor: { plan_export: '' },
  },
  {
    ...{ name: 'import', group: 'Data', words: 'FILE|FOLDER' },
    flags: { format: 'plan|planwright|planexe|taskmaster|backlog|msproject|csv' },
    summary: 'Import a plan from another program, or a run that was exported elsewhere',
    details:
      'The format is detected by content: a plan.json, the zip of a Planwright or PlanExe plan, a\ntasks.json of task-master, a Backlog.md folder or its zip, MS Project XML, a table of tasks as CSV.\nDefects are repaired and listed, dates are computed: docs/importing.md.',
    standsFor: { plan_import: '' },
  },
  {
    ...{ name: 'erase', group: 'Data', words: 'PLAN', flags: { yes: '' } },
    summary: 'Erase all texts of a plan and its executions permanently; needs --yes',
  },
  {
    ...{ name: 'backup', group: 'Data', words: 'FILE' },
    summary: 'Copy the database consistently while it is in use',
  },
] as const satisfies readonly OwnCommand[];

export type OwnCommandName = (typeof ownCommands)[number]['name'];

export interface CommandHelp {
  readonly name: string;
  readonly group: CommandGroup;
  readonly summary: string;
  /** Only of commands that do more than call an operation. */
  readonly own?: CommandText & { readonly flags: Readonly<Record<string, string>> };
  /** By operation, the words of the command. */
  readonly standsFor: Readonly<Record<string, string>>;
}

function usageOf({ name, words, flags = {} }: OwnCommand): string {
  const shown = Object.entries(flags).map(([flag, value]) => `[${`--${flag} ${value}`.trim()}]`);
  return [name, ...(words === undefined ? [] : [words]), ...shown].join(' ');
}

const helpOf = (command: OwnCommand): CommandHelp => {
  const { name, group, summary, flags = {}, details = '', standsFor = {} } = command;
  return { name, group, summary, standsFor, own: { usages: [usageOf(command)], details, flags } };
};

export const commands: readonly CommandHelp[] = [
  ...ownCommands.map(helpOf),
  ...operationCommands.map((command) => ({
    ...command,
    standsFor: Object.fromEntries(command.standsFor.map((operation) => [operation, ''])),
  })),
];

export const commonFlags = ['json', 'help', 'version'] as const;

/** Flags that never take a value. */
export const switches: ReadonlySet<string> = new Set([
  ...[...commonFlags, ...operationSwitches],
  ...commands.flatMap(({ own }) =>
    Object.entries(own?.flags ?? {}).flatMap(([flag, value]) => (value === '' ? [flag] : [])),
  ),
]);
