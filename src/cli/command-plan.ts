// planwright plan "goal": makes a plan, shows progress, writes its files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { Plan } from '../contract/plan.ts';
import type { PlanStatus } from '../contract/plans.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printJson } from './io.ts';
import { safeText } from './safe-text.ts';

async function waitUntilDone(caller: Caller, planId: string, io: Io): Promise<PlanStatus> {
  for (;;) {
    const input = { plan_id: planId, timeout_seconds: io.stderr.isTTY ? 1 : 25 };
    const status = (await caller.call('plan_wait', input)) as PlanStatus;
    if (status.state !== 'pending' && status.state !== 'processing') return status;
    if (io.stderr.isTTY) {
      const step = status.current_step ?? '';
      io.stderr.write(`\r${String(status.progress_percentage).padStart(3)} %  ${step.padEnd(30)}`);
    }
  }
}

async function writeFiles(caller: Caller, planId: string, folder: string): Promise<string[]> {
  const { files } = (await caller.call('plan_files', { plan_id: planId })) as {
    files: { path: string }[];
  };
  mkdirSync(folder, { recursive: true });
  for (const { path } of files) {
    // Paths are ours today; a plan from elsewhere must not write outside the folder.
    if (!/^[\w][\w.-]*$/.test(path)) continue;
    writeFileSync(join(folder, path), await caller.file(planId, path));
  }
  return files.map((file) => file.path);
}

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

function summaryLines(plan: Plan, folder: string, files: readonly string[]): string {
  const tasks = plan.phases.reduce((sum, phase) => sum + phase.tasks.length, 0);
  const { currency, low, high } = plan.costs;
  return [
    safeText(plan.title, 200),
    `  ${plan.phases.length} phases, ${tasks} tasks, ${plan.start_date} to ${plan.finish_date}`,
    ...warningLines(plan),
    `  cost ${low.toLocaleString('en-US')} to ${high.toLocaleString('en-US')} ${currency}; ${plan.risks.length} risks; ${plan.guesses.length} guesses to confirm`,
    `  ${plan.notice}`,
    `  files: ${files.map((file) => join(folder, file)).join(', ')}`,
    `  next: planwright run ${plan.plan_id}`,
    '',
  ].join('\n');
}

export async function runPlan(args: Arguments, config: Config, io: Io): Promise<number> {
  const goal = args.words.join(' ').trim();
  if (goal === '') {
    const message =
      'Say what you want to get done: planwright plan "Open a coffee shop in Copenhagen"';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const startDate = textFlag(args, 'start-date');
  const caller = await openCaller(config);
  try {
    const input = { prompt: goal, ...(startDate === undefined ? {} : { start_date: startDate }) };
    const created = (await caller.call('plan_create', input)) as { plan_id: string };
    const status = await waitUntilDone(caller, created.plan_id, io);
    if (status.state !== 'completed') {
      throw new PlanwrightError(
        'generation_failed',
        status.error?.message ?? 'The plan was stopped.',
        {
          plan_id: created.plan_id,
        },
      );
    }
    const folder = resolve(textFlag(args, 'out') ?? created.plan_id);
    const files = await writeFiles(caller, created.plan_id, folder);
    const plan = (await caller.call('plan_get', { plan_id: created.plan_id })) as Plan;
    if (args.flags.json) {
      const { plan_id, title, start_date, finish_date } = plan;
      printJson(io, {
        plan_id,
        state: status.state,
        title,
        start_date,
        finish_date,
        deadline: plan.schedule.deadline,
        meets_deadline: plan.schedule.meets_deadline,
        budget: plan.costs.budget,
        budget_verdict: plan.costs.verdict,
        out: folder,
        files,
      });
    } else io.stdout.write(summaryLines(plan, folder, files));
    return 0;
  } finally {
    await caller.close();
  }
}
