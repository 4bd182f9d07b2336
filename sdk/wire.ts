// The shapes on the wire: taken from the operations and the contract, as types.
import type { z } from 'zod';
import type { signal } from '../src/contract/common.ts';
import type { healthOutput } from '../src/contract/health.ts';
import type { Operations } from '../src/contract/operations.generated.ts';
import type { failureKinds } from '../src/contract/work.ts';

export type { Approval, InboxItem } from '../src/contract/approvals.ts';
export type { ExecutionTask, PublicEvent, TaskState } from '../src/contract/executions.ts';
export type { WorkStep } from '../src/contract/work.ts';
export type { DeliveredMessage } from '../src/contract/work-talk.ts';

export type OperationName = keyof Operations;
/** What an operation takes: Input<'plan_create'>. */
export type Input<Name extends OperationName> = Operations[Name]['input'];
/** What an operation answers: Output<'plan_status'>. */
export type Output<Name extends OperationName> = Operations[Name]['output'];

export type Signal = z.infer<typeof signal>;
export type FailureKind = (typeof failureKinds)[number];
export type RetryClass = 'never' | 'after_change' | 'later';
export type Health = z.infer<typeof healthOutput>;

/** Progress between two events of the log; the stream may drop some of it. */
export interface StepTelemetry {
  readonly step_id: string;
  readonly progress: number;
  readonly note: string;
  readonly at: string;
}
