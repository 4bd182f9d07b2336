// Forks of an execution: a change is tried with every step played, and promoted as a patch.
import { PlanwrightError } from '../base/errors.ts';
import {
  executionForkInput,
  executionForkOutput,
  executionPromoteInput,
  executionPromoteOutput,
} from '../contract/execution-fork.ts';
import { contentJson } from '../engine/content.ts';
import { decodeEvent } from '../engine/log-header.ts';
import type { RunStatus } from '../engine/state.ts';
import { type ForkChange, forkRun } from '../work/fork.ts';
import type { Context } from './context.ts';
import { editFor } from './execution-patch.ts';
import { findExecution } from './execution-views.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';

export const executionFork = jsonOperation({
  name: 'execution_fork',
  title: 'Simulate a change',
  description:
    'Creates a fork of an execution with steps added, changed or cancelled. The engine simulates every step of the fork; nothing acts outside. execution_promote applies the change to the original.',
  input: executionForkInput,
  output: executionForkOutput,
  scope: 'run',
  rest: { method: 'POST', path: '/api/executions/{execution_id}/forks', status: 201 },
  async handler(context, { execution_id, add, change, cancel }) {
    const parent = await findExecution(context, execution_id);
    const edit = await editFor(context, parent, { add, change, cancel });
    const { engine, reader, ids, principal } = context;
    const wish = { run: ids.next('exec'), parent: parent.id, by: principal.id };
    const made = await forkRun(engine, reader, { ...wish, change: { ...edit, cancelled: cancel } });
    return {
      execution_id: made.run,
      parent_id: parent.id,
      base_rev: made.baseRev,
      inherited: [...made.inherited],
      next_action: 'execution_wait for its end; execution_promote makes the change in the parent.',
    };
  },
});

const pageSize = 500;

interface Kept {
  readonly base_rev: number;
  readonly change: ForkChange;
}

/** It was noted when the fork was made. */
async function readChange({ reader }: Context, run: string): Promise<Kept | null> {
  for (let after = 0; ; ) {
    const page = await reader.events(run, after, pageSize);
    for (const { header } of page) {
      const event = decodeEvent(header);
      if (event.type !== 'note.recorded' || event.data.kind !== 'fork_change') continue;
      const row = await reader.content(event.refs?.note?.id ?? '');
      return row ? (contentJson(row) as Kept) : null;
    }
    if (page.length < pageSize) return null;
    after = page.at(-1)?.seq ?? after;
  }
}

export const executionPromote = jsonOperation({
  name: 'execution_promote',
  title: 'Apply a simulated change',
  description:
    'Applies the change of a fork to its parent as a patch. Refused if the same part of the parent has changed since.',
  input: executionPromoteInput,
  output: executionPromoteOutput,
  scope: 'approve',
  effect: 'destroy',
  rest: 'POST /api/executions/{execution_id}/promote',
  async handler(context, { execution_id }) {
    const fork = await findExecution(context, execution_id);
    const { forkOf } = await context.engine.graph(fork.id);
    if (forkOf === '') {
      throw new PlanwrightError('INVALID_ARGUMENTS', 'This is no fork: execution_fork makes one.');
    }
    const parent = await findExecution(context, forkOf);
    const kept = await readChange(context, fork.id);
    if (!kept) throw new PlanwrightError('plan_erased', 'The change of this fork was erased.');
    const { added = [], changed = [], cancelled = [] } = kept.change;
    const answer = await context.engine.patch({
      run: parent.id,
      by: context.principal.id,
      cause: 'edit',
      baseRev: kept.base_rev,
      ...{ added, changed, cancelled },
      ...onceOf(context),
    });
    return {
      execution_id: parent.id,
      state: answer.status as RunStatus,
      rev: answer.rev,
      next_action: 'execution_tasks shows the steps as they are now.',
    };
  },
});
