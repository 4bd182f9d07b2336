// What a run should do, in as few words as possible and without any code of the engine's: the real
// one is compared with this after every move.
import type { FailureClass } from '../../src/engine/event-types.ts';

export interface ModelStepDef {
  readonly id: string;
  readonly needs: readonly string[];
  readonly isGroup: boolean;
  readonly attemptsMax: number;
  readonly timeoutMs: number;
  /** Acts outside, and can be undone. */
  readonly hasEffect: boolean;
  /** The step that this one undoes. */
  readonly undoes?: string;
}

type ModelState =
  | 'PENDING'
  | 'READY'
  | 'LEASED'
  | 'WAITING'
  | 'VERIFIED'
  | 'SKIPPED'
  | 'FAILED'
  | 'CANCELLED'
  | 'COMPENSATED';

interface ModelStep {
  readonly def: ModelStepDef;
  state: ModelState;
  attempt: number;
  failures: number;
  holder: string;
  leasedAt: number;
  leaseMs: number;
  /** The attempt whose lease ran out last, if nothing has happened since; 0 for none. */
  lapsed: number;
  /** When the lease ends or the wait is over; an answer has no date. */
  until: number;
  /** Place in the order of first leases; 0 for none. */
  firstLease: number;
  wasDone: boolean;
}

export interface Token {
  readonly step: string;
  readonly attempt: number;
  readonly holder: string;
  readonly token: string;
}

const permanent: readonly FailureClass[] = ['policy', 'budget', 'cancelled'];
const waiting: readonly FailureClass[] = ['transient', 'rate_limit', 'external'];
const undoAttempts = 5;
const noDate = Number.POSITIVE_INFINITY;

const isSatisfied = ({ state }: ModelStep): boolean => state === 'VERIFIED' || state === 'SKIPPED';
const isActive = ({ state }: ModelStep): boolean =>
  state === 'READY' || state === 'LEASED' || state === 'WAITING';
const isOpen = (step: ModelStep): boolean => step.state === 'PENDING' || isActive(step);
const isUndo = ({ def }: ModelStep): boolean => def.undoes !== undefined;

export class RunModel {
  readonly steps = new Map<string, ModelStep>();
  now: number;
  isHeld = false;
  #wasStarted = false;
  #leases = 0;
  #end: 'none' | 'ending' | 'undoing' | 'over' = 'none';
  #isCompensating = false;
  #drainUntil = noDate;

  constructor(defs: readonly ModelStepDef[], now: number) {
    this.now = now;
    for (const def of defs) this.#add(def);
    this.#open();
  }

