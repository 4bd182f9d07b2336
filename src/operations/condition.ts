// What an execution's rows say about whether it moves: its condition, and for every step that is
// stuck why, who can help and how. Pure: rows in, words out.
import { isFamilyKey, purseOfKey } from '../engine/purse.ts';
import { type RunStatus, runIsOver } from '../engine/state.ts';
import type { Rows } from '../store/tables.ts';

type StepRow = Rows['steps'];

/** Can somebody who is there now take this step? */
export type CanTake = (step: StepRow) => boolean;

/** Texts that stand in contents rather than in rows; null where there is none. */
export interface StepTexts {
  readonly error: string | null;
  readonly question: string | null;
}

export interface Blocker {
  readonly waits_for: string;
  readonly reason: string;
  readonly who_can_unblock: string;
  readonly how: string;
}

export type Condition = 'PROGRESSING' | 'BLOCKED' | 'PAUSED';

export const isHeld = (step: StepRow): boolean => step.state === 'LEASED' || step.state === 'DONE';

export const isCheck = (step: Pick<StepRow, 'purpose'>): boolean => step.purpose === 'check';

export const waitsForApproval = (step: StepRow): boolean =>
  step.state === 'WAITING' && step.wait_for === 'approval';

/** Ready for a person and nobody has taken it: to a reader that is a blocker. */
export const waitsForPerson = (step: StepRow): boolean =>
  step.state === 'READY' && step.performer === 'human';

/** An undo out of retries waits the same way, with its error rather than a question. */
export const isQuestion = (step: StepRow): boolean =>
  step.state === 'WAITING' && step.wait_for === 'answer' && step.undoes === '';

const waitsForTime = (step: StepRow): boolean =>
  step.state === 'WAITING' && step.wait_for === 'time';

export function conditionOf(
  run: Pick<Rows['runs'], 'status' | 'held_at'>,
  steps: readonly StepRow[],
  canTake: CanTake,
): Condition | null {
  if (runIsOver(run.status as RunStatus)) return null;
  if (run.held_at > 0) return 'PAUSED';
  const moves = steps.some(
    // What was handed in does not move by itself: its checks are steps of their own, and do.
    (step) =>
      step.state === 'LEASED' || waitsForTime(step) || (step.state === 'READY' && canTake(step)),
  );
  return moves ? 'PROGRESSING' : 'BLOCKED';
}

/** Ready, and nobody there to take it: to a reader that is a blocker too. */
const isUntaken = (step: StepRow, canTake: CanTake): boolean =>
  step.state === 'READY' && !canTake(step);

export const isBlocked = (step: StepRow, canTake: CanTake): boolean =>
  step.purpose !== 'group' &&
  (step.state === 'FAILED' ||
    isUntaken(step, canTake) ||
    (step.state === 'WAITING' && !waitsForTime(step)));

/** The key after it begins with a letter, so that attempt 1 is not taken for 10. */
const isOfAttempt = (check: string, prefix: string): boolean =>
  check.startsWith(prefix) && !/^\d/.test(check.slice(prefix.length));

/** What was handed in and whose check failed; the ids of a check begin with its claim's attempt. */
export function unjudged(steps: readonly StepRow[]): { claims: Set<string>; checks: Set<string> } {
  const done = new Map(
    steps.filter((step) => step.state === 'DONE').map((step) => [step.step, step]),
  );
  const failed = steps.filter((step) => {
    const claim = isCheck(step) && step.state === 'FAILED' ? done.get(step.parent) : undefined;
    return claim !== undefined && isOfAttempt(step.step, `${claim.step}_c${claim.attempt}`);
  });
  return {
    claims: new Set(failed.map((step) => step.parent)),
    checks: new Set(failed.map((step) => step.step)),
  };
}

/** All that is stuck; a failed check of an attempt that is over holds up nothing. */
export function stuckSteps(steps: readonly StepRow[], canTake: CanTake): StepRow[] {
  const { claims, checks } = unjudged(steps);
  return steps.filter((step) => {
    if (step.state === 'DONE') return claims.has(step.step);
    // A change that was refused, or came too late, holds up nothing.
    if (step.purpose === 'approval' && step.state === 'FAILED') return false;
    if (isCheck(step) && step.state === 'FAILED') return checks.has(step.step);
    return isBlocked(step, canTake);
  });
}

const person = 'a person';

/** Nobody checks what it did itself. */
function readyCheckBlocker(step: StepRow): Omit<Blocker, 'waits_for'> {
  const isHuman = step.performer === 'human';
  const who = isHuman ? 'a person who did not do the work' : 'an agent that did not do the work';
  return {
    reason: isHuman
      ? `What was handed in for ${step.parent} waits to be checked by ${who}.`
      : `No agent that can ${step.action} is connected to check what was handed in for ${step.parent}.`,
    who_can_unblock: who,
    how: 'Take it with work_claim, and end it with work_complete and the choice accept or reject.',
  };
}

const failedCheckBlocker = (step: StepRow, { error }: StepTexts): Omit<Blocker, 'waits_for'> => ({
  reason: `The check could not be done after ${tries(step.attempt)}${error ? `: ${error}` : '.'}`,
  who_can_unblock: 'the owner of the plan',
  how: 'execution_control retry_step tries the check again.',
});

