// Follows one run by its events alone and says what should never have happened. It shares no code
// with the engine's own fold, so that the two cannot be wrong in the same way.
import type {
  EventData,
  EventType,
  GraphStep,
  RunEvent,
  WaitReason,
} from '../../src/engine/event-types.ts';
import { PurseWatch } from './purse-watch.ts';
import {
  isActive,
  isLost,
  isSatisfied,
  leaseProblems,
  newSeen,
  recover,
  type SeenState,
  type SeenStep,
} from './seen-step.ts';
import { checkUndoPatch, uncompensated } from './undo-rules.ts';

const afterTheEnd = new Set(['note.recorded', 'message.sent', 'content.erased']);
const afterFailure = new Set([
  ...afterTheEnd,
  'run.resumed',
  'run.ending',
  'run.ended',
  'budget.set',
]);

/** A purse that several runs share goes on after the run that used it last. */
const isOfFamily = (event: RunEvent): boolean =>
  event.type === 'budget.warned' && event.data.of.startsWith('family_');

const isTalk = (type: EventType): boolean =>
  type === 'note.recorded' || type === 'message.sent' || type === 'budget.warned';

type Follower<Data> = (event: RunEvent, data: Data) => void;

const ignore = (): void => undefined;

export class RunWatch {
  readonly id: string;
  readonly steps = new Map<string, SeenStep>();
  readonly events: RunEvent[] = [];
  readonly problems: string[] = [];
  status: 'open' | 'COMPLETED' | 'FAILED' | 'CANCELLED' = 'open';
  isHeld = false;
  ending: EventData['run.ending'] | null = null;
  rev = 0;
  progress = 0;
  readonly purse = new PurseWatch();

  /** Total: a new type of event does not compile until it is said what it may do. */
  readonly #followers: { readonly [Type in EventType]: Follower<EventData[Type]> } = {
    'run.created': (_event, { budget }) => {
      this.purse.limits = budget ?? {};
    },
    'recovery.chosen': (event, data) => {
      for (const why of recover(this.#step(event, data.step), data)) this.#wrong(event, why);
    },
    'budget.set': (_event, { limits }) => {
      this.purse.limits = limits;
    },
    'budget.warned': ignore,
    'run.admitted': ignore,
    'run.started': ignore,
    'graph.patched': (event, data) => this.#patched(event, data),
    'step.leased': (event, data) => this.#leased(event, data),
    'step.started': (event, data) => this.#started(event, data),
    'step.done': (event, data) => this.#done(event, data),
    'step.verified': (event, data) => this.#verified(event, data),
    'step.skipped': (event, data) => this.#skipped(event, data),
    'group.failed': (event, { step }) => this.#groupFailed(event, step),
    'attempt.ended': (event, data) => this.#attemptEnded(event, data),
    'step.parked': (event, data) => this.#parked(event, data),
    'approval.given': (event, data) => this.#approved(event, data),
    'approval.refused': (event, data) => {
      this.#checkApprover(event, data).state = 'FAILED';
    },
    'step.woken': (event, data) => this.#woken(event, data),
    'step.reopened': (event, data) => this.#reopened(event, data),
    'step.compensated': (event, data) => this.#compensated(event, data),
    'note.recorded': ignore,
    'message.sent': ignore,
    'content.erased': ignore,
    'run.held': () => {
      this.isHeld = true;
    },
    'run.released': () => {
      this.isHeld = false;
    },
    'run.resumed': () => {
      this.status = 'open';
    },
    'run.ending': (event, data) => this.#ends(event, data),
    'run.ended': (event, data) => this.#ended(event, data),
  };

  constructor(id: string) {
    this.id = id;
  }

  get isOver(): boolean {
    return this.status !== 'open';
  }

  in(...states: readonly SeenState[]): SeenStep[] {
    return [...this.steps.values()].filter((step) => states.includes(step.state));
  }

  take(event: RunEvent): void {
    const last = this.events.at(-1);
    if (event.seq !== (last?.seq ?? 0) + 1) this.#wrong(event, `follows ${last?.seq}`);
    if (event.at < (last?.at ?? 0)) this.#wrong(event, 'is older than the one before');
    this.#checkOpen(event);
    this.events.push(event);
    this.#follow(event);
  }

  /** What the row of the run tells after a commit. */
  takeProgress(progress: number, done: number, total: number): void {
    if (progress < this.progress) this.problems.push(`progress fell to ${progress}`);
    if (done > total) this.problems.push(`${done} of ${total} steps are done`);
    this.progress = progress;
  }

  #wrong(event: RunEvent, why: string): void {
    this.problems.push(`${this.id} ${event.seq} ${event.type}: ${why}`);
  }

