// How the demo ended, for people and for programs.
import type { Board } from './board.ts';
import type { Victim } from './cast.ts';

export interface DemoSummary {
  readonly schema_version: 1;
  readonly ok: boolean;
  readonly state: string;
  readonly plan_id: string;
  readonly execution_id: string;
  readonly tasks_done: number;
  readonly tasks_total: number;
  readonly retries: number;
  readonly failures: number;
  /** Given by the scripted person. */
  readonly approvals: number;
  readonly done_by: Readonly<Record<string, number>>;
  /** Whether the task of the killed agent was finished by another. */
  readonly killed_agent_recovered: boolean;
  readonly elapsed_ms: number;
  readonly url: string;
  /** What kept it from ending; empty after a success. */
  readonly blocked: readonly string[];
}

export interface SummaryFacts {
  readonly board: Board;
  readonly victim: Victim;
  readonly planId: string;
  readonly executionId: string;
  readonly link: string;
  readonly elapsedMs: number;
  readonly blocked: readonly string[];
  readonly approvals: number;
}

export function summarize(facts: SummaryFacts): DemoSummary {
  const { board, victim } = facts;
  const { done, total } = board.tallyOf();
  const rescued = board.tasks.get(victim.heldStep ?? '');
  const state = board.runState;
  return {
    schema_version: 1,
    ok: state === 'COMPLETED',
    state,
    plan_id: facts.planId,
    execution_id: facts.executionId,
    tasks_done: done,
    tasks_total: total,
    retries: board.retries,
    failures: board.failures,
    approvals: facts.approvals,
    done_by: Object.fromEntries(board.doneBy),
    killed_agent_recovered: rescued?.state === 'COMPLETE' && rescued.holder !== victim.name,
    elapsed_ms: Math.round(facts.elapsedMs),
    url: facts.link,
    blocked: facts.blocked,
  };
}

export function summaryLines(summary: DemoSummary): string[] {
  const doers = Object.entries(summary.done_by).map(([name, count]) => `${name} ${count}`);
  const rescue = summary.killed_agent_recovered
    ? 'Bo was killed in mid-task; another agent finished it'
    : 'no task of a killed agent had to be finished';
  const seconds = (summary.elapsed_ms / 1000).toFixed(1);
  return [
    '',
    `${summary.ok ? 'COMPLETED' : `NOT COMPLETED (${summary.state})`} in ${seconds} s`,
    `  tasks    ${summary.tasks_done} of ${summary.tasks_total} done (${doers.join(', ') || 'nobody'})`,
    `  retries  ${summary.retries}, after ${summary.failures} reported failure(s)`,
    `  asked    ${summary.approvals} approval(s), each for exactly what was then done`,
    `  crash    ${rescue}`,
    `  look     ${summary.url}`,
    ...summary.blocked.map((line) => `  blocked  ${line}`),
  ];
}
