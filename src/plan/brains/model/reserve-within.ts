// Every call of a step stays within what was reserved for the step's attempt. What needs more ends the
// attempt: the next one reserves anew, where the budget has room, and goes on with what was paid.
import type { Amounts } from '../../../engine/event-types.ts';
import { StepFailure } from '../../../engine/step-failure.ts';
import { type Model, noTokens } from '../../../models/model.ts';
import type { Estimate } from '../../../models/question.ts';
import { hasRoom } from '../../call-costs.ts';
import type { StepLedger } from '../../step-ledger.ts';

/** A run with a budget; whether that has money in it. */
export interface Limited {
  readonly money: boolean;
}

/** Nobody knows what the others cost, which is more than a budget of money has. */
export const payable = (models: readonly Model[], limited: Limited | null): readonly Model[] =>
  limited?.money
    ? models.filter(({ costMicros }) => costMicros({ ...noTokens, input: 1, output: 1 }) !== null)
    : models;

const amountsOf = ({ inputTokens, outputTokens, costMicros }: Estimate): Amounts => ({
  money: Math.ceil(costMicros ?? 0),
  tokens: Math.ceil(inputTokens + outputTokens),
  calls: 1,
});

export function reserveWithin(
  limited: Limited | null,
  reserved: Amounts,
  ledger: Pick<StepLedger, 'used' | 'paidBefore'>,
): (estimate: Estimate) => Promise<void> {
  let asked = 0;
  return (estimate) => {
    asked += 1;
    // Those are given again; they come first, in the order in which they were paid.
    if (!limited || asked <= ledger.paidBefore) return Promise.resolve();
    const used = ledger.used();
    if (hasRoom(reserved, used, amountsOf(estimate))) return Promise.resolve();
    const message = `The next call to ${estimate.model} may need more than was reserved for this attempt.`;
    // What does not fit by itself never will.
    const failure = (used.calls ?? 0) === 0 ? 'budget' : 'transient';
    return Promise.reject(new StepFailure(failure, message, used));
  };
}
