// What follows from a step that settles: others become ready or are skipped, groups join or cannot
// any more, the run ends or begins to undo. The state is not touched; the changes are kept here on
// top of it until the events that say them are applied.

import { isRoot, rootIsOpen } from './apply-move.ts';
import type {
  Amounts,
  EventData,
  EventDraft,
  GraphStep,
  VerifiedBy,
  Waiting,
} from './event-types.ts';
import { firstWait } from './first-wait.ts';
import {
  type Ending,
  isGroup,
  isJudge,
  type RunState,
  type Step,
  type StepStateName,
  stepIsActive,
  stepIsHeld,
  stepIsLost,
  stepIsOpen,
  stepIsSatisfied,
} from './state.ts';
import { uncompensatedSteps, undoPatch } from './undo.ts';

type Refs = NonNullable<EventDraft['refs']>;

/** How a step came to be satisfied, and the event that says so. */
type Settled =
  | {
      readonly step: Step;
      readonly as: 'VERIFIED';
      readonly check: VerifiedBy;
      readonly by: string;
      readonly choice?: string;
      readonly spent?: Amounts;
      readonly refs?: Refs;
    }
  | {
      readonly step: Step;
      readonly as: 'SKIPPED';
      readonly cause: 'branch' | 'person';
      readonly by: string;
    };

const membersNeeded = (def: GraphStep): number =>
  def.join === 'any' ? 1 : typeof def.join === 'number' ? def.join : def.needs.length;

export class Cascade {
  readonly #state: RunState;
  readonly #now: number;
  readonly #ending: Ending | null;
  readonly #events: EventDraft[] = [];
  readonly #states = new Map<string, StepStateName>();
  readonly #missing = new Map<string, number>();
  readonly #lost = new Map<string, number>();
  readonly #choices = new Map<string, string>();
  /** Settled, and what hangs on it not looked at yet. */
  readonly #queue: Settled[] = [];
  #active: number;
  #held: number;
  #rootsOpen: number;

  /** `ending` if the events so far set it. */
  constructor(state: RunState, now: number, ending: Ending | null = state.ending) {
    this.#state = state;
    this.#now = now;
    this.#ending = ending;
    this.#active = state.active;
    this.#held = state.held;
    this.#rootsOpen = state.rootsOpen;
  }

  /** Adds an event, and where it leads the step. */
  add(event: EventDraft, step?: Step, next?: StepStateName): void {
    this.#events.push(event);
    if (step && next) this.note(step, next);
  }

  /** Where an event that was added leads one more step. */
  note(step: Step, next: StepStateName): void {
    this.#move(step, next);
    this.#drain();
  }

  get events(): readonly EventDraft[] {
    return this.#events;
  }

