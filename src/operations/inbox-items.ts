// One thing that waits for a person, as the inbox shows it: since when, by when, and the call that
// settles it.
import { isoTime } from '../base/clock.ts';
import type { InboxItem } from '../contract/approvals.ts';
import { dueAtOf, type PersonWait, personWaitOf } from '../engine/person-wait.ts';
import { isFamilyKey, purseOfKey } from '../engine/purse.ts';
import type { StepStateName } from '../engine/state.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { isChangeStep } from '../work/change-request.ts';
import { slaOf } from '../work/person-due.ts';
import { blockerOf, isCheck, stuckSteps } from './condition.ts';
import type { Context } from './context.ts';
import { isShown, textsOf } from './execution-views.ts';
import { planTitle } from './plan-views.ts';
import { specOf, titleOf } from './step-specs.ts';

type StepRow = Rows['steps'];

/** With the place of its step in its execution, where a page may end. */
export interface Placed {
  readonly item: InboxItem;
  readonly dueAt: number;
  readonly position: number;
}

/** What a person has to do with it; null if it is not for one. */
function kindOf(step: StepRow): PersonWait | null {
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

/** What was handed in waits for a person since its check failed. */
function openedAtOf(step: StepRow, steps: readonly StepRow[]): number {
  if (step.state !== 'DONE') return step.changed_at;
  const failed = steps.filter(
    ({ parent, state, purpose }) =>
      parent === step.step && state === 'FAILED' && purpose === 'check',
  );
  return Math.max(step.changed_at, ...failed.map(({ changed_at }) => changed_at));
}

interface Around {
  readonly planName: string;
  readonly steps: readonly StepRow[];
  readonly contents: ReadonlyMap<string, ContentRow>;
  readonly now: number;
}

function placedOf(step: StepRow, kind: PersonWait, around: Around): Placed {
  const { contents, now } = around;
  const spec = specOf(contents.get(step.spec));
  const openedAt = openedAtOf(step, around.steps);
  const dueAt = dueAtOf(kind, openedAt, slaOf(spec, step.performer));
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
  return { item, dueAt, position: step.position };
}

const hasIt = ({ state, holder }: StepRow, id: string): boolean =>
  state === 'LEASED' && holder === id;

/** All of one execution that only a person settles, and what the caller has taken. */
export async function itemsOf(context: Context, run: Rows['runs']): Promise<Placed[]> {
  const { reader, principal, now } = context;
  const steps = (await reader.steps(run.id)).filter(isShown);
  const nobody = (): boolean => false;
  const { kind: caller, id } = principal;
  const yours = caller === 'person' ? steps.filter((step) => hasIt(step, id)) : [];
  const waiting = [...stuckSteps(steps, nobody), ...yours].flatMap((step) => {
    const kind = kindOf(step);
    return kind === null ? [] : [{ step, kind }];
  });
  if (waiting.length === 0) return [];
  const plan = await reader.plan(principal.tenant, run.plan);
  const ids = waiting.flatMap(({ step }) => [step.spec, step.error]).filter((id) => id !== '');
  const contents = await reader.contents(ids);
  const around = { planName: plan ? planTitle(plan) : '', steps, contents, now: now() };
  return waiting.map(({ step, kind }) => placedOf(step, kind, around));
}
