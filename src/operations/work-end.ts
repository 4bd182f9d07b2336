// What a holder is told when its work has ended.
import type { StepAnswer } from '../engine/engine-api.ts';
import { type RunStatus, runIsOver, type StepStateName } from '../engine/state.ts';
import { taskStateOf } from '../events/public-event.ts';

export function endOf(answer: StepAnswer) {
  const isEnded = runIsOver(answer.runStatus as RunStatus);
  return {
    step_id: answer.step,
    task_state: taskStateOf(answer.stepState as StepStateName, answer.waitFor),
    execution_state: answer.runStatus as RunStatus,
    signal: answer.signal,
    next_action: isEnded
      ? `The execution is ${answer.runStatus}. Claim again for other work.`
      : `${standing(answer)}Call work_claim for the next task.`,
  };
}

/** Why it is not the end of it yet. */
function standing({ stepState, waitFor }: StepAnswer): string {
  if (stepState === 'DONE') return 'It counts once its checks have accepted it. ';
  const isAsked = stepState === 'WAITING' && waitFor === 'approval';
  return isAsked ? 'It waits until a person has approved exactly that. ' : '';
}
