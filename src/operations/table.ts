// THE table. Every face is made from it.
import * as access from './access.ts';
import { adminKill } from './admin.ts';
import * as agents from './agents.ts';
import { exampleFile, examplePlans, examplePrompts, exampleZip } from './examples.ts';
import { executionChange, executionChanges } from './execution-change.ts';
import { executionControl, executionFund, executionWait } from './execution-control.ts';
import { executionFile, executionFiles, workFile } from './execution-files.ts';
import { executionForecast } from './execution-forecast.ts';
import { executionFork, executionPromote } from './execution-fork.ts';
import { executionPatch } from './execution-patch.ts';
import { executionReport } from './execution-report.ts';
import * as executions from './executions.ts';
import { inboxList } from './inbox.ts';
import { modelProfiles } from './model-profiles.ts';
import type { JsonOperation, Operation } from './operation.ts';
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
import * as plans from './plans.ts';
import { promptCheck } from './prompt-check.ts';
import { purseCreate, purseFund, purseGet, purseList } from './purses.ts';
import { planUsage, usageList } from './usage.ts';
import { webhookDeliveries, webhookRedeliver } from './webhook-deliveries.ts';
import * as webhooks from './webhooks.ts';
import * as work from './work.ts';
import { agentWork, workClaim } from './work-claim.ts';
import { workAsk, workMessage, workPropose, workReport } from './work-talk.ts';

export const operations: readonly Operation[] = [
  plans.planCreate,
  promptCheck,
  planImport,
  plans.planStatusOperation,
  plans.planWait,
  planList,
  plans.planGet,
  planRead,
  planTasks,
  planGates,
  plans.planFiles,
  plans.planFile,
  planFileInfo,
  planZip,
  planExport,
  planExportFile,
  planUsage,
  plans.planStream,
  planStop,
  planResume,
  planRetry,
  planFund,
  planInvalidate,
  planRecord,
  planRevise,
  planArchive,
  planUnarchive,
  planDelete,
  examplePlans,
  examplePrompts,
  exampleFile,
  exampleZip,
  executions.executionCreate,
  executions.executionList,
  executions.executionGet,
  executions.executionStatusOperation,
  executions.executionTasksOperation,
  executions.executionApprovals,
  executionForecast,
  executions.executionEvents,
  executionWait,
  executionControl,
  executionFund,
  purseCreate,
  purseList,
  purseGet,
  purseFund,
  executionPatch,
  executionChange,
  executionChanges,
  executionFork,
  executionPromote,
  executionFiles,
  executionFile,
  executionReport,
  executions.executionStream,
  agents.agentRegister,
  agents.agentList,
  agents.agentRemove,
  agentWork,
  workClaim,
  work.workHeartbeat,
  workReport,
  workFile,
  work.workComplete,
  work.workFail,
  workAsk,
  workPropose,
  workMessage,
  inboxList,
  usageList,
  modelProfiles,
  adminKill,
  access.keyCreate,
  access.keyList,
  access.keyRevoke,
  webhooks.webhookRegister,
  webhooks.webhookList,
  webhooks.webhookDelete,
  webhooks.webhookEnable,
  webhooks.webhookRotate,
  webhookDeliveries,
  webhookRedeliver,
];

export const jsonOperations: readonly JsonOperation[] = operations.filter(
  (operation) => operation.kind === 'json',
);

export function operationNamed(name: string): JsonOperation {
  const found = jsonOperations.find((operation) => operation.name === name);
  if (!found) throw new TypeError(`no operation ${name}`);
  return found;
}
