// Made from the operations by scripts/build-operations.ts: npm run build:operations. Do not edit.
import type { Io } from './operation-io.ts';
import type { adminKillInput, adminKillOutput, keyAuditOutput, keyCreateInput, keyCreateOutput, keyListOutput, keyPageInput, keyRef, keyRevokeOutput, tenantCreateInput, tenantCreateOutput, tenantListOutput } from './access.ts';
import type { executionApprovalsOutput, inboxListInput, inboxListOutput } from './approvals.ts';
import type { executionChangeInput, executionChangeOutput, executionChangesOutput } from './execution-change.ts';
import type { executionControlInput, executionControlOutput, executionFundInput, executionWaitInput } from './execution-control.ts';
import type { executionForkInput, executionForkOutput, executionPromoteInput, executionPromoteOutput } from './execution-fork.ts';
import type { executionPatchInput } from './execution-patch.ts';
import type { executionCreateInput, executionEventsInput, executionEventsOutput, executionListInput, executionListOutput, executionRef, executionReportInput, executionReportOutput, executionStatusOutput, executionTasksOutput } from './executions.ts';
import type { executionFileInput, executionFilesOutput, workFileInput, workFileOutput } from './files.ts';
import type { executionForecastInput, executionForecastOutput } from './forecast.ts';
import type { modelProfilesInput, modelProfilesOutput } from './model-profiles.ts';
import type { planExportFileInput, planExportInput, planExportOutput } from './plan-export.ts';
import type { planImportInput, planImportOutput } from './plan-import.ts';
import type { exampleFileInput, examplePlansOutput, examplePromptsOutput, exampleZipInput, planArchiveOutput, planDeleteOutput, planFileInfoInput, planFileInfoOutput, planPageInput, planReadInput, planReadOutput } from './plan-read.ts';
import type { planSchema } from './plan.ts';
import type { planCreateInput, planCreateOutput, planFileInput, planFilesOutput, planFundInput, planFundOutput, planInvalidateInput, planListInput, planListOutput, planRecordOutput, planRef, planRerunOutput, planResumeOutput, planRetryOutput, planReviseInput, planStatusOutput, planStopOutput, planWaitInput } from './plans.ts';
import type { promptCheckInput, promptCheckOutput } from './prompt-check.ts';
import type { purseCreateInput, purseFundInput, purseListInput, purseListOutput, purseOutput, purseRef } from './purses.ts';
import type { planUsageCallsInput, planUsageCallsOutput, planUsageOutput, usageListInput, usageListOutput } from './usage.ts';
import type { webhook, webhookDeleteOutput, webhookDeliveriesInput, webhookDeliveriesOutput, webhookListOutput, webhookRedeliverInput, webhookRedeliverOutput, webhookRef, webhookRegisterInput, webhookRegisterOutput, webhookRotateInput, webhookRotateOutput } from './webhooks.ts';
import type { workAskInput, workAskOutput, workMessageInput, workMessageOutput, workProposeInput, workReportInput, workReportOutput } from './work-talk.ts';
import type { agentListInput, agentListOutput, agentRef, agentRegisterInput, agentRegisterOutput, agentRemoveOutput, agentWorkInput, workClaimInput, workClaimOutput, workCompleteInput, workCompleteOutput, workFailInput, workFailOutput, workHeartbeatInput, workHeartbeatOutput } from './work.ts';

