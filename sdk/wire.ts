// The shapes on the wire, taken from the contract as types: nothing of it is loaded at run time.
import type { z } from 'zod';
import type { executionApprovalsOutput, inboxListOutput } from '../src/contract/approvals.ts';
import type { signal } from '../src/contract/common.ts';
import type {
  executionChangeInput,
  executionChangeOutput,
  executionChangesOutput,
} from '../src/contract/execution-change.ts';
import type {
  executionControlInput,
  executionControlOutput,
} from '../src/contract/execution-control.ts';
import type { executionPatchInput, executionPatchOutput } from '../src/contract/execution-patch.ts';
import type {
  executionCreateInput,
  executionEventsOutput,
  executionStatusOutput,
  executionTasksOutput,
} from '../src/contract/executions.ts';
import type { executionFilesOutput, workFileInput, workFileOutput } from '../src/contract/files.ts';
import type { healthOutput } from '../src/contract/health.ts';
import type { planImportOutput } from '../src/contract/plan-import.ts';
import type {
  examplePlansOutput,
  examplePromptsOutput,
  planArchiveOutput,
  planDeleteOutput,
  planFileInfoOutput,
  planReadInput,
  planReadOutput,
} from '../src/contract/plan-read.ts';
import type {
  planCreateInput,
  planCreateOutput,
  planResumeOutput,
  planRetryOutput,
  planStatusOutput,
  planStopOutput,
} from '../src/contract/plans.ts';
import type { purseCreateInput, purseOutput } from '../src/contract/purses.ts';
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

import type {
  workAskInput,
  workAskOutput,
  workMessageInput,
  workMessageOutput,
  workProposeInput,
  workProposeOutput,
  workReportInput,
  workReportOutput,
} from '../src/contract/work-talk.ts';

export type { Approval, InboxItem } from '../src/contract/approvals.ts';
export type { ExecutionTask, PublicEvent, TaskState } from '../src/contract/executions.ts';
export type { WorkStep } from '../src/contract/work.ts';
export type { DeliveredMessage } from '../src/contract/work-talk.ts';

export type Signal = z.infer<typeof signal>;
export type FailureKind = (typeof failureKinds)[number];
export type RetryClass = 'never' | 'after_change' | 'later';

export type Health = z.infer<typeof healthOutput>;
export type PlanCreateInput = z.input<typeof planCreateInput>;
export type PlanCreated = z.infer<typeof planCreateOutput>;
export type PlanImported = z.infer<typeof planImportOutput>;
export type PlanStatus = z.infer<typeof planStatusOutput>;
export type PlanStopped = z.infer<typeof planStopOutput>;
export type PlanResumed = z.infer<typeof planResumeOutput>;
export type PlanReadInput = z.input<typeof planReadInput>;
export type PlanRead = z.infer<typeof planReadOutput>;
export type PlanFileInfo = z.infer<typeof planFileInfoOutput>;
export type PlanArchived = z.infer<typeof planArchiveOutput>;
export type PlanDeleted = z.infer<typeof planDeleteOutput>;
export type ExamplePlans = z.infer<typeof examplePlansOutput>;
export type ExamplePrompts = z.infer<typeof examplePromptsOutput>;
export type PlanRetried = z.infer<typeof planRetryOutput>;
export type ExecutionCreateInput = z.input<typeof executionCreateInput>;
export type ExecutionStatus = z.infer<typeof executionStatusOutput>;
export type ExecutionTasks = z.infer<typeof executionTasksOutput>;
export type ExecutionEvents = z.infer<typeof executionEventsOutput>;

/** Which execution it is stands in the call. */
export type ExecutionControl = Omit<z.input<typeof executionControlInput>, 'execution_id'>;
export type PurseCreateInput = z.input<typeof purseCreateInput>;
export type PurseBudget = PurseCreateInput['budget'];
export type Purse = z.output<typeof purseOutput>;
export type ExecutionControlled = z.infer<typeof executionControlOutput>;
export type ExecutionApprovals = z.infer<typeof executionApprovalsOutput>;
export type Inbox = z.infer<typeof inboxListOutput>;
export type ExecutionPatch = Omit<z.input<typeof executionPatchInput>, 'execution_id'>;
export type ExecutionChangeWish = Omit<z.input<typeof executionChangeInput>, 'execution_id'>;
export type ExecutionChangeAsked = z.infer<typeof executionChangeOutput>;
export type ExecutionChanges = z.infer<typeof executionChangesOutput>;
export type ExecutionPatched = z.infer<typeof executionPatchOutput>;
export type ExecutionFiles = z.infer<typeof executionFilesOutput>;

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
export type WorkReportInput = z.input<typeof workReportInput>;
export type WorkReported = z.infer<typeof workReportOutput>;
export type WorkAskInput = z.input<typeof workAskInput>;
export type WorkAsked = z.infer<typeof workAskOutput>;
export type WorkProposeInput = z.input<typeof workProposeInput>;
export type WorkProposed = z.infer<typeof workProposeOutput>;
export type WorkFileInput = z.input<typeof workFileInput>;
export type WorkFile = z.infer<typeof workFileOutput>;
export type WorkMessageInput = z.input<typeof workMessageInput>;
export type WorkMessaged = z.infer<typeof workMessageOutput>;

/** Progress between two events of the log; the stream may drop some of it. */
export interface StepTelemetry {
  readonly step_id: string;
  readonly progress: number;
  readonly note: string;
  readonly at: string;
}
