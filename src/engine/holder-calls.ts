// What the holder of a lease may call: signs of life, the end of its attempt, a question. Each call
// shows the token of the attempt; one that is not its holder's any more changes nothing.
import { PlanwrightError } from '../base/errors.ts';
import { failpoint } from '../base/failpoints.ts';
import type { Ids } from '../base/ids.ts';
import type { RowWrite, Store } from '../store/store.ts';
import { artifactWrites } from './artifacts.ts';
import { unpaid } from './budget.ts';
import type { Command, Held } from './commands.ts';
import { newJsonContent, newSizedContent, outputBytesOf } from './content.ts';
import { signalFor } from './control.ts';
import type {
  Advance,
  AskRequest,
  ClaimedStep,
  ClaimRequest,
  CompleteRequest,
  FailRequest,
  HeartbeatAnswer,
  HeartbeatRequest,
  HolderCall,
  ProposeRequest,
  ReleaseRequest,
  RenewedLease,
  RenewRequest,
  Signal,
  StartRequest,
  StepAnswer,
} from './engine-api.ts';
import type { Amounts, GraphStep, RunEvent } from './event-types.ts';
import type { LeaseClaim } from './lease.ts';
import { newStepWrites } from './new-steps.ts';
import { OutputCheck } from './output-check.ts';
import { leaseDueId, leaseEndsAt } from './projection.ts';
import { type Runs, rejectedBy } from './runs.ts';
import type { SpareSlots } from './spare-slots.ts';
import type { RunState, Step } from './state.ts';
import type { FailureNote } from './step-failure.ts';
import type { Submission } from './submission.ts';
import { grantsIn, type TakeNext, takeCommands } from './take-next.ts';
import type { Tokens } from './tokens.ts';

export interface HolderPorts {
  readonly store: Store;
  readonly ids: Ids;
  readonly runs: Runs;
  readonly tokens: Tokens;
  isStopped(tenant: string, holder: string): boolean;
  readonly slots: SpareSlots;
  expectTimer(at: number): void;
  tell(advance: Advance): void;
}

export interface Completed {
  readonly answer: StepAnswer;
  readonly next: readonly ClaimedStep[];
}

const stepAnswer = (state: RunState, claim: LeaseClaim): StepAnswer => {
  const step = state.steps.get(claim.step);
  return {
    run: state.id,
    step: claim.step,
    seq: state.seq,
    stepState: step?.state ?? 'PENDING',
    runStatus: state.status,
    waitUntil: step?.wait?.until ?? 0,
    waitFor: step?.wait?.for ?? '',
    signal: signalFor(state, claim),
  };
};

const lost = (): PlanwrightError =>
  new PlanwrightError(
    'lease_lost',
    'This lease is not yours any more: it ran out, or the work went elsewhere. Claim new work.',
  );

interface Renewal {
  /** Null for an assignment, which does not run out. */
  readonly at: number | null;
  readonly tenant: string;
  readonly seq: number;
  readonly signal: Signal;
}

/** Until when a lease holds after a sign of life now; null if it is not held any more. */
function renewal(state: RunState, claim: LeaseClaim, now: number): Renewal | null {
  const step = state.steps.get(claim.step);
  if (step?.lease?.attempt !== claim.attempt) return null;
  const at = leaseEndsAt(state, step, step.lease, now);
  return { at, tenant: state.tenant, seq: state.seq, signal: signalFor(state, claim) };
}

/**
 * Nothing that it does is seen or paid for outside this process. An undo has effects, and a check by a
 * tool may have, without saying so.
 */
const isInner = ({ def, lease }: Step): boolean =>
  (def.performer === 'engine' || (def.performer === 'tool' && def.purpose === 'work')) &&
  def.reversibility === undefined &&
  def.undoes === undefined &&
  def.cost === undefined &&
  (lease?.reserve ?? null) === null;

