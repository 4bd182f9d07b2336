// Done is a claim; verified is a fact. What a worker hands in on a step with checks is looked at by
// steps of their own, made anew for every attempt. All of them accept, or the attempt is rejected
// with what they found. A person may let it count though it falls short.
import { addAttemptEnd, nextAfter, spentBy } from './attempt-end.ts';
import { Cascade } from './cascade.ts';
import type { CommandOf } from './commands.ts';
import { type Decision, notNow, reject } from './decision.ts';
import type { CheckDef, ContentRef, EventDraft, GraphStep } from './event-types.ts';
import { livesByPulse } from './lease.ts';
import { isGroup, isUndo, type RunState, runIsOver, type Step } from './state.ts';

/** New for every attempt: what was found of an earlier one says nothing of this one. */
const checkId = (step: Step, { key }: CheckDef): string => `${step.def.id}_c${step.attempt}${key}`;

function checkStep(step: Step, check: CheckDef): GraphStep {
  const { performer, action, attempts_max, timeout_ms, cost } = check;
  return {
    id: checkId(step, check),
    parent: step.def.id,
    needs: [],
    ...{ performer, purpose: 'check', action, attempts_max, timeout_ms },
    tier: 1,
    // What waits to be believed holds up what comes after it.
    priority: 9,
    judges: step.def.id,
    ...(cost ? { cost } : {}),
  };
}

/** Its checks share the step's own contract, where each finds its part by its key. */
function checksPatch(state: RunState, step: Step, by: string): EventDraft {
  const added = (step.def.checks ?? []).map((check) => checkStep(step, check));
  const ready = added.map(({ id }) => id);
  const { spec } = step;
  const refs = spec ? Object.fromEntries(ready.map((id) => [id, spec])) : {};
  const { rev } = state;
  const data = { base_rev: rev, rev: rev + 1, by, cause: 'check', added, ready } as const;
  return { type: 'graph.patched', data, refs };
}

/** Claimed: it counts once its checks have accepted it. */
export function addDone(
  cascade: Cascade,
  state: RunState,
  step: Step,
  command: CommandOf<'complete'>,
): void {
  const { attempt, holder: by, output, files } = command;
  const data = { step: step.def.id, attempt, by, ...spentBy(step, command.usage) };
  cascade.add({ type: 'step.done', data, refs: { output, ...files } }, step, 'DONE');
  if (!state.ending) cascade.add(checksPatch(state, step, by));
  // Nothing is checked any more: what it did is undone with the rest.
  else addAttemptEnd(cascade, step, { as: 'revoked', class: 'cancelled', to: 'CANCELLED' });
}

/** Whether somebody would judge what it did itself; workers in this program are told apart by step. */
export function isOwnWork(state: RunState, check: Step, holder: string): boolean {
  const author = state.steps.get(check.def.judges ?? '')?.lastHolder;
  return author === holder && !livesByPulse(holder);
}

/** After a check is settled: the last one that accepts makes the step count, any other ends it. */
export function judge(
  cascade: Cascade,
  state: RunState,
  check: Step,
  command: CommandOf<'complete'>,
  now: number,
): void {
  const step = state.steps.get(check.def.judges ?? '');
  if (step?.state !== 'DONE') return;
  if (command.choice === 'reject') {
    const refs = { error: command.output };
    const next = nextAfter(state, step, 'logic', now);
    addAttemptEnd(cascade, step, { as: 'rejected', class: 'logic', ...next, refs });
    return;
  }
  // One that failed is not open any more, and has not accepted either.
  const isAccepted = (step.def.checks ?? []).every((one) => {
    const other = state.steps.get(checkId(step, one));
    return other !== undefined && cascade.stateOf(other) === 'VERIFIED';
  });
  if (!isAccepted) return;
  const by = step.lastHolder;
  cascade.settle({ step, as: 'VERIFIED', check: 'checks', by, refs: claimOf(step) });
}

const claimOf = (step: Step): Readonly<Record<string, ContentRef>> =>
  step.claim ? { output: step.claim } : {};

/** Why it cannot count as it is; null if a person may say that it does. */
function whyNotAccept(state: RunState, step: Step | undefined, by: string): string | null {
  if (!step || isGroup(step) || isUndo(step) || !step.claim) {
    return 'Nothing was handed in for it that could count.';
  }
  if (runIsOver(state.status)) return `The run is ${state.status}.`;
  if (state.ending) return 'The run is ending; only undo is done.';
  if (step.state !== 'DONE' && step.state !== 'READY' && step.state !== 'WAITING') {
    return `It is ${step.state}.`;
  }
  return step.lastHolder === by ? 'Nobody accepts what it did itself.' : null;
}

export function decideAccept(state: RunState, command: CommandOf<'accept'>, now: number): Decision {
  const step = state.steps.get(command.step);
  if (!step) return reject('INVALID_ARGUMENTS', `There is no step ${command.step}.`);
  const why = whyNotAccept(state, step, command.by);
  if (why !== null) return notNow(`${command.step} cannot be accepted: ${why}`);
  const cascade = new Cascade(state, now);
  const refs = { ...claimOf(step), reason: command.reason };
  cascade.settle({ step, as: 'VERIFIED', check: 'person', by: command.by, refs });
  return { events: cascade.finish() };
}
