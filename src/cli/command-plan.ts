// planwright plan "goal": makes a plan, shows progress, writes its files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import type { PlanStatus } from '../contract/plans.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printJson } from './io.ts';
import { costText, progressLine } from './plan-progress.ts';
import { budgetOf } from './policy-flag.ts';
import { safeText } from './safe-text.ts';

const clearLine = '\r\u001b[K';

/** On a terminal one line that is written over; elsewhere a line whenever something is worth one. */
function createProgress(io: Io): (status: PlanStatus) => void {
  let last = '';
  let hasBegun = false;
  return (status) => {
    const line = progressLine(status);
    const { brain, plan_id } = status;
    if (!hasBegun && brain !== 'offline') {
      io.stderr.write(`${plan_id} is being made. After Ctrl-C: planwright wait ${plan_id}\n`);
    }
    hasBegun = true;
    if (io.stderr.isTTY) io.stderr.write(`${clearLine}${line}`);
    else if (line !== last && brain !== 'offline') io.stderr.write(`${line}\n`);
    last = line;
  };
}

/** It does not go on by itself: waiting for it would be for ever. */
function checkPayable({ plan_id, timing: { stalled } }: PlanStatus): void {
  if (stalled?.waits_for !== 'budget') return;
  throw new PlanwrightError('over_budget', stalled.reason, { plan_id });
}

async function waitUntilDone(caller: Caller, planId: string, io: Io): Promise<PlanStatus> {
  const show = createProgress(io);
  for (;;) {
    const input = { plan_id: planId, timeout_seconds: io.stderr.isTTY ? 1 : 5 };
    const status = (await caller.call('plan_wait', input)) as PlanStatus;
    const isOver = status.state !== 'pending' && status.state !== 'processing';
    if (!isOver) show(status);
    else if (io.stderr.isTTY) io.stderr.write(clearLine);
    if (isOver) return status;
    checkPayable(status);
  }
}

async function writeFiles(caller: Caller, planId: string, folder: string): Promise<string[]> {
  const { files } = (await caller.call('plan_files', { plan_id: planId })) as {
    files: { path: string }[];
  };
  mkdirSync(folder, { recursive: true });
  // Paths are ours today; a plan from elsewhere must not write outside the folder.
  const paths = files.map((file) => file.path).filter((path) => safePath.test(path));
  for (const path of paths) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, await caller.file(planId, path));
  }
  return paths;
}

/** Names without a leading dot, in folders of such names. */
const safePath = /^\w[\w.-]*(\/\w[\w.-]*)*$/;

/** Where a task is what is due, the work may go on after it: then the task is named. */
function deadlineLines({ schedule, phases, finish_date, deadline: ofWhole }: Plan): string[] {
  const { deadline, meets_deadline } = schedule;
  if (deadline === null) return [];
  const tasks = ofWhole === undefined ? phases.flatMap((phase) => phase.tasks) : [];
  const due = tasks.find((task) => task.deadline?.startsWith(deadline));
  const name = due && `“${safeText(due.title, 80)}”`;
  if (meets_deadline === false) {
    const missed = `  DEADLINE MISSED: ${deadline} was asked for`;
    if (!due) return [`${missed}, the work would end ${finish_date}`];
    return [`${missed} ${name}, which would end ${due.finish_date}; all would end ${finish_date}`];
  }
  if (!due) return [`  deadline ${deadline}: kept`];
  const after = finish_date > deadline ? `; what follows it ends ${finish_date}` : '';
  return [`  deadline ${deadline} of ${name}: kept, it ends ${due.finish_date}${after}`];
}

/** A date or a budget that the plan does not keep must not be found out later. */
export function warningLines(plan: Plan): string[] {
  const { costs } = plan;
  const lines: string[] = [];
  lines.push(...deadlineLines(plan));
  if (costs.verdict === 'over_budget') {
    const amount = (value: number): string => `${value.toLocaleString('en-US')} ${costs.currency}`;
    const low = amount(costs.low);
    lines.push(`  BUDGET TOO SMALL: ${amount(costs.budget ?? 0)} given, at least ${low} needed`);
  }
  return lines;
}

