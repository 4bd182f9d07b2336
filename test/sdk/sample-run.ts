// A small execution as the API shows it: one phase, one task with two subtasks, one task alone.
import type { ExecutionTask, PublicEvent } from '../../src/contract/executions.ts';

export function sampleTask(id: string, overrides: Partial<ExecutionTask> = {}): ExecutionTask {
  return {
    step_id: id,
    parent: null,
    title: `Title of ${id}`,
    description: '',
    purpose: 'work',
    performer: 'agent',
    action: 'search_web',
    risk_tier: 'T1',
    state: 'QUEUED',
    engine_state: 'READY',
    attempt: 0,
    attempts_max: 3,
    holder: null,
    holder_name: null,
    progress: 0,
    note: '',
    result: null,
    error: null,
    waits_for: null,
    waits_until: null,
    undoes: null,
    planned_start: null,
    planned_finish: null,
    changed_at: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

export const sampleTasks: readonly ExecutionTask[] = [
  sampleTask('phase_1', { purpose: 'group' }),
  sampleTask('task_1_1', { purpose: 'group', parent: 'phase_1' }),
  sampleTask('task_1_1_a', { parent: 'task_1_1' }),
  sampleTask('task_1_1_b', { parent: 'task_1_1' }),
  sampleTask('task_1_2', { parent: 'phase_1', performer: 'human' }),
];

export function sampleEvent(overrides: Partial<PublicEvent> = {}): PublicEvent {
  return {
    run_id: 'exec_00000001',
    seq: 1,
    at: '2026-01-01T00:00:00.000Z',
    type: 'step.leased',
    step_id: null,
    actor: null,
    actor_name: null,
    attempt: null,
    run_state: null,
    held: null,
    changes: [],
    text: null,
    ...overrides,
  };
}

export const taken = (id: string, by: string, attempt = 1): PublicEvent =>
  sampleEvent({
    step_id: id,
    actor_name: by,
    attempt,
    changes: [{ step_id: id, state: 'RUNNING' }],
  });

export const finished = (id: string): PublicEvent =>
  sampleEvent({ step_id: id, text: '{}', changes: [{ step_id: id, state: 'COMPLETE' }] });

export const returned = (id: string, error: string | null): PublicEvent =>
  sampleEvent({ step_id: id, text: error, changes: [{ step_id: id, state: 'QUEUED' }] });