/** Operations that answer with JSON. */
export interface Operations {
  readonly plan_archive: Io<typeof planRef, typeof planArchiveOutput>;
  readonly plan_create: Io<typeof planCreateInput, typeof planCreateOutput>;
  readonly plan_delete: Io<typeof planRef, typeof planDeleteOutput>;
  readonly plan_export: Io<typeof planExportInput, typeof planExportOutput>;
  readonly plan_file_info: Io<typeof planFileInfoInput, typeof planFileInfoOutput>;
  readonly plan_files: Io<typeof planRef, typeof planFilesOutput>;
  readonly plan_fund: Io<typeof planFundInput, typeof planFundOutput>;
  readonly plan_gates: Io<typeof planPageInput, typeof planReadOutput>;
  readonly plan_get: Io<typeof planRef, typeof planSchema>;
  readonly plan_import: Io<typeof planImportInput, typeof planImportOutput>;
  readonly plan_invalidate: Io<typeof planInvalidateInput, typeof planRerunOutput>;
  readonly plan_list: Io<typeof planListInput, typeof planListOutput>;
  readonly plan_read: Io<typeof planReadInput, typeof planReadOutput>;
  readonly plan_record: Io<typeof planRef, typeof planRecordOutput>;
  readonly plan_resume: Io<typeof planRef, typeof planResumeOutput>;
  readonly plan_retry: Io<typeof planRef, typeof planRetryOutput>;
  readonly plan_revise: Io<typeof planReviseInput, typeof planRerunOutput>;
  readonly plan_status: Io<typeof planRef, typeof planStatusOutput>;
  readonly plan_stop: Io<typeof planRef, typeof planStopOutput>;
  readonly plan_tasks: Io<typeof planPageInput, typeof planReadOutput>;
  readonly plan_unarchive: Io<typeof planRef, typeof planArchiveOutput>;
  readonly plan_usage: Io<typeof planRef, typeof planUsageOutput>;
  readonly plan_usage_calls: Io<typeof planUsageCallsInput, typeof planUsageCallsOutput>;
  readonly plan_wait: Io<typeof planWaitInput, typeof planStatusOutput>;
  readonly prompt_check: Io<typeof promptCheckInput, typeof promptCheckOutput>;
  readonly example_plans: { readonly input: Record<string, never>; readonly output: Io<typeof examplePlansOutput, typeof examplePlansOutput>['output'] };
  readonly example_prompts: { readonly input: Record<string, never>; readonly output: Io<typeof examplePromptsOutput, typeof examplePromptsOutput>['output'] };
  readonly execution_approvals: Io<typeof executionRef, typeof executionApprovalsOutput>;
  readonly execution_change: Io<typeof executionChangeInput, typeof executionChangeOutput>;
  readonly execution_changes: Io<typeof executionRef, typeof executionChangesOutput>;
  readonly execution_control: Io<typeof executionControlInput, typeof executionControlOutput>;
  readonly execution_create: Io<typeof executionCreateInput, typeof executionStatusOutput>;
  readonly execution_events: Io<typeof executionEventsInput, typeof executionEventsOutput>;
  readonly execution_files: Io<typeof executionRef, typeof executionFilesOutput>;
  readonly execution_forecast: Io<typeof executionForecastInput, typeof executionForecastOutput>;
  readonly execution_fork: Io<typeof executionForkInput, typeof executionForkOutput>;
  readonly execution_fund: Io<typeof executionFundInput, typeof executionControlOutput>;
  readonly execution_get: Io<typeof executionRef, typeof executionStatusOutput>;
  readonly execution_list: Io<typeof executionListInput, typeof executionListOutput>;
  readonly execution_patch: Io<typeof executionPatchInput, typeof executionPromoteOutput>;
  readonly execution_promote: Io<typeof executionPromoteInput, typeof executionPromoteOutput>;
  readonly execution_report: Io<typeof executionReportInput, typeof executionReportOutput>;
  readonly execution_status: Io<typeof executionRef, typeof executionStatusOutput>;
  readonly execution_tasks: Io<typeof executionRef, typeof executionTasksOutput>;
  readonly execution_wait: Io<typeof executionWaitInput, typeof executionStatusOutput>;
  readonly inbox_list: Io<typeof inboxListInput, typeof inboxListOutput>;
  readonly agent_list: Io<typeof agentListInput, typeof agentListOutput>;
  readonly agent_register: Io<typeof agentRegisterInput, typeof agentRegisterOutput>;
  readonly agent_remove: Io<typeof agentRef, typeof agentRemoveOutput>;
  readonly agent_work: Io<typeof agentWorkInput, typeof workClaimOutput>;
  readonly work_ask: Io<typeof workAskInput, typeof workAskOutput>;
  readonly work_claim: Io<typeof workClaimInput, typeof workClaimOutput>;
  readonly work_complete: Io<typeof workCompleteInput, typeof workCompleteOutput>;
  readonly work_fail: Io<typeof workFailInput, typeof workFailOutput>;
  readonly work_file: Io<typeof workFileInput, typeof workFileOutput>;
  readonly work_heartbeat: Io<typeof workHeartbeatInput, typeof workHeartbeatOutput>;
  readonly work_message: Io<typeof workMessageInput, typeof workMessageOutput>;
  readonly work_propose: Io<typeof workProposeInput, typeof workAskOutput>;
  readonly work_report: Io<typeof workReportInput, typeof workReportOutput>;
  readonly purse_create: Io<typeof purseCreateInput, typeof purseOutput>;
  readonly purse_fund: Io<typeof purseFundInput, typeof purseOutput>;
  readonly purse_get: Io<typeof purseRef, typeof purseOutput>;
  readonly purse_list: Io<typeof purseListInput, typeof purseListOutput>;
  readonly usage_list: Io<typeof usageListInput, typeof usageListOutput>;
  readonly admin_kill: Io<typeof adminKillInput, typeof adminKillOutput>;
  readonly key_audit: Io<typeof keyPageInput, typeof keyAuditOutput>;
  readonly key_create: Io<typeof keyCreateInput, typeof keyCreateOutput>;
  readonly key_list: Io<typeof keyPageInput, typeof keyListOutput>;
  readonly key_revoke: Io<typeof keyRef, typeof keyRevokeOutput>;
  readonly model_profiles: Io<typeof modelProfilesInput, typeof modelProfilesOutput>;
  readonly tenant_create: Io<typeof tenantCreateInput, typeof tenantCreateOutput>;
  readonly tenant_list: { readonly input: Record<string, never>; readonly output: Io<typeof tenantListOutput, typeof tenantListOutput>['output'] };
  readonly webhook_delete: Io<typeof webhookRef, typeof webhookDeleteOutput>;
  readonly webhook_deliveries: Io<typeof webhookDeliveriesInput, typeof webhookDeliveriesOutput>;
  readonly webhook_enable: Io<typeof webhookRef, typeof webhook>;
  readonly webhook_list: { readonly input: Record<string, never>; readonly output: Io<typeof webhookListOutput, typeof webhookListOutput>['output'] };
  readonly webhook_redeliver: Io<typeof webhookRedeliverInput, typeof webhookRedeliverOutput>;
  readonly webhook_register: Io<typeof webhookRegisterInput, typeof webhookRegisterOutput>;
  readonly webhook_rotate: Io<typeof webhookRotateInput, typeof webhookRotateOutput>;
}