function summaryLines(plan: Plan, status: PlanStatus, folder: string, files: readonly string[]) {
  const tasks = plan.phases.reduce((sum, phase) => sum + phase.tasks.length, 0);
  const { currency, low, high } = plan.costs;
  const own = files.filter((file) => !file.includes('/'));
  const more = files.length - own.length;
  const thinking = costText(status.usage);
  return [
    safeText(plan.title, 200),
    `  ${plan.phases.length} phases, ${tasks} tasks, ${plan.start_date} to ${plan.finish_date}`,
    ...warningLines(plan),
    `  cost ${low.toLocaleString('en-US')} to ${high.toLocaleString('en-US')} ${currency}; ${plan.risks.length} risks; ${plan.guesses.length} guesses to confirm`,
    `  ${plan.notice}`,
    ...(thinking === '' ? [] : [`  made with ${thinking}`]),
    `  files: ${own.map((file) => join(folder, file)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    `  next: planwright run ${plan.plan_id}`,
    '',
  ].join('\n');
}

function jsonAnswer(plan: Plan, status: PlanStatus, folder: string, files: readonly string[]) {
  const { plan_id, title, start_date, finish_date } = plan;
  return {
    ...{ plan_id, state: status.state, brain: status.brain, title, start_date, finish_date },
    deadline: plan.schedule.deadline,
    meets_deadline: plan.schedule.meets_deadline,
    budget: plan.costs.budget,
    budget_verdict: plan.costs.verdict,
    out: folder,
    files,
    usage: status.usage,
    quality_summary: status.quality_summary,
  };
}

/** The fields of plan_create by their flags. */
const fields: Readonly<Record<string, string>> = {
  brain: 'brain',
  profile: 'model_profile',
  detail: 'detail',
  purse: 'purse_id',
  parent: 'parent_plan_id',
  'start-date': 'start_date',
};

function inputOf(args: Arguments): object {
  const goal = args.words.join(' ').trim();
  if (goal === '') {
    const message =
      'Say what you want to get done: planwright plan "Open a coffee shop in Copenhagen"';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const given = Object.entries(fields).flatMap(([flag, field]) => {
    const value = textFlag(args, flag);
    return value === undefined ? [] : [[field, value] as const];
  });
  const budget = textFlag(args, 'budget');
  return {
    prompt: goal,
    ...Object.fromEntries(given),
    ...(budget === undefined ? {} : { budget: budgetOf(budget) }),
  };
}

/** Where its agents find it: a plan on the local data is seen by nobody else. */
const whereToThink = ({ url }: Config): string =>
  url === null
    ? 'Agents reach it by planwright mcp, or through planwright serve, on the same data (docs/agents-as-minds.md).'
    : `Agents reach it at ${url}/mcp, or by REST (docs/agents-as-minds.md).`;

/** The plan is there whatever became of the wait. */
function withPlan(error: unknown, plan: string): unknown {
  if (!isPlanwrightError(error) || error.code !== 'fetch_failed') return error;
  return new PlanwrightError(
    error.code,
    `${error.message} The plan is kept: planwright wait ${plan}`,
  );
}

async function makePlan(
  caller: Caller,
  input: object,
  config: Config,
  io: Io,
): Promise<PlanStatus> {
  const created = (await caller.call('plan_create', input)) as {
    plan_id: string;
    next_action: string;
  };
  const { plan_id } = created;
  if ('brain' in input && input.brain === 'caller') {
    io.stderr.write(`${created.next_action}\n${whereToThink(config)}\n`);
  }
  const status = await waitUntilDone(caller, plan_id, io).catch((error: unknown) => {
    throw withPlan(error, plan_id);
  });
  if (status.state === 'completed') return status;
  const message = status.error?.message ?? 'The plan was stopped.';
  // Rules say the same again; a mind, or what was mended since, may not.
  const again = status.brain === 'offline' ? '' : ` To go on: planwright resume ${plan_id}`;
  throw new PlanwrightError('generation_failed', `${message}${again}`, { plan_id });
}

export async function runPlan(args: Arguments, config: Config, io: Io): Promise<number> {
  const input = inputOf(args);
  const caller = await openCaller(config);
  try {
    const status = await makePlan(caller, input, config, io);
    const { plan_id } = status;
    const folder = resolve(textFlag(args, 'out') ?? plan_id);
    const files = await writeFiles(caller, plan_id, folder);
    const plan = (await caller.call('plan_get', { plan_id })) as Plan;
    if (args.flags.json) printJson(io, jsonAnswer(plan, status, folder, files));
    else io.stdout.write(summaryLines(plan, status, folder, files));
    return 0;
  } finally {
    await caller.close();
  }
}
