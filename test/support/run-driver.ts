// Drives the pure machine by hand: decide, encode, apply, as the shell does, without a store.
import { apply } from '../../src/engine/apply.ts';
import type { Command, CommandOf, Held, Patch } from '../../src/engine/commands.ts';
import type { Decision, Rejection } from '../../src/engine/decision.ts';
import type {
  Budget,
  ContentRef,
  EventDraft,
  FailureClass,
  GraphStep,
  RunEvent,
} from '../../src/engine/event-types.ts';
import { emptyHead, encodeEvent, type StoredEvent } from '../../src/engine/log-header.ts';
import { decide } from '../../src/engine/machine.ts';
import { encodeSnapshot } from '../../src/engine/snapshot.ts';
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

export const group = (
  id: string,
  needs: readonly string[],
  parent?: string,
  change: Partial<GraphStep> = {},
): GraphStep =>
  leaf(id, needs, {
    performer: 'engine',
    purpose: 'group',
    action: 'group',
    ...(parent === undefined ? {} : { parent }),
    ...change,
  });

/** A step that does something outside, and can be undone. */
export const effect = (
  id: string,
  needs: readonly string[] = [],
  change: Partial<GraphStep> = {},
): GraphStep =>
  leaf(id, needs, {
    reversibility: 'compensable',
    undo: { performer: 'agent', action: 'take_back' },
    ...change,
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

export const patchCommand = (change: Partial<Patch>): CommandOf<'patch'> => ({
  type: 'patch',
  by: 'person_driver1',
  cause: 'edit',
  added: [],
  specs: {},
  ...change,
});

export class RunDriver {
  readonly state: RunState;
  readonly events: RunEvent[] = [];
  readonly stored: StoredEvent[] = [];
  nowMs = 1_700_000_000_000;

  constructor(steps: readonly GraphStep[], run = 'exec_driver1', budget?: Budget) {
    this.state = emptyRun(run, emptyHead.hash);
    this.do({ ...createCommand(steps), ...(budget ? { budget } : {}) });
  }

  /** The machine's answer. It only looks: the state must be the same after. */
  decide(command: Command): Decision {
    const isSmall = this.state.steps.size <= 100;
    const before = isSmall ? encodeSnapshot(this.state) : null;
    const decision = decide(this.state, command, { now: this.nowMs });
    if (before && Buffer.compare(before, encodeSnapshot(this.state)) !== 0) {
      throw new Error(`decide changed the state on ${command.type}`);
    }
    return decision;
  }

  /** What the command leads to; a rejection is a test's mistake here. */
  do(command: Command): readonly EventDraft[] {
    const decision = this.decide(command);
    if (decision.rejection) throw new Error(decision.rejection.message);
    for (const draft of decision.events) this.record(draft);
    return decision.events;
  }

  /** The rejection of a command that must not change anything. */
  refused(command: Command): Rejection {
    const decision = this.decide(command);
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
    return this.finish(this.lease(step, holder));
  }

  finish(held: Held, choice?: string): readonly EventDraft[] {
    const output = contentRef(`ct_out_${held.step}`);
    return this.do({
      type: 'complete',
      ...held,
      output,
      ...(choice === undefined ? {} : { choice }),
    });
  }

  choose(step: string, choice: string): readonly EventDraft[] {
    return this.finish(this.lease(step), choice);
  }

  fail(step: string, failure: FailureClass = 'logic', holder?: string): readonly EventDraft[] {
    const held = this.lease(step, holder);
    return this.do({ type: 'fail', ...held, class: failure, error: contentRef(`ct_err_${step}`) });
  }

  /** As the engine does: the change, and what follows from it. */
  patch(change: Partial<Patch>): readonly EventDraft[] {
    const events = this.do(patchCommand(change));
    return [...events, ...this.do({ type: 'settle' })];
  }

  stateOf(step: string): StepStateName | undefined {
    return this.state.steps.get(step)?.state;
  }

  states(): Record<string, StepStateName> {
    return Object.fromEntries([...this.state.steps].map(([id, step]) => [id, step.state]));
  }
}
