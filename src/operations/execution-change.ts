// Asking for a change of what runs: what it comes to is computed first, then the policy of the execution lets it
// pass, or it waits in the inbox for a person.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import {
  type ExecutionChange,
  type ExecutionChangeInput,
  executionChangeInput,
  executionChangeOutput,
  executionChangesOutput,
} from '../contract/execution-change.ts';
import { executionRef } from '../contract/executions.ts';
import { loadRun } from '../engine/load-run.ts';
import type { RunStatus } from '../engine/state.ts';
import type { Rows } from '../store/tables.ts';
import { type ChangeProposal, changeStep } from '../work/change-request.ts';
import type { Context } from './context.ts';
import { applyNow } from './execution-change-apply.ts';
import { draftFor } from './execution-change-draft.ts';
import { summaryLine } from './execution-change-text.ts';
import { changeById, changesOf } from './execution-change-views.ts';
import { findExecution } from './execution-views.ts';
import { keptAnswer, onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';

async function proposed(
  context: Context,
  run: Rows['runs'],
  input: ExecutionChangeInput,
): Promise<ChangeProposal> {
  const { state } = await loadRun(context.reader, run.id);
  const { patch, diff, asksBecause, until } = await draftFor(context, run, state, input);
  return {
    kind: input.kind,
    affects: input.affects,
    until,
    asked_by: context.principal.id,
    asked_at: isoTime(context.now()),
    base_rev: state.rev,
    asks_because: asksBecause,
    patch,
    diff,
  };
}

/** The same call finds the same step, whenever it is repeated. */
const newChangeId = ({ once, ids }: Context): string =>
  `change_${once ? once.key.slice(0, 16) : ids.part()}`;

const maxOpen = 20;

async function checkRoom(context: Context, run: Rows['runs']): Promise<void> {
  const changes = await changesOf(context, run);
  if (changes.filter(({ state }) => state === 'waiting').length < maxOpen) return;
  const message = `${maxOpen} changes wait for a person already. Settle some of them first.`;
  throw new PlanwrightError('limit_exceeded', message);
}

/** Makes it known; where the policy lets it pass, it is made at once. */
async function ask(context: Context, run: Rows['runs'], input: ExecutionChangeInput) {
  const id = newChangeId(context);
  if ((await keptAnswer(context)) !== null) return id;
  await checkRoom(context, run);
  const proposal = await proposed(context, run, input);
  await context.engine.patch({
    ...{ run: run.id, by: context.principal.id, cause: 'edit', baseRev: proposal.base_rev },
    added: [changeStep(id, proposal, summaryLine(proposal))],
    ...onceOf(context),
  });
  if (proposal.asks_because === null) await applyNow(context, run.id, id, proposal);
  return id;
}

const nextActions: Readonly<Record<ExecutionChange['state'], string>> = {
  proposed: 'Nothing was done. Without dry_run it is asked for.',
  waiting: 'A person approves or rejects it: execution_control with step_id and digest, or inbox.',
  approved: 'It is made as soon as the execution goes on.',
  applied: 'execution_tasks shows the steps as they are now.',
  rejected: 'It was not approved.',
  stale: 'The graph moved on in the same part: ask again.',
  withdrawn: 'It was withdrawn.',
};

const viewOf = (proposal: ChangeProposal): ExecutionChange => {
  const { patch: _, affects, ...shown } = proposal;
  const view = { ...shown, affects: [...affects], summary: summaryLine(proposal) };
  return { ...view, change_id: null, state: 'proposed', digest: null };
};

export const executionChange = jsonOperation({
  name: 'execution_change',
  title: 'Request a change to an execution',
  description:
    'Use it when a task is late, an agent is lost, an assumption fails or steps must change. Shows the effect on steps, dates and cost. The policy may allow small changes; a person approves the others.',
  input: executionChangeInput,
  output: executionChangeOutput,
  scope: 'work',
  toolsets: ['worker'],
  rest: 'POST /api/executions/{execution_id}/changes',
  cli: { command: 'change', positional: ['execution_id', 'kind'] },
  async handler(context, input) {
    const { execution_id } = input;
    const run = await findExecution(context, execution_id);
    const change = input.dry_run
      ? viewOf(await proposed(context, run, input))
      : await changeById(context, run, await ask(context, run, input));
    const { status, rev } = await findExecution(context, execution_id);
    return {
      execution_id,
      ...change,
      execution_state: status as RunStatus,
      rev,
      next_action: nextActions[change.state],
    };
  },
});

export const executionChanges = jsonOperation({
  name: 'execution_changes',
  title: 'List requested changes',
  description:
    'Lists each requested change with its effect on steps, dates and cost, and its outcome.',
  input: executionRef,
  output: executionChangesOutput,
  scope: 'plan:read',
  rest: 'GET /api/executions/{execution_id}/changes',
  cli: 'changes',
  async handler(context, { execution_id }) {
    const run = await findExecution(context, execution_id);
    return { execution_id, changes: await changesOf(context, run) };
  },
});
