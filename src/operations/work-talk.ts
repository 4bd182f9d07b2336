// What those who work say besides done or failed: reports, questions, messages.
import { isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  workAskInput,
  workAskOutput,
  workMessageInput,
  workMessageOutput,
  workProposeInput,
  workProposeOutput,
  workReportInput,
  workReportOutput,
} from '../contract/work-talk.ts';
import type { Context } from './context.ts';
import { findExecution } from './execution-views.ts';
import { holderCall, placeOfToken } from './holder.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { endOf } from './work-end.ts';

const maxTelemetryNote = 500;

export const workReport = jsonOperation({
  name: 'work_report',
  title: 'Report on work',
  description:
    'Renews the lease like work_heartbeat and adds a note to the log, such as a finding, a decision or a problem.',
  input: workReportInput,
  output: workReportOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: { method: 'POST', path: '/api/work/report', status: 201 },
  async handler(context, { lease_token, progress, note, kind }) {
    const { engine } = context;
    const call = holderCall(context, lease_token);
    const beat = { progress: progress ?? null, note: note.slice(0, maxTelemetryNote) };
    const { expiresAt, signal } = await engine.heartbeat({ ...call, ...beat });
    const { run, step } = placeOfToken(lease_token);
    const { seq } = await engine.note({
      tenant: call.tenant,
      run,
      by: call.holder,
      step,
      kind,
      reportedAt: context.now(),
      note: { message: note, ...(progress === undefined ? {} : { progress }) },
      ...onceOf(context),
    });
    return { seq, expires_at: isoTimeOrNull(expiresAt), signal };
  },
});

export const workAsk = jsonOperation({
  name: 'work_ask',
  sdk: 'askPerson',
  title: 'Ask a person',
  description:
    'Returns a task you hold with a question. Once answered, the task is handed out again with the answer in its context.',
  input: workAskInput,
  output: workAskOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: 'POST /api/work/ask',
  async handler(context, { lease_token, question }) {
    const call = { ...holderCall(context, lease_token), ...onceOf(context) };
    return endOf(await context.engine.ask({ ...call, question }));
  },
});

export const workPropose = jsonOperation({
  name: 'work_propose',
  title: 'Propose an action',
  description:
    'Returns a task you hold with the exact action you propose. Once a person approves it, the task is handed out again with the action as approved_proposal.',
  input: workProposeInput,
  output: workProposeOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: 'POST /api/work/propose',
  async handler(context, { lease_token, proposal }) {
    const call = { ...holderCall(context, lease_token), ...onceOf(context) };
    return endOf(await context.engine.propose({ ...call, proposal }));
  },
});

async function checkRecipient(context: Context, to: string): Promise<void> {
  if (!to.startsWith('agent_')) return;
  if (await context.reader.agent(context.principal.tenant, to)) return;
  throw new PlanwrightError('agent_not_found', `There is no agent ${to}. agent_list shows them.`);
}

export const workMessage = jsonOperation({
  name: 'work_message',
  sdk: 'sendMessage',
  title: 'Send a message',
  description:
    'Sends a message to an agent, a person or a role. It arrives with the next work_claim or work_heartbeat of the recipient and appears in the activity.',
  input: workMessageInput,
  output: workMessageOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: { method: 'POST', path: '/api/work/message', status: 201 },
  async handler(context, { execution_id, to, step_id, thread, text }) {
    const { principal, engine } = context;
    const run = await findExecution(context, execution_id);
    await checkRecipient(context, to);
    const { seq } = await engine.message({
      tenant: principal.tenant,
      run: run.id,
      by: principal.id,
      to,
      step: step_id ?? '',
      thread,
      text,
      ...onceOf(context),
    });
    const delivery = 'It is delivered with the next work_claim or work_heartbeat of the recipient.';
    return { seq, next_action: to === '' ? 'It is shown in the activity.' : delivery };
  },
});
