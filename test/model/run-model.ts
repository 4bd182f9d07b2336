// What a run should do, in as few words as possible and without any code of the engine's: the real
// one is compared with this after every move.
import type { FailureClass } from '../../src/engine/event-types.ts';

export interface ModelStepDef {
  readonly id: string;
  readonly needs: readonly string[];
  readonly isGroup: boolean;
  readonly attemptsMax: number;
  readonly timeoutMs: number;
}

type ModelState = 'PENDING' | 'READY' | 'LEASED' | 'WAITING' | 'VERIFIED' | 'FAILED';

interface ModelStep {
  readonly def: ModelStepDef;
  state: ModelState;
  attempt: number;
  leasedAt: number;
  leaseMs: number;
  /** When the lease ends or the wait is over. */
  until: number;
}

export interface Token {
  readonly step: string;
  readonly attempt: number;
  readonly holder: string;
  readonly token: string;
}

const permanent: readonly FailureClass[] = ['policy', 'budget', 'cancelled'];
const waiting: readonly FailureClass[] = ['transient', 'rate_limit', 'external'];

export class RunModel {
  readonly steps = new Map<string, ModelStep>();
  now: number;
  wasStarted = false;

  constructor(defs: readonly ModelStepDef[], now: number) {
    this.now = now;
    for (const def of defs) {
      const blank = { attempt: 0, leasedAt: 0, leaseMs: 0, until: 0 };
      this.steps.set(def.id, { def, state: 'PENDING', ...blank });
    }
    this.#open();
  }

  ready(): string[] {
    return [...this.steps.values()]
      .filter((step) => step.state === 'READY')
      .map((step) => step.def.id);
  }

  isCurrent({ step: id, attempt }: Pick<Token, 'step' | 'attempt'>): boolean {
    const step = this.steps.get(id);
    return step?.state === 'LEASED' && step.attempt === attempt;
  }

  lease(id: string, leaseMs: number): void {
    const step = this.#step(id);
    const grantedMs = Math.min(leaseMs, step.def.timeoutMs);
    step.state = 'LEASED';
    step.attempt += 1;
    step.leasedAt = this.now;
    step.leaseMs = grantedMs;
    step.until = this.now + grantedMs;
    this.wasStarted = true;
  }

  beat(id: string): number {
    const step = this.#step(id);
    step.until = Math.min(this.now + step.leaseMs, step.leasedAt + step.def.timeoutMs);
    return step.until;
  }

  verify(id: string): void {
    this.#step(id).state = 'VERIFIED';
    this.#open();
  }

  fail(id: string, failure: FailureClass): void {
    const step = this.#step(id);
    const isFinal = permanent.includes(failure) || step.attempt >= step.def.attemptsMax;
    if (isFinal) step.state = 'FAILED';
    else if (!waiting.includes(failure)) step.state = 'READY';
    else {
      step.state = 'WAITING';
      step.until = this.now + Math.min(60_000, 1_000 * 2 ** (step.attempt - 1));
    }
  }

  advance(ms: number): void {
    this.now += ms;
    for (const step of this.steps.values()) {
      if (step.until > this.now) continue;
      if (step.state === 'WAITING') step.state = 'READY';
      else if (step.state === 'LEASED') {
        step.state = step.attempt >= step.def.attemptsMax ? 'FAILED' : 'READY';
      }
    }
  }

  states(): Record<string, string> {
    return Object.fromEntries([...this.steps].map(([id, step]) => [id, step.state]));
  }

  done(): number {
    return this.#leaves().filter((step) => step.state === 'VERIFIED').length;
  }

  status(): string {
    const leaves = this.#leaves();
    if (this.done() === leaves.length) return 'COMPLETED';
    const canMove = leaves.some((step) => ['READY', 'LEASED', 'WAITING'].includes(step.state));
    if (!canMove) return 'FAILED';
    return this.wasStarted ? 'RUNNING' : 'QUEUED';
  }

  #leaves(): ModelStep[] {
    return [...this.steps.values()].filter((step) => !step.def.isGroup);
  }

  #step(id: string): ModelStep {
    const step = this.steps.get(id);
    if (!step) throw new Error(`the model has no ${id}`);
    return step;
  }

  /** Whatever has all it needs; groups may open more, so again until nothing changes. */
  #open(): void {
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const step of this.steps.values()) {
        const isMet = step.def.needs.every((id) => this.#step(id).state === 'VERIFIED');
        if (step.state !== 'PENDING' || !isMet) continue;
        step.state = step.def.isGroup ? 'VERIFIED' : 'READY';
        hasChanged = true;
      }
    }
  }
}
