// Made from the operations by scripts/build-operations.ts: npm run build:operations. Do not edit.
import type { Operation } from './operation.ts';
import { keyAudit, keyCreate, keyList, keyRevoke } from './access.ts';
import { adminKill } from './admin.ts';
import { agentList, agentRegister, agentRemove } from './agents.ts';
import { exampleFile, examplePlans, examplePrompts, exampleZip } from './examples.ts';
import { executionChange, executionChanges } from './execution-change.ts';
import { executionControl, executionFund, executionWait } from './execution-control.ts';
import { executionFile, executionFiles, workFile } from './execution-files.ts';
import { executionForecast } from './execution-forecast.ts';
import { executionFork, executionPromote } from './execution-fork.ts';
import { executionPatch } from './execution-patch.ts';
import { executionReport } from './execution-report.ts';
import { executionApprovals, executionCreate, executionEvents, executionGet, executionList, executionStatusOperation, executionStream, executionTasksOperation } from './executions.ts';
import { inboxList } from './inbox.ts';
import { modelProfiles } from './model-profiles.ts';
import { planArchive, planDelete, planUnarchive } from './plan-archive.ts';
import { planResume, planRetry, planStop } from './plan-control.ts';
import { planExport, planExportFile } from './plan-export.ts';
import { planFileInfo, planZip } from './plan-file-info.ts';
import { planFund } from './plan-fund.ts';
import { planImport } from './plan-import.ts';
import { planList } from './plan-list.ts';
import { planGates, planRead, planTasks } from './plan-read.ts';
import { planRecord } from './plan-record.ts';
import { planInvalidate, planRevise } from './plan-rerun.ts';
import { planCreate, planFile, planFiles, planGet, planStatusOperation, planStream, planWait } from './plans.ts';
import { promptCheck } from './prompt-check.ts';
import { purseCreate, purseFund, purseGet, purseList } from './purses.ts';
import { tenantCreate, tenantList } from './tenants.ts';
import { planUsage, planUsageCalls, usageList } from './usage.ts';
import { webhookDeliveries, webhookRedeliver } from './webhook-deliveries.ts';
import { webhookDelete, webhookEnable, webhookList, webhookRegister, webhookRotate } from './webhooks.ts';
import { agentWork, workClaim } from './work-claim.ts';
import { workAsk, workMessage, workPropose, workReport } from './work-talk.ts';
import { workComplete, workFail, workHeartbeat } from './work.ts';

export const operations: readonly Operation[] = [
  planArchive,
  planCreate,
  planDelete,
  planExport,
  planExportFile,
  planFile,
  planFileInfo,
  planFiles,
  planFund,
  planGates,
  planGet,
  planImport,
  planInvalidate,
  planList,
  planRead,
  planRecord,
  planResume,
  planRetry,
  planRevise,
  planStatusOperation,
  planStop,
  planStream,
  planTasks,
  planUnarchive,
  planUsage,
  planUsageCalls,
  planWait,
  planZip,
  promptCheck,
  exampleFile,
  examplePlans,
  examplePrompts,
  exampleZip,
  executionApprovals,
  executionChange,
  executionChanges,
  executionControl,
  executionCreate,
  executionEvents,
  executionFile,
  executionFiles,
  executionForecast,
  executionFork,
  executionFund,
  executionGet,
  executionList,
  executionPatch,
  executionPromote,
  executionReport,
  executionStatusOperation,
  executionStream,
  executionTasksOperation,
  executionWait,
  inboxList,
  agentList,
  agentRegister,
  agentRemove,
  agentWork,
  workAsk,
  workClaim,
  workComplete,
  workFail,
  workFile,
  workHeartbeat,
  workMessage,
  workPropose,
  workReport,
  purseCreate,
  purseFund,
  purseGet,
  purseList,
  usageList,
  adminKill,
  keyAudit,
  keyCreate,
  keyList,
  keyRevoke,
  modelProfiles,
  tenantCreate,
  tenantList,
  webhookDelete,
  webhookDeliveries,
  webhookEnable,
  webhookList,
  webhookRedeliver,
  webhookRegister,
  webhookRotate,
];