/** One such step ended, and all that comes of it for now is that others begin. */
function staysInside({ steps }: RunState, events: readonly RunEvent[]): boolean {
  const isInnerStep = (id: string): boolean => {
    const step = steps.get(id);
    return step !== undefined && isInner(step);
  };
  let begun = 0;
  for (const event of events) {
    if (event.type === 'step.leased') begun += 1;
    if ('step' in event.data && !isInnerStep(event.data.step)) return false;
  }
  return begun > 0;
}

type Contract = Partial<Pick<GraphStep, 'schema' | 'performer'>>;

export class HolderCalls {
  readonly #ports: HolderPorts;
  readonly #check: OutputCheck;

  constructor(ports: HolderPorts) {
    this.#ports = ports;
    this.#check = new OutputCheck(ports.store);
  }

  async heartbeat(request: HeartbeatRequest): Promise<HeartbeatAnswer> {
    const { store, runs } = this.#ports;
    const claim = this.#readToken(request);
    const now = store.now();
    const held = await runs.get(claim.run).read((state) => renewal(state, claim, now));
    if (!held) throw lost();
    const rows = telemetryRows(claim, request, now);
    await this.#moveEnd(claim, held, rows);
    if (rows.length > 0) this.#ports.tell({ run: claim.run, seq: held.seq, isTelemetry: true });
    const isStopped = this.#ports.isStopped(request.tenant, request.holder);
    return { expiresAt: held.at ?? 0, signal: isStopped ? 'cancel' : held.signal };
  }

  /** For a holder that asked for what it has in hand; null if that was lost in this moment. */
  async keep({ token }: ClaimedStep, { tenant, holder }: ClaimRequest): Promise<number | null> {
    const call = { tenant, holder, token, progress: null, note: null };
    return this.heartbeat(call).then(
      ({ expiresAt }) => expiresAt,
      (error: unknown) => {
        unlessLost(error);
        return null;
      },
    );
  }

  /** A holder shows what it knows that it holds; only that goes on. */
  async renew({ tenant, holder, tokens }: RenewRequest): Promise<readonly RenewedLease[]> {
    return Promise.all(
      tokens.map(async (token): Promise<RenewedLease> => {
        const call = { tenant, holder, token, progress: null, note: null };
        try {
          const { run, step } = this.#readToken(call);
          return { isHeld: true, run, step, ...(await this.heartbeat(call)) };
        } catch (error) {
          unlessLost(error);
          return { isHeld: false };
        }
      }),
    );
  }

  async startStep(request: StartRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const { reportedAt } = request;
    const command = { type: 'start', ...heldBy(claim, request), reportedAt } as const;
    const answer = await this.#submit(claim, { commands: [command] });
    // The token was shown: a lease that had to be acknowledged is.
    await this.heartbeat({ ...request, progress: null, note: null }).catch(unlessLost);
    return answer;
  }

  async complete(request: CompleteRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const submission = await this.#completion(request, claim);
    try {
      return await this.#submit(claim, submission);
    } catch (error) {
      unlessLost(error);
      return this.#completeLate(request, claim, error);
    }
  }

