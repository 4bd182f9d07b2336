// What agents report in the words of the original design. With a valid lease token a report moves
// its step; without one it is kept as a note, on the record, and moves nothing.
import type { z } from 'zod';
import { isPlanwrightError } from '../base/errors.ts';
import { executionReportInput, executionReportOutput } from '../contract/executions.ts';
import type { Signal } from '../engine/engine-api.ts';
import type { FailureClass } from '../engine/event-types.ts';
import type { Context } from './context.ts';
import { findExecution } from './execution-views.ts';
import { holderCall } from './holder.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';

type Report = z.output<typeof executionReportInput>;
type Answer = z.input<typeof executionReportOutput>;

/** error_type is free text of the agent's; what we know maps to a class, the rest is logic. */
const failures: ReadonlyMap<string, FailureClass> = new Map([
  ['timeout', 'transient'],
  ['network', 'transient'],
  ['rate_limited', 'rate_limit'],
  ['invalid_input', 'data'],
  ['external_dependency_blocked', 'external'],
  ['permission_denied', 'policy'],
]);

const reportedAt = (report: Report, now: number): number => {
  const time = report.timestamp === undefined ? Number.NaN : Date.parse(report.timestamp);
  return Number.isFinite(time) && time > 0 ? time : now;
};

const recorded = (
  kind: Answer['recorded'],
  seq: number | null,
  signal: Signal,
  next: string,
): Answer => ({ recorded: kind, seq, signal, next_action: next });

const noToken = 'Kept as a note. To move a task, send the lease_token that work_claim gave.';
const badToken =
  'Kept as a note: this lease is not yours any more. Stop this task and claim new work.';

async function asNote(context: Context, report: Report, hint: string): Promise<Answer> {
  const { lease_token: _, execution_id: run, ...note } = report;
  const { seq } = await context.engine.note({
    tenant: context.principal.tenant,
    run,
    by: context.principal.id,
    step: report.task_id ?? report.current_task_id ?? '',
    kind: report.event_type,
    reportedAt: reportedAt(report, context.now()),
    note,
    ...onceOf(context),
  });
  return recorded('note', seq, hint === badToken ? 'cancel' : 'continue', hint);
}

async function asProgress(context: Context, report: Report, token: string): Promise<Answer> {
  const progress = report.current_task_progress;
  const { signal } = await context.engine.heartbeat({
    ...holderCall(context, token),
    progress: progress === undefined ? null : Math.round(progress),
    note: report.notes?.slice(0, 500) ?? null,
  });
  return recorded('telemetry', null, signal, 'Go on.');
}

async function byHolder(context: Context, report: Report, token: string): Promise<Answer> {
  const call = holderCall(context, token);
  const { engine } = context;
  switch (report.event_type) {
    case 'heartbeat':
    case 'task_progress':
    case 'subtask_in_progress':
      return asProgress(context, report, token);
    case 'task_started':
    case 'subtask_started': {
      const at = reportedAt(report, context.now());
      const { seq, signal } = await engine.startStep({ ...call, reportedAt: at });
      return recorded('event', seq, signal, 'Do it, then report task_complete.');
    }
    case 'task_complete':
    case 'subtask_complete': {
      const output = { ...report.output, ...(report.notes ? { notes: report.notes } : {}) };
      const { seq, signal } = await engine.complete({ ...call, output, ...onceOf(context) });
      return recorded('event', seq, signal, 'Call work_claim for the next task.');
    }
    case 'task_error':
    case 'task_blocked': {
      const message = report.error_message ?? report.notes ?? report.event_type;
      const failure = failures.get(report.error_type ?? '') ?? 'logic';
      const failed = { ...call, class: failure, message, ...onceOf(context) };
      const { seq, signal } = await engine.fail(failed);
      return recorded('event', seq, signal, 'Call work_claim for the next task.');
    }
  }
}

export const executionReport = jsonOperation({
  name: 'execution_report',
  title: 'Report an event',
  description:
    'Adds an event from an agent, such as task_started, task_progress, task_complete or task_error. It changes the task only with the lease token of that task.',
  input: executionReportInput,
  output: executionReportOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: { method: 'POST', path: '/api/executions/{execution_id}/events', status: 201 },
  async handler(context, report) {
    const { lease_token: token, execution_id: run } = report;
    await findExecution(context, run);
    if (token === undefined) return asNote(context, report, noToken);
    if (!token.startsWith(`lt_${run}.`)) return asNote(context, report, badToken);
    try {
      return await byHolder(context, report, token);
    } catch (error) {
      if (!isPlanwrightError(error) || error.code !== 'lease_lost') throw error;
      return asNote(context, report, badToken);
    }
  },
});