  #checkOpen(event: RunEvent): void {
    if (!this.isOver) return;
    const allowed = this.status === 'FAILED' ? afterFailure : afterTheEnd;
    if (!allowed.has(event.type) && !isOfFamily(event))
      this.#wrong(event, `the run is ${this.status}`);
  }

  #step(event: RunEvent, id: string): SeenStep {
    const step = this.steps.get(id);
    if (step) return step;
    this.#wrong(event, `no step ${id}`);
    throw new Error(`no step ${id}`);
  }

  #follow(event: RunEvent): void {
    (this.#followers[event.type] as Follower<unknown>)(event, event.data);
  }

  #patched(event: RunEvent, data: EventData['graph.patched']): void {
    if (data.rev !== this.rev + 1) this.#wrong(event, `revision ${data.rev} after ${this.rev}`);
    this.rev = data.rev;
    if (data.cause === 'undo') {
      for (const why of checkUndoPatch(this, data.added)) this.#wrong(event, why);
    }
    for (const def of data.added) this.#add(event, def);
    for (const id of data.superseded ?? []) this.#takeOut(event, id, 'SUPERSEDED');
    for (const id of data.cancelled ?? []) this.#takeOut(event, id, 'CANCELLED');
    for (const def of data.changed ?? []) this.#change(event, def);
    this.#open(event, data);
  }

  #add(event: RunEvent, def: GraphStep): void {
    if (this.steps.has(def.id)) this.#wrong(event, `${def.id} is there already`);
    this.steps.set(def.id, newSeen(def));
  }

  #change(event: RunEvent, def: GraphStep): void {
    const step = this.#takeOut(event, def.id, 'PENDING');
    step.def = def;
    step.asked = '';
    step.approved = null;
    step.rungs = 0;
    step.barred = { holder: '', until: 0 };
    step.chances += 1;
  }

  #takeOut(event: RunEvent, id: string, next: SeenState): SeenStep {
    const step = this.#step(event, id);
    if (step.state === 'LEASED') this.purse.over(id, undefined);
    const canBe = step.state === 'PENDING' || step.state === 'FAILED' || isActive(step);
    if (!canBe) this.#wrong(event, `${id} is ${step.state} and becomes ${next}`);
    step.state = next;
    step.waitFor = '';
    return step;
  }

  #open(event: RunEvent, data: Pick<EventData['graph.patched'], 'ready' | 'waiting'>): void {
    for (const id of data.ready) this.#openOne(event, id).state = 'READY';
    for (const { step, for: reason, until, key } of data.waiting ?? []) {
      this.#wait(this.#openOne(event, step), reason, until, key);
    }
  }

  #openOne(event: RunEvent, id: string): SeenStep {
    const step = this.#step(event, id);
    if (step.state !== 'PENDING') this.#wrong(event, `${id} is ${step.state} and is opened`);
    this.#checkNeeds(event, step);
    return step;
  }

  #wait(step: SeenStep, reason: WaitReason, until: number, key: string): void {
    step.state = 'WAITING';
    step.waitFor = reason;
    step.waitUntil = until;
    step.waitKey = key;
    if (reason === 'approval') step.asked = key;
  }

  #checkNeeds(event: RunEvent, { def }: SeenStep): void {
    const missing = def.needs.filter((id) => !isSatisfied(this.steps.get(id)));
    if (missing.length > 0) this.#wrong(event, `${def.id} goes before ${missing.join(', ')}`);
    const decision = def.when && this.steps.get(def.when.step);
    if (def.when && decision?.choice !== def.when.is) {
      this.#wrong(event, `${def.id} is on a branch that was not taken`);
    }
  }

  #leased(event: RunEvent, data: EventData['step.leased']): void {
    const step = this.#step(event, data.step);
    if (step.state !== 'READY') this.#wrong(event, `${data.step} is ${step.state}`);
    if (this.isHeld) this.#wrong(event, 'the run is paused');
    if (this.ending && step.def.undoes === undefined) this.#wrong(event, 'the run is ending');
    if (data.attempt !== step.attempt + 1) this.#wrong(event, `attempt after ${step.attempt}`);
    this.#checkNeeds(event, step);
    for (const why of leaseProblems(step, data, event.at)) this.#wrong(event, why);
    const isOwnLate = step.lapsed === this.#touchedBefore(event, data.step);
    if (data.late && (!isOwnLate || step.holder !== data.holder)) {
      this.#wrong(event, 'late, and the step was in other hands');
    }
    const { cost } = step.def;
    const unpaid = data.late ? this.purse.retaken(data, cost) : this.purse.leased(data, cost);
    if (unpaid !== null) this.#wrong(event, unpaid);
    step.state = 'LEASED';
    step.attempt = data.attempt;
    step.holder = data.holder;
    if (step.firstLease === 0) step.firstLease = event.seq;
  }

  /** Number of the last event about a step before this one, or that takes it along. */
  #touchedBefore(event: RunEvent, id: string): number {
    // That another step needs it changes nothing about it.
    const names = (data: object): string =>
      JSON.stringify(data, (key, value) => (key === 'needs' ? undefined : value));
    const last = this.events.findLast(
      ({ seq, type, data }) => seq < event.seq && !isTalk(type) && names(data).includes(`"${id}"`),
    );
    return last?.seq ?? 0;
  }

  #checkApprover(event: RunEvent, data: EventData['approval.refused']): SeenStep {
    const step = this.#step(event, data.step);
    const isAsked = step.state === 'WAITING' && step.waitFor === 'approval';
    if (!isAsked || step.waitKey !== data.digest) this.#wrong(event, 'that was not asked');
    if (step.holder === data.by) this.#wrong(event, `${data.by} approves its own work`);
    step.waitFor = '';
    return step;
  }

  #approved(event: RunEvent, data: EventData['approval.given']): void {
    const step = this.#checkApprover(event, data);
    step.state = 'READY';
    step.approved = { digest: data.digest, until: data.until };
  }

  #checkHeld(
    event: RunEvent,
    step: SeenStep,
    attempt: number,
    by: string | null,
    state: 'LEASED' | 'DONE' = 'LEASED',
  ): void {
    const isCurrent = step.state === state && step.attempt === attempt;
    if (!isCurrent || (by !== null && by !== step.holder)) {
      this.#wrong(event, `${by} ${attempt}, but ${step.state} ${step.holder} ${step.attempt}`);
    }
  }

  #started(event: RunEvent, data: EventData['step.started']): void {
    this.#checkHeld(event, this.#step(event, data.step), data.attempt, null);
  }

  #verified(event: RunEvent, data: EventData['step.verified']): void {
    const step = this.#step(event, data.step);
    this.#checkVerified(event, step, data);
    step.verified += 1;
    if (step.verified > 1) this.#wrong(event, 'verified twice');
    step.state = 'VERIFIED';
    step.choice = data.choice ?? '';
    for (const id of data.cancelled ?? []) this.#takeOut(event, id, 'CANCELLED');
    this.#open(event, data);
  }

  #done(event: RunEvent, data: EventData['step.done']): void {
    const step = this.#step(event, data.step);
    this.#checkHeld(event, step, data.attempt, data.by);
    this.purse.over(data.step, data.spent);
    if (!step.def.checks) this.#wrong(event, 'nothing is there to check it');
    step.state = 'DONE';
  }

  #checkVerified(event: RunEvent, step: SeenStep, data: EventData['step.verified']): void {
    switch (data.check) {
      case 'schema':
        this.purse.over(data.step, data.spent);
        if (step.def.checks) this.#wrong(event, 'its checks were passed by');
        this.#checkHeld(event, step, data.attempt, data.by);
        return;
      case 'checks':
        this.#checkHeld(event, step, data.attempt, data.by, 'DONE');
        this.#checkAccepted(event, step);
        return;
      case 'fork':
        this.#wrong(event, 'this is no fork');
        return;
      case 'person':
        if (data.by === step.holder) this.#wrong(event, 'accepted by whoever did it');
        return;
      case 'join':
        this.#checkJoin(event, step);
    }
  }

  #checkAccepted(event: RunEvent, { def, attempt, holder }: SeenStep): void {
    for (const { key } of def.checks ?? []) {
      const check = this.steps.get(`${def.id}_c${attempt}${key}`);
      if (check?.state !== 'VERIFIED' || check.choice !== 'accept') {
        this.#wrong(event, `${key} did not accept it`);
      }
      const isOwn = check?.holder === holder && !holder.startsWith('worker_');
      if (isOwn) this.#wrong(event, `${key} was done by ${holder} itself`);
    }
  }

  #checkJoin(event: RunEvent, { def, state }: SeenStep): void {
    if (state !== 'PENDING') this.#wrong(event, `${def.id} is ${state}`);
    const members = def.needs.map((id) => this.steps.get(id));
    const done = members.filter(isSatisfied).length;
    const isSettled = members.every((one) => isSatisfied(one) || isLost(one));
    const { join = 'all' } = def;
    const needed = join === 'all' ? members.length : join === 'any' || join === 'best' ? 1 : join;
    if (done < needed || (join === 'best' && !isSettled)) {
      this.#wrong(event, `${def.id} joins ${String(join)} with ${done} of ${members.length}`);
    }
  }

  #groupFailed(event: RunEvent, id: string): void {
    const group = this.#step(event, id);
    const { join = 'all', needs } = group.def;
    const left = needs.filter((need) => !isLost(this.steps.get(need))).length;
    const needed = join === 'all' ? needs.length : join === 'any' || join === 'best' ? 1 : join;
    if (left >= needed) this.#wrong(event, `${id} can still come true`);
    group.state = 'FAILED';
  }

  #skipped(event: RunEvent, data: EventData['step.skipped']): void {
    const step = this.#step(event, data.step);
    const { when } = step.def;
    if (step.state === 'LEASED' || step.state === 'DONE') this.#wrong(event, 'somebody holds it');
    if (data.cause === 'branch' && this.steps.get(when?.step ?? '')?.choice === when?.is) {
      this.#wrong(event, 'the branch was taken');
    }
    this.#takeOut(event, data.step, 'SKIPPED');
    this.#open(event, data);
  }

  #attemptEnded(event: RunEvent, data: EventData['attempt.ended']): void {
    const step = this.#step(event, data.step);
    const isClaimed = step.state === 'DONE' && (data.as === 'rejected' || data.as === 'revoked');
    this.#checkHeld(event, step, data.attempt, data.by, isClaimed ? 'DONE' : 'LEASED');
    for (const id of data.cancelled ?? []) this.#takeOut(event, id, 'CANCELLED');
    if (!isClaimed) this.purse.over(data.step, data.spent);
    if (data.as !== 'parked' && data.as !== 'revoked') step.failures += 1;
    if (step.failures > step.def.attempts_max + step.chances) {
      this.#wrong(event, `failed ${step.failures} times of ${step.def.attempts_max}`);
    }
    step.state = data.to;
    if (data.class === 'lost_worker' && data.as !== 'failed') step.lapsed = event.seq;
    if (data.to === 'WAITING') this.#wait(step, data.for ?? 'time', data.until, data.key ?? '');
  }

  #parked(event: RunEvent, data: EventData['step.parked']): void {
    const step = this.#step(event, data.step);
    if (step.state !== 'READY') this.#wrong(event, `${data.step} is ${step.state}`);
    this.#wait(step, data.for, 0, data.key ?? '');
  }

  #woken(event: RunEvent, data: EventData['step.woken']): void {
    const step = this.#step(event, data.step);
    if (step.state !== 'WAITING') this.#wrong(event, `${data.step} is ${step.state}`);
    const isEarly = step.waitFor === 'time' && step.waitUntil > event.at;
    if (isEarly && data.by === undefined) this.#wrong(event, 'woken before its time');
    if (data.by !== undefined) step.chances += 1;
    step.state = 'READY';
    step.waitFor = '';
  }

  #reopened(event: RunEvent, data: EventData['step.reopened']): void {
    for (const id of [data.step, ...data.groups]) {
      const step = this.#step(event, id);
      if (step.state !== 'FAILED') this.#wrong(event, `${id} is ${step.state}`);
      step.state = id === data.step ? 'READY' : 'PENDING';
      step.chances += 1;
    }
  }

  #compensated(event: RunEvent, data: EventData['step.compensated']): void {
    const step = this.#step(event, data.step);
    const undo = this.#step(event, data.undo);
    if (undo.def.undoes !== data.step || undo.state !== 'VERIFIED') {
      this.#wrong(event, `${data.undo} did not undo it`);
    }
    step.compensated += 1;
    if (step.compensated > 1) this.#wrong(event, 'undone twice');
  }

  #ends(event: RunEvent, data: EventData['run.ending']): void {
    this.ending = data;
    this.status = 'open';
    this.isHeld = false;
    for (const id of data.cancelled) this.#takeOut(event, id, 'CANCELLED');
  }

  #ended(event: RunEvent, data: EventData['run.ended']): void {
    for (const id of data.cancelled) this.#takeOut(event, id, 'CANCELLED');
    this.status = data.as;
    this.isHeld = false;
    const active = [...this.steps.values()].filter(isActive).map((step) => step.def.id);
    if (active.length > 0) this.#wrong(event, `still open: ${active.join(', ')}`);
    const stands = data.as === 'CANCELLED' ? uncompensated(this).join() : '';
    const told = (data.uncompensated ?? []).join();
    if (told !== stands) this.#wrong(event, `stands [${stands}], told [${told}]`);
    if (data.as !== 'CANCELLED') this.#checkEnd(event, data.as);
  }

  #checkEnd(event: RunEvent, as: 'COMPLETED' | 'FAILED'): void {
    const open = [...this.steps.values()].filter(
      ({ def, state }) => def.parent === undefined && (state === 'PENDING' || state === 'FAILED'),
    );
    if ((open.length === 0) === (as === 'COMPLETED')) return;
    this.#wrong(event, `${as} with ${open.map((step) => step.def.id).join(', ')} open`);
  }
}
