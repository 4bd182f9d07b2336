// Where the reader is: the plan and execution that the navigation offers, and what waits there.

export const here = $state({
  planId: '',
  executionId: '',
  waiting: 0,
  /** What waits for a person over all executions. */
  inbox: 0,
});

/** Another plan or execution replaces both; the same one keeps its partner. */
export function visit(planId: string, executionId: string): void {
  if (here.executionId !== executionId) here.waiting = 0;
  here.planId = planId;
  here.executionId = executionId;
}
