// What a judged run must have cost, counted attempt by attempt from the prices that its worker names,
// and not from the amounts that the log tells.
import type { RunEvent } from '../../src/engine/event-types.ts';
import { checkCost, cost, usage } from './judgement-run.ts';

interface Sum {
  readonly money: number;
  readonly calls: number;
}

const nothing: Sum = { money: 0, calls: 0 };
const isCheck = (step: string): boolean => /^task_\d+_c\d+/.test(step);
const isUndo = (step: string): boolean => step.startsWith('undo_');

/** Somebody finished it and said what it used; a check says nothing. */
const finished = (step: string): Sum => (isCheck(step) ? checkCost : usage);

/** Nobody knows what it used: all that was reserved. For undo nothing is. */
const lost = (step: string): Sum => {
  if (isUndo(step)) return nothing;
  return isCheck(step) ? checkCost : cost;
};

export function expectedSpending(events: readonly RunEvent[]): Sum & { readonly tokens: 0 } {
  const held = new Set<string>();
  const sum = { money: 0, calls: 0, tokens: 0 as const };
  const pay = (step: string, { money, calls }: Sum): void => {
    if (!held.delete(step)) return;
    sum.money += money;
    sum.calls += calls;
  };
  for (const event of events) {
    if (event.type === 'step.leased') held.add(event.data.step);
    const isHandedIn = event.type === 'step.done' || event.type === 'step.verified';
    if (isHandedIn) pay(event.data.step, finished(event.data.step));
    if (event.type === 'attempt.ended') pay(event.data.step, lost(event.data.step));
    // Taken away with what it belongs to, or with the run.
    const { cancelled = [] } = event.data as { cancelled?: readonly string[] };
    for (const step of cancelled) pay(step, lost(step));
  }
  return sum;
}