  ready(): string[] {
    if (this.isHeld || this.isOver()) return [];
    return [...this.steps.values()]
      .filter((step) => step.state === 'READY' && (this.#end === 'none' || isUndo(step)))
      .map((step) => step.def.id);
  }

  isCurrent({ step: id, attempt }: Pick<Token, 'step' | 'attempt'>): boolean {
    const step = this.steps.get(id);
    return step?.state === 'LEASED' && step.attempt === attempt;
  }

  /** Its lease ran out, and the step is as it was left: its result still counts. */
  mayComeLate({ step: id, attempt }: Pick<Token, 'step' | 'attempt'>): boolean {
    return this.#step(id).lapsed === attempt && this.ready().includes(id);
  }

  signal(id: string): 'continue' | 'pause' | 'cancel' {
    if (this.#end !== 'none' && !isUndo(this.#step(id))) return 'cancel';
    return this.isHeld ? 'pause' : 'continue';
  }

  lease(id: string, holder: string, leaseMs: number): void {
    const step = this.#step(id);
    step.state = 'LEASED';
    step.attempt += 1;
    step.holder = holder;
    step.lapsed = 0;
    step.leasedAt = this.now;
    step.leaseMs = Math.min(leaseMs, step.def.timeoutMs);
    this.#leases += 1;
    if (step.firstLease === 0) step.firstLease = this.#leases;
    this.beat(id);
    this.#wasStarted = true;
  }

  beat(id: string): number {
    const step = this.#step(id);
    const drained = isUndo(step) ? noDate : this.#drainUntil;
    const longest = step.leasedAt + step.def.timeoutMs;
    step.until = Math.min(this.now + step.leaseMs, longest, drained);
    return step.until;
  }

  renew(holder: string): void {
    for (const step of this.steps.values()) {
      if (step.state === 'LEASED' && step.holder === holder) this.beat(step.def.id);
    }
  }

  verify(id: string): void {
    const step = this.#step(id);
    if (step.state === 'READY') step.attempt += 1;
    this.#satisfy(step, 'VERIFIED');
    const original = this.steps.get(step.def.undoes ?? '');
    if (original) original.state = 'COMPENSATED';
    this.#goOn();
  }

  /** `until` is what the engine answered, where the step waits for a time. */
  fail(id: string, failure: FailureClass, until: number): void {
    const step = this.#step(id);
    step.failures += 1;
    const isFinal = permanent.includes(failure) || step.failures >= step.def.attemptsMax;
    if (this.#end !== 'none' && !isUndo(step)) step.state = 'CANCELLED';
    else if (isFinal) this.#giveUp(step);
    else if (waiting.includes(failure)) this.#wait(step, until);
    else step.state = 'READY';
    this.#goOn();
  }

  /** Half to all of a span that doubles with every failure, up to a minute. */
  waitRange(id: string): readonly [number, number] {
    const { failures } = this.#step(id);
    const fullMs = Math.min(60_000, 1_000 * 2 ** failures);
    return [this.now + fullMs / 2, this.now + fullMs];
  }

  mayAsk(id: string): boolean {
    return this.#end === 'none' || isUndo(this.#step(id));
  }

  ask(id: string): void {
    this.#wait(this.#step(id), noDate);
  }

  release(id: string): void {
    const step = this.#step(id);
    step.state = this.#end !== 'none' && !isUndo(step) ? 'CANCELLED' : 'READY';
    this.#goOn();
  }

  /** Each of these gives false if the engine must refuse. */
  answer(id: string): boolean {
    const step = this.#step(id);
    if (this.isOver() || step.state !== 'WAITING' || step.until !== noDate) return false;
    step.state = 'READY';
    return true;
  }

  retry(id: string): boolean {
    const step = this.#step(id);
    if (this.#isSettled() || (this.#end !== 'none' && !isUndo(step)) || step.def.isGroup) {
      return false;
    }
    if (step.state === 'FAILED') this.#reopen(step);
    else if (step.state === 'WAITING' && (step.until !== noDate || isUndo(step))) {
      step.state = 'READY';
    } else return false;
    return true;
  }

  skip(id: string): boolean {
    const step = this.#step(id);
    if (step.state === 'FAILED' ? !this.retry(id) : this.isOver()) return false;
    if (this.#end !== 'none' && !isUndo(step)) return false;
    if (step.def.isGroup || !isOpen(step)) return false;
    this.#satisfy(step, 'SKIPPED');
    this.#goOn();
    return true;
  }

  pause(): boolean {
    if (this.isOver() || this.#end !== 'none') return false;
    this.isHeld = true;
    return true;
  }

  resume(): boolean {
    if (this.isHeld) {
      this.isHeld = false;
      return true;
    }
    const failed = [...this.steps.values()].filter(
      (step) => step.state === 'FAILED' && !step.def.isGroup,
    );
    if (this.status() !== 'FAILED' || failed.length === 0) return false;
    for (const step of failed) this.#reopen(step);
    return true;
  }

  cancel(compensate: boolean, drainMs: number): boolean {
    if (this.status() === 'COMPLETED') return false;
    if (this.#end !== 'none') return true;
    this.isHeld = false;
    this.#end = 'ending';
    this.#isCompensating = compensate;
    this.#drainUntil = this.now + drainMs;
    for (const step of this.steps.values()) {
      if (!isOpen(step)) continue;
      if (step.state !== 'LEASED' || drainMs === 0) step.state = 'CANCELLED';
      else this.beat(step.def.id);
    }
    this.#goOn();
    return true;
  }

  kill(): boolean {
    if (this.status() === 'COMPLETED') return false;
    if (this.#end === 'over') return true;
    for (const step of this.steps.values()) if (isOpen(step)) step.state = 'CANCELLED';
    this.isHeld = false;
    this.#end = 'over';
    return true;
  }

  addStep(def: ModelStepDef): boolean {
    if (this.#isSettled() || this.#end !== 'none') return false;
    const dead = def.needs.some((id) => this.#step(id).state === 'CANCELLED');
    if (dead) return false;
    this.#add(def);
    this.#settleGroups();
    this.#goOn();
    return true;
  }

  isNeeded(id: string): boolean {
    return [...this.steps.values()].some((step) => step.def.needs.includes(id));
  }

  /** Of a step that nothing else needs. */
  cancelStep(id: string): boolean {
    const step = this.#step(id);
    if (this.#isSettled() || this.#end !== 'none') return false;
    if (!isOpen(step) && step.state !== 'FAILED') return false;
    step.state = 'CANCELLED';
    this.#settleGroups();
    this.#goOn();
    return true;
  }

  advance(ms: number): void {
    this.now += ms;
    for (const step of [...this.steps.values()]) {
      if (step.until > this.now) continue;
      if (step.state === 'WAITING') step.state = 'READY';
      else if (step.state === 'LEASED') {
        this.fail(step.def.id, 'lost_worker', 0);
        if (this.#step(step.def.id).state === 'READY') step.lapsed = step.attempt;
      }
    }
  }

  states(): Record<string, string> {
    return Object.fromEntries([...this.steps].map(([id, step]) => [id, step.state]));
  }

  done(): number {
    return [...this.steps.values()].filter(
      (step) => step.wasDone && !step.def.isGroup && !isUndo(step),
    ).length;
  }

  status(): string {
    if (this.#end === 'over') return 'CANCELLED';
    const steps = [...this.steps.values()];
    const runs = this.#wasStarted ? 'RUNNING' : 'QUEUED';
    if (this.#end !== 'none' || steps.some(isActive)) return runs;
    const isLeft = steps.some(({ state }) => state === 'PENDING' || state === 'FAILED');
    return isLeft ? 'FAILED' : 'COMPLETED';
  }

  isOver(): boolean {
    return ['COMPLETED', 'FAILED', 'CANCELLED'].includes(this.status());
  }

  /** Over, and nothing opens it again. */
  #isSettled(): boolean {
    return this.isOver() && this.status() !== 'FAILED';
  }

  #add(def: ModelStepDef): void {
    const times = { leasedAt: 0, leaseMs: 0, until: 0, firstLease: 0 };
    const numbers = { attempt: 0, failures: 0, lapsed: 0, ...times };
    this.steps.set(def.id, { def, state: 'PENDING', holder: '', wasDone: false, ...numbers });
  }

  #wait(step: ModelStep, until: number): void {
    step.state = 'WAITING';
    step.until = until;
  }

  #satisfy(step: ModelStep, as: 'VERIFIED' | 'SKIPPED'): void {
    step.state = as;
    step.wasDone = true;
  }

  /** A person looks at an undo that fails; whatever else fails takes its groups with it. */
  #giveUp(step: ModelStep): void {
    if (isUndo(step)) this.#wait(step, noDate);
    else this.#lose(step);
  }

  #lose(step: ModelStep): void {
    step.state = 'FAILED';
    for (const group of this.#groupsOf(step)) if (group.state === 'PENDING') this.#lose(group);
  }

  #groupsOf({ def }: ModelStep): ModelStep[] {
    return [...this.steps.values()].filter(
      (step) => step.def.isGroup && step.def.needs.includes(def.id),
    );
  }

  /** After a change of the graph every group is looked at again. */
  #settleGroups(): void {
    for (const step of this.steps.values()) {
      if (step.state !== 'FAILED') continue;
      for (const group of this.#groupsOf(step)) if (group.state === 'PENDING') this.#lose(group);
    }
  }

  #reopen(step: ModelStep): void {
    step.state = 'READY';
    const visit = (one: ModelStep): void => {
      for (const group of this.#groupsOf(one)) {
        if (group.state !== 'FAILED') continue;
        group.state = 'PENDING';
        visit(group);
      }
    };
    visit(step);
  }

  #step(id: string): ModelStep {
    const step = this.steps.get(id);
    if (!step) throw new Error(`the model has no ${id}`);
    return step;
  }

  #goOn(): void {
    this.#open();
    const steps = [...this.steps.values()];
    if (this.#end === 'ending' && !steps.some((step) => step.state === 'LEASED')) this.#undo();
    if (this.#end === 'undoing' && ![...this.steps.values()].some(isActive)) this.#end = 'over';
    if (this.isOver()) this.isHeld = false;
  }

  /** The last one first, each after the one before. */
  #undo(): void {
    this.#end = 'undoing';
    if (!this.#isCompensating) return;
    const acted = [...this.steps.values()].filter(
      (step) => step.def.hasEffect && step.firstLease > 0,
    );
    acted.sort((one, other) => other.firstLease - one.firstLease);
    let before: readonly string[] = [];
    for (const { def } of acted) {
      const id = `undo_${def.id}`;
      const { timeoutMs } = def;
      const undo = { id, needs: before, timeoutMs, attemptsMax: undoAttempts, undoes: def.id };
      this.#add({ ...undo, isGroup: false, hasEffect: false });
      before = [id];
    }
    this.#open();
  }

  /** Whatever has all it needs; groups may open more, so again until nothing changes. */
  #open(): void {
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const step of this.steps.values()) {
        const isMet = step.def.needs.every((id) => isSatisfied(this.#step(id)));
        if (step.state !== 'PENDING' || !isMet) continue;
        if (step.def.isGroup) this.#satisfy(step, 'VERIFIED');
        else step.state = 'READY';
        hasChanged = true;
      }
    }
  }
}
