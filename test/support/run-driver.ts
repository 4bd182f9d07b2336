// Drives the pure machine by hand: decide, encode, apply, as the shell does, without a store.
import { apply } from '../../src/engine/apply.ts';
import type {
  ContentRef,
  EventDraft,
  FailureClass,
  GraphStep,
  RunEvent,
} from '../../src/engine/event-types.ts';
import { emptyHead, encodeEvent, type StoredEvent } from '../../src/engine/log-header.ts';
import { type Command, decide, type Held, type Rejection } from '../../src/engine/machine.ts';
import { emptyRun, type RunState, type StepStateName } from '../../src/engine/state.ts';

export const contentRef = (id: string): ContentRef => ({ id, size: 1, digest: 'ab'.repeat(32) });

export const leaf = (
  id: string,
  needs: readonly string[] = [],
  change: Partial<GraphStep> = {},
): GraphStep => ({
  id,
  needs,
  performer: 'agent',
  purpose: 'work',
  action: 'write_text',
  attempts_max: 3,
  timeout_ms: 600_000,
  tier: 1,
  ...change,
});

export const group = (id: string, needs: readonly string[], parent?: string): GraphStep =>
  leaf(id, needs, {
    performer: 'engine',
    purpose: 'group',
    action: 'group',
    ...(parent === undefined ? {} : { parent }),
  });

export const createCommand = (steps: readonly GraphStep[]): Command & { type: 'create' } => ({
  type: 'create',
  kind: 'execution',
  plan: 'plan_driver1',
  tenant: 'tenant_driver',
  by: 'person_driver1',
  steps,
  specs: Object.fromEntries(steps.map((step) => [step.id, contentRef(`ct_${step.id}`)])),
});

export class RunDriver {
  readonly state: RunState;
  readonly events: RunEvent[] = [];
  readonly stored: StoredEvent[] = [];
  nowMs = 1_700_000_000_000;

  constructor(steps: readonly GraphStep[], run = 'exec_driver1') {
    this.state = emptyRun(run, emptyHead.hash);
    this.do(createCommand(steps));
  }

  /** What the command leads to; a rejection is a test's mistake here. */
  do(command: Command): readonly EventDraft[] {
    const decision = decide(this.state, command, { now: this.nowMs });
    if (decision.rejection) throw new Error(decision.rejection.message);
    for (const draft of decision.events) this.record(draft);
    return decision.events;
  }

  /** The rejection of a command that must not change anything. */
  refused(command: Command): Rejection {
    const decision = decide(this.state, command, { now: this.nowMs });
    if (!decision.rejection) throw new Error(`${command.type} was not refused`);
    return decision.rejection;
  }

  record(draft: EventDraft): void {
    const stored = encodeEvent(this.state.id, this.state, this.nowMs, draft);
    const event = { ...draft, run: this.state.id, seq: stored.seq, at: this.nowMs } as RunEvent;
    apply(this.state, event, stored.hash);
    this.events.push(event);
    this.stored.push(stored);
  }

  lease(step: string, holder = 'agent_a', leaseMs = 60_000): Held {
    this.do({ type: 'lease', step, holder, leaseMs });
    return { step, attempt: this.state.steps.get(step)?.attempt ?? 0, holder };
  }

  complete(step: string, holder?: string): readonly EventDraft[] {
    const held = this.lease(step, holder);
    return this.do({ type: 'complete', ...held, output: contentRef(`ct_out_${step}`) });
  }

  fail(step: string, failure: FailureClass = 'logic'): readonly EventDraft[] {
    const held = this.lease(step);
    return this.do({ type: 'fail', ...held, class: failure, error: contentRef(`ct_err_${step}`) });
  }

  stateOf(step: string): StepStateName | undefined {
    return this.state.steps.get(step)?.state;
  }

  states(): Record<string, StepStateName> {
    return Object.fromEntries([...this.state.steps].map(([id, step]) => [id, step.state]));
  }
}