const claimBlocker = (step: StepRow): Omit<Blocker, 'waits_for'> => ({
  reason: 'It was handed in, but not verified: a check of it could not be done.',
  who_can_unblock: 'a person who did not do the work',
  how: `execution_control retry_step for the check, or accept_with_shortfall for ${step.step}, with a reason.`,
});

const refusedBlocker = ({ error }: StepTexts): Omit<Blocker, 'waits_for'> => ({
  reason: `It was not approved${error ? `: ${error}` : '.'}`,
  who_can_unblock: 'the owner of the plan',
  how: 'execution_control retry_step asks again, skip_step goes on without it; execution_patch changes it.',
});

function readyBlocker(step: StepRow): Omit<Blocker, 'waits_for'> {
  if (isCheck(step)) return readyCheckBlocker(step);
  if (step.performer === 'human') {
    return {
      reason: 'Only a person may do this. To try it out: planwright agent --person plays one.',
      who_can_unblock: person,
      how: 'Take it with execution_control take_over (planwright take), or with work_claim and the key of a person.',
    };
  }
  return {
    reason: `No agent that can ${step.action} is connected. Start one (planwright agent), or take it with work_claim.`,
    who_can_unblock: 'an agent',
    how: `Register an agent that can ${step.action}; it takes the step with work_claim.`,
  };
}

const tries = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);

const failedBlocker = (step: StepRow, { error }: StepTexts): Omit<Blocker, 'waits_for'> => ({
  reason: `Failed after ${tries(step.attempt)}${error ? `: ${error}` : '.'}`,
  who_can_unblock: 'the owner of the plan',
  how: 'execution_control retry_step tries it again, skip_step goes on without it.',
});

const named = (what: string, key: string): string => (key === '' ? what : `${what} ${key}`);

const budgetReason = (key: string): string =>
  key === 'price'
    ? 'What it costs in money is not known, and the budget has a limit of money.'
    : `It waits for the budget${key === '' ? '' : ` of ${key}`}: the next paid step would go over it.`;

const familyBlocker = (purse: string): Omit<Blocker, 'waits_for'> => ({
  reason: `It waits for the purse ${purse}, which it shares with others: there is too little in it.`,
  who_can_unblock: 'a person with the scope approve',
  how: `purse_fund gives it another budget; or go on without the step: execution_control skip_step.`,
});

function waitingBlocker(step: StepRow, texts: StepTexts): Omit<Blocker, 'waits_for'> {
  const { wait_for: reason, wait_key: key, action } = step;
  switch (reason) {
    case 'answer':
      return {
        reason: texts.question ?? 'Whoever worked on it asked a question.',
        who_can_unblock: person,
        how: 'execution_control answer, with step_id and answer.',
      };
    case 'capability':
      return {
        reason: `No agent that can ${action} was there for long.`,
        who_can_unblock: `an agent that can ${action}`,
        how: `Register an agent that can ${action}; it takes the step with work_claim.`,
      };
    case 'event':
      return {
        reason: `It waits for ${named('the event', key)}.`,
        who_can_unblock: 'whoever knows that it happened',
        how: `execution_control signal${key === '' ? '' : `, with key ${key}`}.`,
      };
    case 'approval':
      return {
        reason: 'A person has to approve exactly what is to be done: see approvals.',
        who_can_unblock: 'a person with the scope approve, who did not prepare it',
        how: 'execution_control approve or reject, with step_id and the digest shown in approvals (planwright approve).',
      };
    case 'budget':
      if (isFamilyKey(key)) return familyBlocker(purseOfKey(key));
      return {
        reason: budgetReason(key),
        who_can_unblock: 'the owner of the plan',
        how: 'Raise the budget, or go on without the step: execution_control skip_step.',
      };
    case 'gate':
      return {
        reason: `It waits for ${named('the gate', key)} to pass.`,
        who_can_unblock: 'the owner of the plan',
        how: 'Put right what the gate found, or go on without the step: skip_step.',
      };
    case 'outsider':
      return {
        reason: `It waits for ${named('somebody outside', key)}.`,
        who_can_unblock: 'somebody outside',
        how: 'Remind them; execution_control retry_step or skip_step moves it on.',
      };
    default:
      return { reason: `It waits for ${reason}.`, who_can_unblock: person, how: 'Look into it.' };
  }
}

/** An undo out of retries waits for a person, who alone can say that nothing is left to undo. */
const undoBlocker = (step: StepRow, { error }: StepTexts): Omit<Blocker, 'waits_for'> => ({
  reason: `The undo of ${step.undoes} did not work out${error ? `: ${error}` : '.'}`,
  who_can_unblock: person,
  how: 'execution_control retry_step tries it again, skip_step leaves the effects as they are.',
});

export function blockerOf(step: StepRow, texts: StepTexts): Blocker {
  const isWaiting = step.state === 'WAITING';
  const waits_for = isWaiting ? step.wait_for : '';
  if (isWaiting && step.undoes !== '' && texts.question === null)
    return { waits_for, ...undoBlocker(step, texts) };
  if (isWaiting) return { waits_for, ...waitingBlocker(step, texts) };
  if (step.state === 'READY') return { waits_for, ...readyBlocker(step) };
  if (step.state === 'DONE') return { waits_for: 'check', ...claimBlocker(step) };
  if (isCheck(step)) return { waits_for, ...failedCheckBlocker(step, texts) };
  // Without an attempt nothing else can have failed it.
  if (step.attempt === 0) return { waits_for, ...refusedBlocker(texts) };
  return { waits_for, ...failedBlocker(step, texts) };
}
