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
    'plan "GOAL" [--brain auto|offline|model|caller|recorded] [--profile P] [--detail brief|standard|full] [--budget USD|JSON] [--purse PURSE] [--parent PLAN] [--start-date YYYY-MM-DD] [--out DIR]',
    'Make a plan and write its files',
    ['brain', 'profile', 'detail', 'budget', 'purse', 'parent', 'start-date', 'out'],
  ),
  command(
    'Plan',
    'list',
    'list [--limit N] [--state S] [--parent-plan-id PLAN] [--cursor C]',
    'Plans, newest first',
    ['limit', 'state', 'status', 'parent-plan-id', 'cursor'],
  ),
  command('Plan', 'status', 'status PLAN', 'How far a plan is'),
  command(
    'Plan',
    'wait',
    'wait PLAN|EXECUTION [--timeout-seconds N]',
    'Wait until a plan or an execution is finished; exit 5 if it is not when the time is up',
    ['timeout-seconds'],
  ),
  command('Plan', 'read', 'read PLAN', 'The whole plan; with --json as plan.json has it'),
  command('Plan', 'files', 'files PLAN', 'The files of a plan'),
  command('Plan', 'usage', 'usage PLAN', 'What models were asked for a plan, and what it cost'),
  command(
    'Plan',
    'invalidate',
    'invalidate PLAN STAGE [--cascade] [--dry-run]',
    'Make a stage anew, and what depends on it',
    ['cascade', 'dry-run'],
  ),
  command(
    'Plan',
    'record',
    'record PLAN [--out FILE]',
    'The replies a plan was made from, as a recording',
    ['out'],
  ),
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
    'run PLAN [--policy T2|ACTION,…|JSON] [--budget USD|JSON] [--purse PURSE] [--step]',
    'Start carrying out a plan; --policy says what agents do without asking, --step pauses before each step',
    ['policy', 'budget', 'purse', 'step'],
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
  command(
    'Run',
    'change',
    'change EXECUTION delay|lost_agent|drift|edit --reason TEXT [--affects IDS] [--until DATE] [--delay-hours N] [--patch JSON] [--let-finish] [--dry-run]',
    'Ask for a change; shows what it does to steps, dates and money',
    ['affects', 'until', 'delay-hours', 'reason', 'patch', 'let-finish', 'dry-run'],
  ),
  command('Run', 'changes', 'changes EXECUTION', 'Changes that were asked for'),
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
    'inbox [--only overdue|KIND] [--limit N] [--cursor C]',
    'What waits for you, over all executions, by when it is due, and how to settle it',
    ['only', 'limit', 'cursor'],
  ),
  command(
    'Run',
    'approve',
    'approve EXECUTION [STEP] [--yes] [--instead JSON]',
    'See exactly what waits for an approval, and approve it, or something else in its place',
    ['yes', 'instead'],
  ),
  command('Run', 'reject', 'reject EXECUTION STEP "REASON"', 'Refuse what waits for an approval'),
  command(
    'Run',
    'accept',
    'accept EXECUTION STEP "REASON"',
    'Let what was handed in count though it falls short',
  ),
  command('Run', 'take', 'take EXECUTION STEP', 'Take a step yourself, from whoever has it'),
  command(
    'Run',
    'done',
    'done EXECUTION STEP "TEXT"|JSON [--choice accept|reject|…]',
    'Say what came of a task that you did; takes it first, if you did not',
    ['choice'],
  ),
  command('Run', 'give-back', 'give-back EXECUTION STEP', 'Give back a step that you took'),
  command(
    'Run',
    'fund',
    'fund PLAN|EXECUTION|PURSE USD|JSON',
    'Give a plan, an execution or a purse another budget',
  ),
  command(
    'Run',
    'new-purse',
    'new-purse "LABEL" --budget USD|JSON',
    'A budget that several plans and their executions share: plan --purse, run --purse',
    ['budget'],
  ),
  command('Run', 'purses', 'purses [--limit N] [--cursor C]', 'Purses, newest first', [
    'limit',
    'cursor',
  ]),
  command('Run', 'purse', 'purse PURSE', 'What a purse has, and what is spent of it'),
  command('Run', 'reassign', 'reassign EXECUTION STEP AGENT', 'Give a step to an agent'),
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
    'open',
    'open [--url U]',
    'A link that signs you in on the page: it works once, for five minutes',
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
  command('Serve', 'models', 'models', 'Brains, profiles and their models'),
  command(
    'Serve',
    'doctor',
    'doctor',
    'What works here: brains, models, effects, folders, sandbox',
  ),
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
  command(
    'Data',
    'import',
    'import FILE',
    'Take in a plan.json, or a run that was exported elsewhere',
  ),
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