  /** The lease ran out, and nothing has happened to its step since: the result counts all the same. */
  async #completeLate(
    request: CompleteRequest,
    claim: LeaseClaim,
    lostError: unknown,
  ): Promise<StepAnswer> {
    const { run, step, attempt } = claim;
    const { runs, isStopped } = this.#ports;
    const lapsed = await runs.get(run).read(({ steps }) => steps.get(step)?.lapsed);
    const isLate = lapsed?.attempt === attempt && !isStopped(request.tenant, request.holder);
    if (!isLate) throw lostError;
    const { usage } = request;
    const more = usage ? { usage: unpaid(usage, lapsed.spent) } : {};
    const again = { run, step, attempt: attempt + 1 };
    const submission = await this.#completion({ ...request, ...more }, again);
    const retake: Command = { type: 'retake', ...heldBy(claim, request) };
    const commands = [retake, ...submission.commands];
    return this.#submit(again, { ...submission, commands });
  }

  /** Completes, and takes what that made ready for in-process workers, in one commit. */
  async completeAndTake(request: CompleteRequest, take: TakeNext): Promise<Completed> {
    const claim = this.#readToken(request);
    const submission = await this.#completion(request, claim);
    const { holder, tenant } = request;
    const { runs, slots, isStopped, store, tokens } = this.#ports;
    const follow = (state: RunState, events: readonly RunEvent[]): Command[] => {
      if (isStopped(tenant, holder)) return [];
      const now = store.now();
      return takeCommands(state, events, holder, take, (step) => slots.mayTake(step, now));
    };
    const view = (state: RunState, events: readonly RunEvent[]) => ({
      answer: stepAnswer(state, claim),
      grants: grantsIn(state, events),
    });
    const taking = { ...submission, ...slots.requireFor, follow, staysInside };
    failpoint('take-decided');
    const first = await runs.get(claim.run).submit(taking, view);
    const isShort = !first.ok && slots.isShort(first.rejection, store.now());
    const outcome = isShort ? await runs.get(claim.run).submit(taking, view) : first;
    if (!outcome.ok) throw rejectedBy(outcome.rejection);
    failpoint('take-committed');
    const { answer, grants } = outcome.value;
    return { answer, next: grants.map((grant) => tokens.signed(grant, holder)) };
  }

  async fail(request: FailRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const { class: failure, message, cause = {}, once } = request;
    const note: FailureNote = { message, class: failure, ...cause };
    const error = this.#content(request.tenant, claim.run, note);
    const held = heldBy(claim, request);
    const named = cause.errorId === undefined ? {} : { errorId: cause.errorId };
    const fail = { ...held, class: failure, error: error.ref, ...named, ...used(request) };
    return this.#submit(claim, {
      commands: [{ type: 'fail', ...fail }],
      content: [error.row],
      ...(once ? { once } : {}),
    });
  }

  async ask(request: AskRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const question = this.#content(request.tenant, claim.run, { message: request.question });
    const { once } = request;
    return this.#submit(claim, {
      commands: [
        { type: 'ask', ...heldBy(claim, request), question: question.ref, ...used(request) },
      ],
      content: [question.row],
      ...(once ? { once } : {}),
    });
  }

  async propose(request: ProposeRequest): Promise<StepAnswer> {
    const claim = this.#readToken(request);
    const { ids } = this.#ports;
    const { tenant, once } = request;
    const proposal = newSizedContent('proposal', ids, tenant, claim.run, request.proposal);
    return this.#submit(claim, {
      commands: [
        { type: 'propose', ...heldBy(claim, request), proposal: proposal.ref, ...used(request) },
      ],
      content: [proposal.row],
      ...(once ? { once } : {}),
    });
  }

  async release(request: ReleaseRequest): Promise<void> {
    await this.#release(this.#readToken(request), request, request.hasBegun === true);
  }

  async releaseAll(tenant: string, holder: string): Promise<void> {
    for (const { run, step, attempt } of await this.#ports.store.heldSteps(tenant, holder)) {
      await this.#release({ run, step, attempt }, { holder }, true).catch(unlessLost);
    }
  }

  async #release(
    claim: LeaseClaim,
    request: Pick<HolderCall, 'holder'>,
    hasBegun: boolean,
  ): Promise<void> {
    const reserve = hasBegun ? await this.#reserveOf(claim) : null;
    const usage = reserve ? { usage: reserve } : {};
    const command = { type: 'release', ...heldBy(claim, request), ...usage } as const;
    await this.#submit(claim, { commands: [command] });
  }

  /** Of an attempt it stays the same as long as that lasts. */
  #reserveOf({ run, step }: LeaseClaim): Promise<Amounts | null> {
    return this.#ports.runs.get(run).read((state) => state.steps.get(step)?.lease?.reserve ?? null);
  }

  async #completion(request: CompleteRequest, claim: LeaseClaim): Promise<Submission> {
    const { ids, store } = this.#ports;
    const { tenant, choice, once } = request;
    // Waited for only where it is not in memory: a chain of steps passes here one by one.
    const { schema, performer } = this.#contractNow(claim) ?? (await this.#contractOf(claim));
    const checking = schema === undefined ? null : this.#check.check(schema, request.output);
    if (checking) await checking;
    const most = outputBytesOf(performer);
    const output = newSizedContent('output', ids, tenant, claim.run, request.output, most);
    const files = artifactWrites(ids, tenant, store.now(), request.artifacts ?? []);
    const held = heldBy(claim, request);
    const patch = request.patch ? this.#patch(claim, request, request.patch) : null;
    const complete: Command = {
      type: 'complete',
      ...held,
      output: output.ref,
      files: files.refs,
      ...(choice === undefined ? {} : { choice }),
      ...used(request),
    };
    return {
      commands: patch ? [patch.command, { type: 'settle' } as const, complete] : [complete],
      content: [output.row, ...files.content, ...(patch?.content ?? [])],
      rows: [...files.rows, ...(request.rows ?? [])],
      ...(once ? { once } : {}),
    };
  }

  #patch(claim: LeaseClaim, request: HolderCall, patch: NonNullable<CompleteRequest['patch']>) {
    const { defs, content, refs } = newStepWrites(
      this.#ports.ids,
      request.tenant,
      claim.run,
      patch.added,
    );
    const { cause, extend, roundOf } = patch;
    const command: Command = {
      type: 'patch',
      by: request.holder,
      held: heldBy(claim, request),
      cause,
      added: defs,
      specs: refs,
      ...(extend ? { extend } : {}),
      ...(roundOf === undefined ? {} : { roundOf }),
    };
    return { command, content };
  }

  /** It changes only by a patch, which takes the lease away; so memory is good enough. */
  #contractNow({ run, step }: LeaseClaim): Contract | undefined {
    return this.#ports.runs.get(run).peek(({ steps }) => steps.get(step)?.def ?? {});
  }

  #contractOf({ run, step }: LeaseClaim): Promise<Contract> {
    return this.#ports.runs.get(run).read(({ steps }) => steps.get(step)?.def ?? {});
  }

  #content(tenant: string, run: string, value: unknown) {
    return newJsonContent(this.#ports.ids, tenant, run, value);
  }

  #readToken({ token, holder }: HolderCall): LeaseClaim {
    const claim = this.#ports.tokens.read(token, holder);
    if (!claim) throw lost();
    return claim;
  }

  #submit(claim: LeaseClaim, submission: Submission): Promise<StepAnswer> {
    return this.#ports.runs.submit(claim.run, submission, (state) => stepAnswer(state, claim));
  }

  /** Only while the timer is still that of this attempt: it may be ringing. */
  async #moveEnd(claim: LeaseClaim, held: Renewal, rows: RowWrite[]): Promise<void> {
    const { run, step, attempt } = claim;
    const { at, tenant } = held;
    const id = leaseDueId(run, step);
    const due =
      at === null ? null : ({ id, at, kind: 'lease', tenant, run, step, attempt } as const);
    if (!due && rows.length === 0) return;
    const set = due ? { require: [{ due: id, attempt }], due: [{ set: due }], rows } : { rows };
    const [result] = await this.#ports.store.commit([set]);
    if (!result?.ok) throw lost();
    if (at !== null) this.#ports.expectTimer(at);
  }
}

const heldBy = ({ step, attempt }: LeaseClaim, { holder }: Pick<HolderCall, 'holder'>): Held => ({
  step,
  attempt,
  holder,
});

const used = ({ usage }: { readonly usage?: Amounts }) => (usage ? { usage } : {});

function unlessLost(error: unknown): void {
  if (error instanceof PlanwrightError && error.code === 'lease_lost') return;
  throw error;
}

function telemetryRows(claim: LeaseClaim, request: HeartbeatRequest, now: number): RowWrite[] {
  const { progress, note } = request;
  if (progress === null && note === null) return [];
  const { run, step } = claim;
  const put = { run, step, at: now, progress: progress ?? 0, note: note ?? '' };
  return [{ table: 'telemetry', put }];
}