/** Operations that answer with a file or a stream of events. */
export interface Downloads {
  readonly plan_export_file: Io<typeof planExportFileInput>;
  readonly plan_file: Io<typeof planFileInput>;
  readonly plan_stream: { readonly input: { "plan_id": string; "after"?: number | undefined; }; readonly output: unknown };
  readonly plan_zip: Io<typeof planRef>;
  readonly example_file: Io<typeof exampleFileInput>;
  readonly example_zip: Io<typeof exampleZipInput>;
  readonly execution_file: Io<typeof executionFileInput>;
  readonly execution_stream: { readonly input: { "execution_id": string; "after"?: number | undefined; }; readonly output: unknown };
}

export const endpoints = {
  plan_archive: 'POST /api/plans/{plan_id}/archive',
  plan_create: 'POST /api/plans/generate',
  plan_delete: 'DELETE /api/plans/{plan_id}',
  plan_export: 'GET /api/plans/{plan_id}/export-info',
  plan_export_file: 'GET /api/plans/{plan_id}/export',
  plan_file: 'GET /api/plans/{plan_id}/files/{path}',
  plan_file_info: 'GET /api/plans/{plan_id}/file-info',
  plan_files: 'GET /api/plans/{plan_id}/files',
  plan_fund: 'POST /api/plans/{plan_id}/budget',
  plan_gates: 'GET /api/plans/{plan_id}/gates',
  plan_get: 'GET /api/plans/{plan_id}',
  plan_import: 'POST /api/plans/import',
  plan_invalidate: 'POST /api/plans/{plan_id}/invalidate',
  plan_list: 'GET /api/plans',
  plan_read: 'GET /api/plans/{plan_id}/read',
  plan_record: 'GET /api/plans/{plan_id}/recording',
  plan_resume: 'POST /api/plans/{plan_id}/resume',
  plan_retry: 'POST /api/plans/{plan_id}/retry',
  plan_revise: 'POST /api/plans/{plan_id}/revise',
  plan_status: 'GET /api/plans/{plan_id}/status',
  plan_stop: 'POST /api/plans/{plan_id}/stop',
  plan_stream: 'GET /api/plans/{plan_id}/stream',
  plan_tasks: 'GET /api/plans/{plan_id}/tasks',
  plan_unarchive: 'POST /api/plans/{plan_id}/unarchive',
  plan_usage: 'GET /api/plans/{plan_id}/usage',
  plan_usage_calls: 'GET /api/plans/{plan_id}/usage/calls',
  plan_wait: 'GET /api/plans/{plan_id}/wait',
  plan_zip: 'GET /api/plans/{plan_id}/zip',
  prompt_check: 'POST /api/plans/check',
  example_file: 'GET /api/examples/{name}/files/{path}',
  example_plans: 'GET /api/examples/plans',
  example_prompts: 'GET /api/examples/prompts',
  example_zip: 'GET /api/examples/{name}/zip',
  execution_approvals: 'GET /api/executions/{execution_id}/approvals',
  execution_change: 'POST /api/executions/{execution_id}/changes',
  execution_changes: 'GET /api/executions/{execution_id}/changes',
  execution_control: 'PATCH /api/executions/{execution_id}',
  execution_create: 'POST /api/executions',
  execution_events: 'GET /api/executions/{execution_id}/events',
  execution_file: 'GET /api/executions/{execution_id}/files/{path}',
  execution_files: 'GET /api/executions/{execution_id}/files',
  execution_forecast: 'GET /api/executions/{execution_id}/forecast',
  execution_fork: 'POST /api/executions/{execution_id}/forks',
  execution_fund: 'POST /api/executions/{execution_id}/budget',
  execution_get: 'GET /api/executions/{execution_id}',
  execution_list: 'GET /api/executions',
  execution_patch: 'POST /api/executions/{execution_id}/patches',
  execution_promote: 'POST /api/executions/{execution_id}/promote',
  execution_report: 'POST /api/executions/{execution_id}/events',
  execution_status: 'GET /api/executions/{execution_id}/status',
  execution_stream: 'GET /api/executions/{execution_id}/stream',
  execution_tasks: 'GET /api/executions/{execution_id}/tasks',
  execution_wait: 'GET /api/executions/{execution_id}/wait',
  inbox_list: 'GET /api/inbox',
  agent_list: 'GET /api/agents',
  agent_register: 'POST /api/agents/register',
  agent_remove: 'DELETE /api/agents/{agent_id}',
  agent_work: 'GET /api/agents/{agent_id}/work',
  work_ask: 'POST /api/work/ask',
  work_claim: 'POST /api/work/claim',
  work_complete: 'POST /api/work/complete',
  work_fail: 'POST /api/work/fail',
  work_file: 'POST /api/work/file',
  work_heartbeat: 'POST /api/work/heartbeat',
  work_message: 'POST /api/work/message',
  work_propose: 'POST /api/work/propose',
  work_report: 'POST /api/work/report',
  purse_create: 'POST /api/purses',
  purse_fund: 'POST /api/purses/{purse_id}/budget',
  purse_get: 'GET /api/purses/{purse_id}',
  purse_list: 'GET /api/purses',
  usage_list: 'GET /api/usage',
  admin_kill: 'POST /api/admin/kill',
  key_audit: 'GET /api/keys/audit',
  key_create: 'POST /api/keys',
  key_list: 'GET /api/keys',
  key_revoke: 'DELETE /api/keys/{key_id}',
  model_profiles: 'GET /api/models',
  tenant_create: 'POST /api/tenants',
  tenant_list: 'GET /api/tenants',
  webhook_delete: 'DELETE /api/webhooks/{webhook_id}',
  webhook_deliveries: 'GET /api/webhooks/{webhook_id}/deliveries',
  webhook_enable: 'POST /api/webhooks/{webhook_id}/enable',
  webhook_list: 'GET /api/webhooks',
  webhook_redeliver: 'POST /api/webhooks/{webhook_id}/redeliver',
  webhook_register: 'POST /api/webhooks/register',
  webhook_rotate: 'POST /api/webhooks/{webhook_id}/rotate',
} as const satisfies Readonly<Record<keyof Operations | keyof Downloads, string>>;

/** Operations that may take up to 50 seconds to answer. */
export const waiting: ReadonlySet<string> = new Set(['plan_wait', 'execution_forecast', 'execution_wait', 'agent_work', 'work_claim']);
