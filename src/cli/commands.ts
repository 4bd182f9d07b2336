// The commands, in words, without loading what they need: `--help` must answer at once. Those that are
// an operation come from the operation table.
import { operationCommands } from './commands.generated.ts';
import { exportFormatHelp } from './export-help.ts';
import { detailsOf, type groups, type OperationCommand, usageOf } from './operation-command.ts';
import { scheduleOptionHelp } from './schedule-help.ts';

type Group = (typeof groups)[number];

export interface CommandHelp {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly group: Group;
  readonly flags: readonly string[];
  /** What the usage alone does not say. */
  readonly details?: string;
}

/** A flag and, where it has one, the first word of its value. */
const flagsIn = (usage: string): RegExpExecArray[] => [
  ...usage.matchAll(/--([a-z-]+)(?: (?![[|-])\S+)?/g),
];

const command = (group: Group, usage: string, summary: string, details = ''): CommandHelp => {
  const flags = flagsIn(usage).map(([, flag = '']) => flag);
  return { name: usage.split(' ')[0] ?? '', usage, summary, group, flags, details };
};

/** Commands that do more than call an operation, or choose it by what they are about. */
const ownCommands: readonly CommandHelp[] = [
  command(
    'Plan',
    'plan "GOAL" [--brain auto|offline|model|caller|recorded] [--profile P] [--fallback offline] [--detail brief|standard|full] [--budget USD|JSON] [--purse PURSE] [--parent PLAN] [--start-date YYYY-MM-DD] [--yes] [--out DIR]',
    'Make a plan and write its files; --yes makes it though check asks whether it is meant so',
  ),
  command(
    'Plan',
    'check "GOAL" [--answers JSON]',
    'Look at a goal before it is planned: what is read of it, what to add; exit 1 if it would not be planned',
    'JSON: answers by the ids of the questions: budget, deadline, place, measure, people, bans.',
  ),
  command(
    'Plan',
    'wait PLAN|EXECUTION [--timeout-seconds N]',
    'Wait until a plan or an execution is finished; exit 5 if it is not when the time is up',
  ),
  command(
    'Plan',
    'read PLAN|EXAMPLE [PART [NAME]]',
    'The first screen of a plan or of an example, a part of it or its report; with --json the whole plan',
    'PART: report, summary, tasks, schedule, risks, assumptions, costs, gates, usage,\nreasoning [STAGE], section NAME, file PATH, or the name of a section such as charter.',
  ),
  command(
    'Plan',
    'invalidate PLAN STAGE [--cascade] [--dry-run] [--no-wait] [--out DIR]',
    'Make a stage anew, and what depends on it',
  ),
  command('Plan', 'record PLAN [--out FILE]', 'The replies a plan was made from, as a recording'),
  command(
    'Plan',
    'usage PLAN [--calls] [--failed]',
    'What a plan cost, by stage and model; --calls lists every call of a model, --failed those that failed',
  ),
  command('Plan', 'stop PLAN|EXECUTION', 'Stop it; nothing more is handed out'),
  command(
    'Plan',
    'resume PLAN|EXECUTION [--no-wait] [--out DIR]',
    'Go on with what was stopped or failed; a plan is followed to its end',
  ),
  command(
    'Plan',
    'retry PLAN [--no-wait] [--out DIR] | retry EXECUTION [STEP]',
    'Try again what failed: a plan from its beginning, with fresh replies',
  ),
  command(
    'Plan',
    'delete PLAN [--yes]',
    'Delete all texts and files of a plan for good; asks first',
  ),
  command(
    'Plan',
    'playbooks [check FILE]',
    'Playbooks that plans without a model are made from; check tells what is wrong with a file',
  ),
  command(
    'Plan',
    'schedule FILE [--schedules N] [--time-limit S] [--seed N] [--simulate N] [--now DATE] [--repair] [--calibrate PAST…] [--close-gap] [--slip TASK=2d] [--format json|csv|mermaid|msproject|ical] [--out FILE]',
    'Dates, critical path and odds of a plan.json or a PSPLIB .sm',
    scheduleOptionHelp,
  ),
  command(
    'Run',
    'run PLAN [--policy T2|ACTION,…|JSON] [--budget USD|JSON] [--purse PURSE] [--step]',
    'Start carrying out a plan; --policy says what agents do without asking, --step pauses before each step',
  ),
  command('Run', 'pause EXECUTION', 'Hand out nothing until it is resumed'),
  command(
    'Run',
    'cancel EXECUTION [--no-undo] [--drain-seconds N]',
    'End it, and undo what was done',
  ),
  command('Run', 'skip EXECUTION STEP', 'Go on without a step'),
  command('Run', 'answer EXECUTION STEP "TEXT"', 'Answer the question of a step'),
  command(
    'Run',
    'approve EXECUTION [STEP] [--yes] [--instead JSON]',
    'See exactly what waits for an approval, and approve it, or something else in its place',
  ),
  command('Run', 'reject EXECUTION STEP "REASON"', 'Refuse what waits for an approval'),
  command(
    'Run',
    'accept EXECUTION STEP "REASON"',
    'Let what was handed in count though it falls short',
  ),
  command('Run', 'take EXECUTION STEP', 'Take a step yourself, from whoever has it'),
  command(
    'Run',
    'done EXECUTION STEP "TEXT"|JSON [--choice accept|reject|…]',
    'Say what came of a task that you did; takes it first, if you did not',
  ),
  command('Run', 'give-back EXECUTION STEP', 'Give back a step that you took'),
  command(
    'Run',
    'fund PLAN|EXECUTION|PURSE USD|JSON',
    'Give a plan, an execution or a purse another budget',
  ),
  command('Run', 'reassign EXECUTION STEP AGENT', 'Give a step to an agent'),
  command(
    'Run',
    'kill EXECUTION|AGENT|tenant|all [--lift] [--reason TEXT]',
    'Stop at once, undo included; --lift lets an agent, a tenant or all go on',
  ),
  command(
    'Run',
    'agent [--url U] [--name N] [--pace-ms N] [--person]',
    'A simulated agent that takes tasks from a server, to try things out',
  ),
  command(
    'Run',
    'demo [--goal TEXT] [--speed N] [--keep-open]',
    'See a plan made and carried out, in a minute',
  ),
  command('Serve', 'serve [--port N] [--host H]', 'Start the server and the page'),
  command(
    'Serve',
    'open [--url U]',
    'A link that signs you in on the page: it works once, for five minutes',
  ),
  command('Serve', 'mcp [--toolset default|worker|all]', 'Speak MCP on standard input and output'),
  command(
    'Serve',
    'keys create --label L --scopes S [--person] [--admin] [--expires-in-days N] | keys list [--limit N] [--cursor C] | keys revoke KEY | keys audit [--limit N] [--cursor C] [--tenant TENANT]',
    'Keys of those who may call; audit shows who made and revoked them, and other changes of access',
    "Each takes --tenant TENANT on the server's own data; without it they are about the first tenant.",
  ),
  command(
    'Serve',
    'tenants create NAME | tenants list',
    'Tenants that share this server and see nothing of each other',
    'create shows the key of its first person once. Needs the data folder or a key of a person with the\nscope admin in the first tenant.',
  ),
  command('Serve', 'doctor', 'How to add a model or use the calling agent, and what works here'),
  command('Data', 'verify [RUN]', 'Check the log, of one run or of all'),
  command(
    'Data',
    'replay RUN [--fold] [--decide]',
    'Fold the log of a run again, and decide it again',
  ),
  command(
    'Data',
    'export PLAN --format F [--out FILE|-] | export RUN [--out FILE]',
    'A plan as a file for other programs; without --format a run with its log and texts',
    exportFormatHelp,
  ),
  command(
    'Data',
    'import FILE|FOLDER [--format plan|planwright|planexe|taskmaster|backlog|msproject|csv]',
    'Take in a plan that exists, or a run that was exported elsewhere',
    'What it is is seen by its content: a plan.json, the zip of a plan of ours, the zip of a PlanExe plan,\na tasks.json of task-master, a Backlog.md folder or its zip, MS Project XML, a table of tasks as CSV.\nDefects are repaired and listed, dates are computed: docs/importing.md.',
  ),
  command('Data', 'erase PLAN --yes', 'Delete all texts of a plan and its executions for good'),
  command('Data', 'backup FILE', 'A consistent copy of the database while it runs'),
];

const named = new Set(ownCommands.map(({ name }) => name));

const helpOf = (command: OperationCommand): CommandHelp => ({
  ...{ name: command.command, usage: usageOf(command), summary: command.title },
  ...{ group: command.group, flags: command.flags.map(({ flag }) => flag) },
  details: detailsOf(command),
});

export const commands: readonly CommandHelp[] = [
  ...ownCommands,
  ...operationCommands.filter((one) => !named.has(one.command)).map(helpOf),
];

export const commonFlags = ['json', 'help', 'version'] as const;

/** Flags that never take a value, as the usages show. */
export const switches: ReadonlySet<string> = new Set([
  ...commonFlags,
  ...commands.flatMap(({ usage }) =>
    flagsIn(usage).flatMap(([text, flag = '']) => (text.includes(' ') ? [] : [flag])),
  ),
]);
