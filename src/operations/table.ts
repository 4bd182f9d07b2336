// THE table. Every face is made from it.
import * as access from './access.ts';
import { executionReport } from './execution-report.ts';
import * as executions from './executions.ts';
import type { JsonOperation, Operation } from './operation.ts';
import * as plans from './plans.ts';
import * as work from './work.ts';

export const operations: readonly Operation[] = [
  plans.planCreate,
  plans.planStatusOperation,
  plans.planWait,
  plans.planList,
  plans.planGet,
  plans.planFiles,
  plans.planFile,
  plans.planStream,
  executions.executionCreate,
  executions.executionList,
  executions.executionGet,
  executions.executionStatusOperation,
  executions.executionTasksOperation,
  executions.executionEvents,
  executionReport,
  executions.executionStream,
  work.agentRegister,
  work.agentList,
  work.workClaim,
  work.workHeartbeat,
  work.workComplete,
  work.workFail,
  access.keyCreate,
  access.keyList,
  access.keyRevoke,
];

export const jsonOperations: readonly JsonOperation[] = operations.filter(
  (operation) => operation.kind === 'json',
);

export function operationNamed(name: string): JsonOperation {
  const found = jsonOperations.find((operation) => operation.name === name);
  if (!found) throw new TypeError(`no operation ${name}`);
  return found;
}
