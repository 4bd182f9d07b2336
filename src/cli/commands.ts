// The commands, in words, without loading what they need: `--help` must answer at once. A test holds
// this list against the operation table.
import { scheduleOptionHelp } from './schedule-help.ts';

export interface CommandHelp {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly group: 'Plan' | 'Run' | 'Serve' | 'Data';
  readonly flags?: readonly string[];
  /** What the flags mean, where the usage alone does not say it. */
  readonly details?: string;
}

const command = (
  group: CommandHelp['group'],
  name: string,
  usage: string,
  summary: string,
  flags: readonly string[] = [],
  details = '',
): CommandHelp => ({ group, name, usage, summary, flags, details });

export const commands: readonly CommandHelp[] = [
  command(
    'Plan',
    'plan',
    'plan "GOAL" [--out DIR] [--start-date YYYY-MM-DD]',
    'Make a plan and write its files',
    ['out', 'start-date'],
  ),
  command('Plan', 'list', 'list [--limit N] [--state S] [--cursor C]', 'Plans, newest first', [
    'limit',
    'state',
    'status',
    'cursor',
  ]),
  command('Plan', 'status', 'status PLAN', 'How far a plan is'),
  command(
    'Plan',
    'wait',
    'wait PLAN|EXECUTION [--timeout-seconds N]',
    'Wait until a plan or an execution is finished',
    ['timeout-seconds'],
  ),
  command('Plan', 'read', 'read PLAN', 'The whole plan as JSON'),
  command('Plan', 'files', 'files PLAN', 'The files of a plan'),
  command('Plan', 'stop', 'stop PLAN|EXECUTION', 'Stop it; nothing more is handed out'),
  command('Plan', 'resume', 'resume PLAN|EXECUTION', 'Go on with what was stopped or failed'),
  command('Plan', 'retry', 'retry PLAN | retry EXECUTION [STEP]', 'Try again what failed'),
  command(
    'Plan',
    'schedule',
    'schedule FILE [--schedules N] [--time-limit S] [--seed N] [--simulate N] [--now DATE] [--repair] [--calibrate PAST…] [--close-gap] [--slip TASK=2d] [--format json|csv|mermaid|msproject|ical] [--out FILE]',
    'Dates, critical path and odds of a plan.json or a PSPLIB .sm',
    [
      'schedules',
      'time-limit',
      'seed',
      'simulate',
      'now',
      'repair',
      'calibrate',
      'close-gap',
      'slip',
      'format',
      'out',
    ],
    scheduleOptionHelp,
  ),
  command(
    'Run',
    'run',
    'run PLAN [--policy T2|ACTION,…|JSON] [--budget USD|JSON] [--step]',
    'Start carrying out a plan; --policy says what agents do without asking, --step pauses before each step',
    ['policy', 'budget', 'step'],
  ),
  command('Run', 'executions', 'executions [--limit N]', 'Executions, newest first', [
    'limit',
    'cursor',
  ]),
  command('Run', 'execution', 'execution EXECUTION', 'How an execution is going'),
  command('Run', 'tasks', 'tasks EXECUTION', 'Its tasks and their states'),
  command(
    'Run',
    'forecast',
    'forecast EXECUTION [--wait-seconds N] [--task-id TASK] [--slip-hours N]',
    'When it will be done, what is late and what that moves',
    ['wait-seconds', 'task-id', 'slip-hours'],
  ),
  command('Run', 'events', 'events EXECUTION [--after N] [--limit N]', 'What happened in it', [
    'after',
    'limit',
  ]),
  command('Run', 'pause', 'pause EXECUTION', 'Hand out nothing until it is resumed'),
  command(
    'Run',
    'cancel',
    'cancel EXECUTION [--no-undo] [--drain-seconds N]',
    'End it, and undo what was done',
    ['no-undo', 'drain-seconds'],
  ),
  command('Run', 'skip', 'skip EXECUTION STEP', 'Go on without a step'),
  command('Run', 'answer', 'answer EXECUTION STEP "TEXT"', 'Answer the question of a step'),
  command(
    'Run',
    'inbox',
    'inbox [--limit N] [--cursor C]',
    'What waits for you, over all executions, and how to settle it',
    ['limit', 'cursor'],
  ),
  command(
    'Run',
    'approve',
    'approve EXECUTION [STEP] [--yes]',
    'See exactly what waits for an approval, and approve it',
    ['yes'],
  ),
  command('Run', 'reject', 'reject EXECUTION STEP "REASON"', 'Refuse what waits for an approval'),
  command(
    'Run',
    'accept',
    'accept EXECUTION STEP "REASON"',
    'Let what was handed in count though it falls short',
  ),
  command(
    'Run',
    'kill',
    'kill EXECUTION|AGENT|tenant|all [--lift] [--reason TEXT]',
    'Stop at once, undo included; --lift lets an agent, a tenant or all go on',
    ['lift', 'reason'],
  ),
  command('Run', 'agents', 'agents', 'The registered agents'),
  command(
    'Run',
    'agent',
    'agent [--url U] [--name N] [--pace-ms N] [--person]',
    'A simulated agent that takes tasks from a server, to try things out',
    ['name', 'pace-ms', 'person'],
  ),
  command(
    'Run',
    'demo',
    'demo [--goal TEXT] [--speed N] [--keep-open]',
    'See a plan made and carried out, in a minute',
    ['goal', 'speed', 'keep-open'],
  ),
  command(
    'Serve',
    'serve',
    'serve [--port N] [--host H]',
    'Start the server and the page (also: no command at all)',
  ),
  command(
    'Serve',
    'mcp',
    'mcp [--toolset default|worker|all]',
    'Speak MCP on standard input and output',
    ['toolset'],
  ),
  command(
    'Serve',
    'keys',
    'keys create --label L --scopes S [--person] [--admin] | keys list | keys revoke KEY',
    'Keys of those who may call',
    ['label', 'scopes', 'person', 'admin', 'expires-in-days'],
  ),
  command('Serve', 'webhooks', 'webhooks', 'Addresses that are told of events'),
  command('Serve', 'doctor', 'doctor', 'What tools may do here: effects, folders, sandbox'),
  command('Data', 'verify', 'verify [RUN]', 'Check the log, of one run or of all'),
  command(
    'Data',
    'replay',
    'replay RUN [--fold] [--decide]',
    'Fold the log of a run again, and decide it again',
    ['fold', 'decide'],
  ),
  command('Data', 'export', 'export RUN [--out FILE]', 'A run with its log and texts as one file', [
    'out',
  ]),
  command('Data', 'import', 'import FILE', 'Take in a run that was exported elsewhere'),
  command(
    'Data',
    'erase',
    'erase PLAN --yes',
    'Delete all texts of a plan and its executions for good',
    ['yes'],
  ),
  command('Data', 'backup', 'backup FILE', 'A consistent copy of the database while it runs'),
];

export const commonFlags = ['json', 'help', 'version'] as const;
