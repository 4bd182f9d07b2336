// The shapes on the wire, taken from the contract as types: nothing of it is loaded at run time.
import type { z } from 'zod';
import type { signal } from '../src/contract/common.ts';
import type {
  executionCreateInput,
  executionEventsOutput,
  executionStatusOutput,
  executionTasksOutput,
} from '../src/contract/executions.ts';
import type { healthOutput } from '../src/contract/health.ts';
import type { planCreateInput, planCreateOutput, planStatusOutput } from '../src/contract/plans.ts';
import type {
  agentRegisterInput,
  agentRegisterOutput,
  failureKinds,
  workClaimInput,
  workClaimOutput,
  workCompleteInput,
  workCompleteOutput,
  workFailInput,
  workFailOutput,
  workHeartbeatInput,
  workHeartbeatOutput,
} from '../src/contract/work.ts';

export type { ExecutionTask, PublicEvent, TaskState } from '../src/contract/executions.ts';
export type { WorkStep } from '../src/contract/work.ts';

export type Signal = z.infer<typeof signal>;
export type FailureKind = (typeof failureKinds)[number];
export type RetryClass = 'never' | 'after_change' | 'later';

export type Health = z.infer<typeof healthOutput>;
export type PlanCreateInput = z.input<typeof planCreateInput>;
export type PlanCreated = z.infer<typeof planCreateOutput>;
export type PlanStatus = z.infer<typeof planStatusOutput>;
export type ExecutionCreateInput = z.input<typeof executionCreateInput>;
export type ExecutionStatus = z.infer<typeof executionStatusOutput>;
export type ExecutionTasks = z.infer<typeof executionTasksOutput>;
export type ExecutionEvents = z.infer<typeof executionEventsOutput>;

export type AgentRegisterInput = z.input<typeof agentRegisterInput>;
export type AgentRegistered = z.infer<typeof agentRegisterOutput>;
/** What the server fills in may be left out. */
export type WorkClaimInput = Partial<z.output<typeof workClaimInput>>;
export type WorkClaimed = z.infer<typeof workClaimOutput>;
export type WorkHeartbeatInput = z.input<typeof workHeartbeatInput>;
export type WorkHeartbeat = z.infer<typeof workHeartbeatOutput>;
export type WorkCompleteInput = z.input<typeof workCompleteInput>;
export type WorkCompleted = z.infer<typeof workCompleteOutput>;
export type WorkFailInput = z.input<typeof workFailInput>;
export type WorkFailed = z.infer<typeof workFailOutput>;

/** Progress between two events of the log; the stream may drop some of it. */
export interface StepTelemetry {
  readonly step_id: string;
  readonly progress: number;
  readonly note: string;
  readonly at: string;
}
