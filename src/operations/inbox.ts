// The inbox of the people of a tenant: over all open executions, what only a person settles, with the
// call that does it.
import { isoTime } from '../base/clock.ts';
import { type InboxItem, inboxListInput, inboxListOutput } from '../contract/approvals.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { blockerOf, isCheck, isQuestion, stuckSteps, waitsForApproval } from './condition.ts';
import type { Context } from './context.ts';
import { isShown, textsOf } from './execution-views.ts';
import { jsonOperation } from './operation.ts';
import { planTitle } from './plan-views.ts';
import { specOf, titleOf } from './step-specs.ts';
import { isOver } from './wait.ts';

type StepRow = Rows['steps'];
type Kind = InboxItem['kind'];

/** What a person has to do with it; null if it is not for one. */
function kindOf(step: StepRow): Kind | null {
  if (waitsForApproval(step)) return 'approval';
  if (isQuestion(step)) return 'question';
  if (step.state === 'WAITING') return step.undoes === '' ? null : 'undo';
  if (isCheck(step) || step.state === 'DONE') return 'check';
  return step.state === 'READY' ? 'task' : 'failure';
}

const control = (step: StepRow, action: string, more: object, command: string) => ({
  operation: 'execution_control',
  input: { execution_id: step.run, action, step_id: step.step, ...more },
  command: `planwright ${command.replace('…', `${step.run} ${step.step}`)}`,
});

function settleOf(step: StepRow, kind: Kind): InboxItem['settle'] {
  switch (kind) {
    case 'approval':
      return control(step, 'approve', { digest: step.wait_key }, 'approve …');
    case 'question':
      return control(step, 'answer', { answer: '' }, 'answer … "TEXT"');
    case 'check':
      if (step.state === 'DONE') {
        return control(step, 'accept_with_shortfall', { reason: '' }, 'accept … "REASON"');
      }
      return step.state === 'READY' ? claimOf(step) : control(step, 'retry_step', {}, 'retry …');
    case 'task':
      return claimOf(step);
    case 'undo':
    case 'failure':
      return control(step, 'retry_step', {}, 'retry …');
  }
}

const claimOf = (step: StepRow): InboxItem['settle'] => ({
  operation: 'work_claim',
  input: { execution_id: step.run, kinds: ['human'] },
  command: 'planwright agent --person (simulated)',
});

/** Nobody else can do it: what is ready for an agent is not a person's business. */
const isForPerson = (step: StepRow): boolean =>
  step.state !== 'READY' || step.performer === 'human';

function itemOf(
  step: StepRow,
  kind: Kind,
  planName: string,
  contents: ReadonlyMap<string, ContentRow>,
  now: number,
): InboxItem {
  const spec = specOf(contents.get(step.spec));
  const due = spec.planned_finish === '' ? null : `${spec.planned_finish}T23:59:59.000Z`;
  const isTask = kind === 'task';
  return {
    kind,
    execution_id: step.run,
    plan_title: planName,
    step_id: step.step,
    title: titleOf(step, spec),
    text: isTask ? spec.description : blockerOf(step, textsOf(step, contents)).reason,
    since: isoTime(step.changed_at),
    due_at: due,
    is_late: due !== null && Date.parse(due) < now,
    digest: kind === 'approval' ? step.wait_key : null,
    settle: settleOf(step, kind),
  };
}

/** An item and the place of its step in its execution, where a page may end. */
interface Placed {
  readonly item: InboxItem;
  readonly position: number;
}

async function itemsOf(context: Context, run: Rows['runs'], after: number): Promise<Placed[]> {
  const { reader, principal, now } = context;
  const steps = (await reader.steps(run.id)).filter(isShown);
  const nobody = (): boolean => false;
  const stuck = stuckSteps(steps, nobody).filter(isForPerson);
  const waiting = stuck.filter(({ position }) => position > after);
  if (waiting.length === 0) return [];
  const plan = await reader.plan(principal.tenant, run.plan);
  const name = plan ? planTitle(plan) : '';
  const ids = waiting.flatMap((step) => [step.spec, step.error]).filter((id) => id !== '');
  const contents = await reader.contents(ids);
  return waiting.flatMap((step) => {
    const kind = kindOf(step);
    if (kind === null) return [];
    return [{ item: itemOf(step, kind, name, contents, now()), position: step.position }];
  });
}

/** So many executions are looked at in one call. */
const runsAPage = 50;
const maxPages = 20;

/** From the newest execution on, until there are enough; `next` is where to go on. */
class Page {
  readonly items: InboxItem[] = [];
  next: string | null = null;
  readonly #context: Context;
  readonly #limit: number;

  constructor(context: Context, limit: number) {
    this.#context = context;
    this.#limit = limit;
  }

  /** False once there is no more room. */
  async add(run: Rows['runs'], after = -1): Promise<boolean> {
    if (isOver(run)) return true;
    for (const { item, position } of await itemsOf(this.#context, run, after)) {
      if (this.items.length >= this.#limit) return false;
      this.items.push(item);
      this.next = `${run.id}_p${position}`;
    }
    return true;
  }

  async fill(cursor: string | undefined): Promise<void> {
    const [, from, place] = /^(exec_[0-9a-z]+)(?:_p(\d+))?$/.exec(cursor ?? '') ?? [];
    const { reader, principal } = this.#context;
    const half = from !== undefined && place !== undefined ? await reader.run(from) : null;
    const isOwn = half?.tenant === principal.tenant;
    if (half && isOwn && !(await this.add(half, Number(place)))) return;
    let last = from ?? 'exec_~';
    for (let page = 0; page < maxPages; page += 1) {
      const filter = { before: last, limit: runsAPage };
      const runs = await reader.runsOfKind(principal.tenant, 'execution', filter);
      for (const run of runs) {
        if (!(await this.add(run))) return;
        last = run.id;
      }
      this.next = runs.length < runsAPage ? null : last;
      if (this.next === null) return;
    }
  }
}

export const inboxList = jsonOperation({
  name: 'inbox_list',
  title: 'What waits for a person',
  description:
    'Over all executions: approvals, questions, tasks for people, checks and failures that need one, each with the call that settles it.',
  input: inboxListInput,
  output: inboxListOutput,
  scope: 'plan:read',
  toolsets: ['all'],
  effect: 'read',
  isIdempotent: true,
  rest: { method: 'GET', path: '/api/inbox', status: 200, tag: 'Inbox' },
  cli: { command: 'inbox', positional: [] },
  examples: [{ limit: 100 }],
  async handler(context, { limit, cursor }) {
    const page = new Page(context, limit);
    await page.fill(cursor);
    const items = page.items.toSorted((one, other) =>
      one.since < other.since ? -1 : one.since > other.since ? 1 : 0,
    );
    return { items, next_cursor: page.next };
  },
});
