// One thing that waits for a person, as the inbox shows it: since when, by when, and the call that
// settles it.
import { isoTime } from '../base/clock.ts';
import type { InboxItem } from '../contract/approvals.ts';
import { dueAtOf, type PersonWait, personWaitOf, usualWithinMs } from '../engine/person-wait.ts';
import { isFamilyKey, purseOfKey } from '../engine/purse.ts';
import type { StepStateName } from '../engine/state.ts';
import type { ContentRow, PersonPlace } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { isChangeStep } from '../work/change-request.ts';
import { slaOf } from '../work/person-due.ts';
import { blockerOf, isCheck } from './condition.ts';
import type { Context } from './context.ts';
import { textsOf } from './execution-views.ts';
import { planTitle } from './plan-views.ts';
import { specOf, titleOf } from './step-specs.ts';

type StepRow = Rows['steps'];

/** With its place in the order of the inbox, where a page may end. */
export interface Placed {
  readonly item: InboxItem;
  readonly place: PersonPlace;
}

/** What a person has to do with it; null if it is not for one. */
export function inboxKindOf(step: StepRow): PersonWait | null {
  // Only whoever has it sees it.
  if (step.state === 'LEASED') return isCheck(step) ? 'check' : 'task';
  // What was handed in, and whose check could not be done.
  if (step.state === 'DONE') return 'check';
  return personWaitOf({
    state: step.state as StepStateName,
    waitFor: step.wait_for,
    performer: step.performer,
    isUndo: step.undoes !== '',
    isCheck: isCheck(step),
  });
}

const control = (step: StepRow, action: string, more: object, command: string) => ({
  operation: 'execution_control',
  input: { execution_id: step.run, action, step_id: step.step, ...more },
  command: `planwright ${command.replace('…', `${step.run} ${step.step}`)}`,
});

/** Taking what one has gives its lease again, to end it with. */
function claimOf(step: StepRow): InboxItem['settle'] {
  const say = isCheck(step) ? 'done … "TEXT" --choice accept' : 'done … "TEXT"';
  return control(step, 'take_over', {}, step.state === 'LEASED' ? say : 'take …');
}

function fundOf({ run, wait_key: key }: StepRow): InboxItem['settle'] {
  const id = isFamilyKey(key) ? purseOfKey(key) : run;
  const command = `planwright fund ${id} USD`;
  return id === run
    ? { operation: 'execution_fund', input: { execution_id: run, budget: {} }, command }
    : { operation: 'purse_fund', input: { purse_id: id, budget: {} }, command };
}

function checkSettle(step: StepRow): InboxItem['settle'] {
  if (step.state === 'DONE') {
    return control(step, 'accept_with_shortfall', { reason: '' }, 'accept … "REASON"');
  }
  return step.state === 'FAILED' ? control(step, 'retry_step', {}, 'retry …') : claimOf(step);
}

function settleOf(step: StepRow, kind: PersonWait): InboxItem['settle'] {
  switch (kind) {
    case 'approval':
      return control(step, 'approve', { digest: step.wait_key }, 'approve …');
    case 'question':
      return control(step, 'answer', { answer: '' }, 'answer … "TEXT"');
    case 'check':
      return checkSettle(step);
    case 'task':
      return claimOf(step);
    case 'budget':
      return fundOf(step);
    case 'undo':
    case 'failure':
      return control(step, 'retry_step', {}, 'retry …');
  }
}

type Sla = ReturnType<typeof slaOf>;

/** When it is due is in its row; of what the caller has taken it follows from when that was. */
function timesOf(step: StepRow, kind: PersonWait, sla: Sla): { openedAt: number; dueAt: number } {
  const { changed_at: changedAt, person_due: due } = step;
  if (step.state === 'LEASED') return { openedAt: changedAt, dueAt: dueAtOf(kind, changedAt, sla) };
  // What was handed in waits since a check of it failed, which is in another row.
  const openedAt = step.state === 'DONE' ? due - (sla?.within_ms ?? usualWithinMs) : changedAt;
  return { openedAt, dueAt: due };
}

interface Around {
  readonly planName: string;
  readonly contents: ReadonlyMap<string, ContentRow>;
  readonly now: number;
}

function placedOf(step: StepRow, kind: PersonWait, around: Around): Placed {
  const { contents, now } = around;
  const spec = specOf(contents.get(step.spec));
  const { openedAt, dueAt } = timesOf(step, kind, slaOf(spec, step.performer));
  const item: InboxItem = {
    kind,
    execution_id: step.run,
    plan_title: around.planName,
    step_id: step.step,
    title: titleOf(step, spec),
    text:
      kind === 'task' || step.state === 'LEASED' || isChangeStep(step)
        ? spec.description
        : blockerOf(step, textsOf(step, contents)).reason,
    opened_at: isoTime(openedAt),
    due_at: isoTime(dueAt),
    overdue: dueAt <= now,
    yours: step.state === 'LEASED',
    digest: kind === 'approval' ? step.wait_key : null,
    settle: settleOf(step, kind),
  };
  return { item, place: { person_due: dueAt, run: step.run, position: step.position } };
}

/** By run the title of its plan. */
async function planNames(
  { reader, principal }: Context,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const runs = await reader.runs(runIds);
  const plans = new Map<string, string>();
  for (const id of new Set([...runs.values()].map(({ plan }) => plan))) {
    const plan = await reader.plan(principal.tenant, id);
    plans.set(id, plan ? planTitle(plan) : '');
  }
  return new Map([...runs.values()].map(({ id, plan }) => [id, plans.get(plan) ?? '']));
}

/** What these steps wait for, as the inbox shows it. */
export async function placedItems(context: Context, steps: readonly StepRow[]): Promise<Placed[]> {
  if (steps.length === 0) return [];
  const names = await planNames(
    context,
    steps.map(({ run }) => run),
  );
  const ids = steps.flatMap(({ spec, error }) => [spec, error]).filter((id) => id !== '');
  const contents = await context.reader.contents(ids);
  const now = context.now();
  return steps.flatMap((step) => {
    const kind = inboxKindOf(step);
    if (kind === null) return [];
    return [placedOf(step, kind, { planName: names.get(step.run) ?? '', contents, now })];
  });
}
