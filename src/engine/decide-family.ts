// Commands about the purse that a run shares with others. Its row is not part of the run: whoever looked at
// it says that it is short, has something again, or is nearly used up.
import { parkUnapproved } from './approvals.ts';
import { parkedFor } from './budget.ts';
import type { CommandOf } from './commands.ts';
import { type Decision, notNow } from './decision.ts';
import type { EventDraft } from './event-types.ts';
import { asksOf, familyKey, isFamilyKey } from './purse.ts';
import { type RunState, runIsOver, type Step } from './state.ts';

/** Before what a warning is of. */
export const familyWarning = 'family_';

export function decideParkForFamily({ purse }: RunState, step: Step): Decision {
  const { id } = step.def;
  if (purse.family === undefined) return notNow(`${id} has no purse but its own.`);
  if (asksOf(step) === '') return notNow(`${id} costs nothing.`);
  return parkedFor(step, familyKey(purse.family));
}

export const waitsForFamily = ({ state, wait }: Step): boolean =>
  state === 'WAITING' && wait?.for === 'budget' && isFamilyKey(wait.key);

/** The purse of the family has something again. */
export function decidePay(state: RunState, { step: id }: CommandOf<'pay'>, now: number): Decision {
  const step = state.steps.get(id);
  if (!step || !waitsForFamily(step) || runIsOver(state.status)) {
    return notNow(`${id} does not wait for the purse of its family.`);
  }
  const woken: EventDraft = { type: 'step.woken', data: { step: id } };
  return { events: [woken, ...parkUnapproved(state, step, now)] };
}

/** Of the purse of the family; said in the run that used it last. */
export function decideWarn({ purse }: RunState, { of }: CommandOf<'warn'>): Decision {
  if (purse.family === undefined) return notNow('The run has no purse but its own.');
  return { events: [{ type: 'budget.warned', data: { of: `${familyWarning}${of}` } }] };
}