  /** A pending step whose needs may have changed by themselves. */
  look(step: Step): void {
    if (this.stateOf(step) !== 'PENDING') return;
    if (isGroup(step)) {
      this.#joinIfDone(step);
      if (this.stateOf(step) === 'PENDING') this.#failIfLost(step);
    } else if ((this.#missing.get(step.def.id) ?? step.missing) === 0) this.#passBy(step);
    this.#drain();
  }

  /** Those of the attempt that is claimed, and that are not at their end. */
  openChecksOf(step: Step): Step[] {
    if (step.state !== 'DONE') return [];
    return step.children.flatMap((id) => {
      const child = this.#state.steps.get(id);
      return child && isJudge(child) && stepIsOpen(this.stateOf(child)) ? [child] : [];
    });
  }

  stateOf(step: Step): StepStateName {
    return this.#states.get(step.def.id) ?? step.state;
  }

  #move(step: Step, next: StepStateName): void {
    const was = this.stateOf(step);
    this.#states.set(step.def.id, next);
    this.#active += Number(stepIsActive(next)) - Number(stepIsActive(was));
    this.#held += Number(stepIsHeld(next)) - Number(stepIsHeld(was));
    if (isRoot(step)) {
      this.#rootsOpen += Number(rootIsOpen(next)) - Number(rootIsOpen(was));
    }
    if (stepIsLost(next) && !stepIsLost(was)) this.#countOut(step);
  }

  settle(settled: Settled): void {
    this.#queue.push(settled);
    this.#drain();
  }

  #drain(): void {
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) this.#settleOne(next);
  }

  /** The events, with the run's end if there is nothing left to do. */
  finish(): readonly EventDraft[] {
    const { status } = this.#state;
    if (status === 'COMPLETED' || status === 'CANCELLED') return this.#events;
    if (this.#ending) this.#goOnEnding(this.#ending);
    else if (this.#active === 0) {
      const as = this.#rootsOpen === 0 ? 'COMPLETED' : 'FAILED';
      this.#events.push({ type: 'run.ended', data: { as, cancelled: [] } });
    }
    return this.#events;
  }

  /** Undo begins when nobody works any more, and the run ends when all is undone. */
  #goOnEnding(ending: Ending): void {
    if (this.#held > 0) return;
    const isDue = ending.compensate && !ending.isPlanned;
    const patch = isDue ? undoPatch(this.#state, ending.by) : null;
    if (patch) {
      this.#events.push(patch);
      return;
    }
    if (this.#active > 0) return;
    const uncompensated = uncompensatedSteps(this.#state, (step) => this.stateOf(step));
    this.#events.push({
      type: 'run.ended',
      data: {
        as: ending.as,
        cancelled: [],
        ...(uncompensated.length > 0 ? { uncompensated } : {}),
      },
    });
  }

  /** What counts already is not looked at any more. */
  #dismissChecks(step: Step): string[] {
    return this.openChecksOf(step).map((check) => {
      this.#move(check, 'CANCELLED');
      return check.def.id;
    });
  }

  #settleOne(settled: Settled): void {
    const { step } = settled;
    this.#move(step, settled.as);
    if (settled.as === 'VERIFIED') this.#choices.set(step.def.id, settled.choice ?? '');
    const cancelled = isGroup(step) ? this.#dismissMembers(step) : this.#dismissChecks(step);
    const { ready, waiting } = this.#open(step);
    const waits = waiting.length > 0 ? { waiting } : {};
    if (settled.as === 'SKIPPED') {
      const { cause, by } = settled;
      this.#events.push({
        type: 'step.skipped',
        data: { step: step.def.id, by, cause, ready, ...waits },
      });
      return;
    }
    // In the order of the log's header, as every step has one.
    const data: EventData['step.verified'] = {
      attempt: step.attempt,
      by: settled.by,
      ...(cancelled.length > 0 ? { cancelled } : {}),
      check: settled.check,
      ...(settled.choice === undefined ? {} : { choice: settled.choice }),
      ready,
      ...(settled.spent === undefined ? {} : { spent: settled.spent }),
      step: step.def.id,
      ...waits,
    };
    this.#events.push({
      type: 'step.verified',
      data,
      ...(settled.refs ? { refs: settled.refs } : {}),
    });
    if (step.def.undoes !== undefined) this.#compensate(step);
  }

  #compensate(undo: Step): void {
    const original = this.#state.steps.get(undo.def.undoes ?? '');
    if (!original) return;
    this.#states.set(original.def.id, 'COMPENSATED');
    const data = { step: original.def.id, undo: undo.def.id };
    this.#events.push({ type: 'step.compensated', data });
  }

  /** What this one was the last need of. */
  #open(step: Step): { ready: string[]; waiting: Waiting[] } {
    const ready: string[] = [];
    const waiting: Waiting[] = [];
    for (const id of step.successors) {
      const next = this.#state.steps.get(id);
      if (!next) continue;
      const left = (this.#missing.get(id) ?? next.missing) - 1;
      this.#missing.set(id, left);
      if (this.stateOf(next) !== 'PENDING') continue;
      if (isGroup(next)) this.#joinIfDone(next);
      else if (left === 0) this.#openOne(next, ready, waiting);
    }
    return { ready, waiting };
  }

  #openOne(step: Step, ready: string[], waiting: Waiting[]): void {
    if (this.#passBy(step)) return;
    const { def } = step;
    const wait = firstWait(this.#state.id, step, this.#now);
    this.#move(step, wait ? 'WAITING' : 'READY');
    if (wait) waiting.push(wait);
    else ready.push(def.id);
  }

  /** A branch not taken is skipped and a checkpoint passed. Marked at once, so that it is not opened
   * again before its turn in the queue. */
  #passBy(step: Step): boolean {
    const { def } = step;
    if (def.when && this.#choiceOf(def.when.step) !== def.when.is) {
      this.#move(step, 'SKIPPED');
      this.#queue.push({ step, as: 'SKIPPED', cause: 'branch', by: '' });
      return true;
    }
    if (def.purpose !== 'checkpoint') return false;
    this.#move(step, 'VERIFIED');
    this.#queue.push({ step, as: 'VERIFIED', check: 'join', by: '' });
    return true;
  }

  #choiceOf(decision: string): string {
    return this.#choices.get(decision) ?? this.#state.steps.get(decision)?.choice ?? '';
  }

  #joinIfDone(group: Step): void {
    const { def } = group;
    const missing = this.#missing.get(def.id) ?? group.missing;
    const lost = this.#lost.get(def.id) ?? group.lost;
    const done = def.needs.length - missing;
    const isJoined =
      def.join === 'best' ? done > 0 && missing === lost : done >= membersNeeded(def);
    if (!isJoined) return;
    this.#move(group, 'VERIFIED');
    this.#queue.push({ step: group, as: 'VERIFIED', check: 'join', by: '' });
  }

  /** A member is lost: a group that cannot come true is lost as well. */
  #countOut(step: Step): void {
    for (const id of step.successors) {
      const group = this.#state.steps.get(id);
      if (!group || !isGroup(group)) continue;
      this.#lost.set(id, (this.#lost.get(id) ?? group.lost) + 1);
      if (this.stateOf(group) === 'PENDING') this.#failIfLost(group);
    }
  }

  #failIfLost(group: Step): void {
    const { def } = group;
    if (this.#ending) return;
    const left = def.needs.length - (this.#lost.get(def.id) ?? group.lost);
    const needed = def.join === 'best' ? 1 : membersNeeded(def);
    if (left >= needed) {
      this.#joinIfDone(group);
      return;
    }
    this.#events.push({ type: 'group.failed', data: { step: def.id } });
    this.#move(group, 'FAILED');
  }

  /** After an early join nobody goes on with the rest. */
  #dismissMembers(group: Step): string[] {
    if (group.def.join === undefined || group.def.join === 'all') return [];
    const dismissed: string[] = [];
    const visit = (step: Step): void => {
      for (const id of step.children) {
        const child = this.#state.steps.get(id);
        if (!child) continue;
        const was = this.stateOf(child);
        if (stepIsOpen(was)) {
          this.#states.set(id, 'CANCELLED');
          this.#active -= Number(stepIsActive(was));
          this.#held -= Number(stepIsHeld(was));
          dismissed.push(id);
        }
        visit(child);
      }
    };
    visit(group);
    return dismissed;
  }
}

/** Whether what it needs is there. */
export const hasItsNeeds = (state: RunState, def: GraphStep): boolean =>
  def.needs.every((id) => {
    const need = state.steps.get(id);
    return need !== undefined && stepIsSatisfied(need.state);
  });
