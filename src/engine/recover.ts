// What is done when the attempts of a step are used up: the next rung of its own ladder, written down
// with the reason. Each rung is taken once, so the ladder is bounded; at its end a person is asked.
import { Cascade } from './cascade.ts';
import type { CommandOf } from './commands.ts';
import { decidePatch } from './decide-graph.ts';
import { decideCancel } from './decide-run.ts';
import { type Decision, notNow } from './decision.ts';
import type { EventDraft, GraphStep, RecoveryDef, Strategy } from './event-types.ts';
import { livesByPulse } from './lease.ts';
import { isRecovering, type RunState, type Step } from './state.ts';

/** So long others come first. */
const barMs = 10 * 60_000;

/** A step that was changed begins its ladder anew; what came of the old one is still there. */
const rungName = ({ revision, recoveries }: Step): string =>
  revision === 1 ? `${recoveries + 1}` : `${revision}r${recoveries + 1}`;

/** What an alternate says of itself; the rest is as of the step. */
const ownOf = ({ tier, approval, reversibility, undo }: RecoveryDef): Partial<GraphStep> => ({
  ...(tier === undefined ? {} : { tier }),
  ...(approval ? { approval } : {}),
  ...(reversibility ? { reversibility } : {}),
  ...(undo ? { undo } : {}),
});

/** Takes the place of its like: the same contract, done in another way. */
function alternateOf(step: Step, rung: RecoveryDef): GraphStep {
  // What it waited for at first has come.
  const { recovery = [], wait: _wait, ...def } = step.def;
  const rest = recovery.slice(step.recoveries + 1);
  return {
    ...def,
    id: `${def.id}_ar${rungName(step)}`,
    replaces: def.id,
    performer: rung.performer ?? def.performer,
    action: rung.action ?? def.action,
    ...ownOf(rung),
    ...(rest.length > 0 ? { recovery: rest } : {}),
  };
}

/** Somebody who changes the graph so that the step is not needed as it is. */
function rescuerOf(step: Step, rung: RecoveryDef): GraphStep {
  const { def } = step;
  return {
    id: `${def.id}_h${rungName(step)}`,
    parent: def.id,
    needs: [],
    performer: rung.performer ?? 'model',
    purpose: 'work',
    action: rung.action ?? rung.strategy,
    attempts_max: 2,
    timeout_ms: def.timeout_ms,
    tier: 1,
    rescues: def.id,
  };
}

const chosen = (step: Step, strategy: Strategy, more: object = {}): EventDraft => {
  const { def, recoveries, failures } = step;
  const data = { step: def.id, strategy, rung: recoveries + 1, failures, ...more };
  return { type: 'recovery.chosen', data };
};

/** Workers in this program are all alike, so none of them is barred. */
function passOn(step: Step, now: number): Decision {
  const { lastHolder } = step;
  const bar = { barred: lastHolder, barred_until: now + barMs };
  return { events: [chosen(step, 'other_worker', livesByPulse(lastHolder) ? {} : bar)] };
}

function replace(state: RunState, step: Step, rung: RecoveryDef, now: number): Decision {
  const alternate = alternateOf(step, rung);
  const specs = step.spec ? { [alternate.id]: step.spec } : {};
  const patch = {
    type: 'patch',
    by: 'engine',
    cause: 'alternate',
    added: [alternate],
    specs,
  } as const;
  const decision = decidePatch(state, patch, now);
  return decision.events ? { events: [chosen(step, 'alternate'), ...decision.events] } : decision;
}

function callRescuer(state: RunState, step: Step, rung: RecoveryDef): Decision {
  const rescuer = rescuerOf(step, rung);
  const { rev } = state;
  const data = {
    ...{ base_rev: rev, rev: rev + 1, by: 'engine', cause: 'rescue' as const },
    ...{ added: [rescuer], ready: [rescuer.id] },
  };
  const refs = step.spec ? { refs: { [rescuer.id]: step.spec } } : {};
  return { events: [chosen(step, rung.strategy), { type: 'graph.patched', data, ...refs }] };
}

/** Nothing goes on, and what was done is undone. */
function abort(state: RunState, step: Step, now: number): Decision {
  const cancel = { type: 'cancel', by: 'engine', compensate: true, drainMs: 0 } as const;
  const decision = decideCancel(state, cancel, now);
  return decision.events ? { events: [chosen(step, 'abort'), ...decision.events] } : decision;
}

/** The end of the ladder: it has failed, and what hangs on it with it. */
function askPerson(state: RunState, step: Step, now: number): Decision {
  const cascade = new Cascade(state, now);
  cascade.add(chosen(step, 'person'), step, 'FAILED');
  return { events: cascade.finish() };
}

function take(state: RunState, step: Step, rung: RecoveryDef, now: number): Decision {
  switch (rung.strategy) {
    case 'other_worker':
      return passOn(step, now);
    case 'alternate':
      return replace(state, step, rung, now);
    case 'decompose':
    case 'replan':
      return callRescuer(state, step, rung);
    case 'abort':
      return abort(state, step, now);
    case 'person':
      return askPerson(state, step, now);
  }
}

/** Where a rung cannot be taken (a limit of the graph), a person is asked. */
export function decideRecover(
  state: RunState,
  command: CommandOf<'recover'>,
  now: number,
): Decision {
  const step = state.steps.get(command.step);
  if (!step || !isRecovering(step) || state.ending) {
    return notNow(`${command.step} does not have to be recovered.`);
  }
  const rung = step.def.recovery?.[step.recoveries];
  if (!rung) return askPerson(state, step, now);
  const decision = take(state, step, rung, now);
  return decision.events ? decision : askPerson(state, step, now);
}
