// Small tasks and events for the tests beside this file.
import type { ExecutionTask, PublicEvent } from '../../../src/contract/executions.ts';

const at = '2026-02-11T09:00:00.000Z';

export function sampleTask(id: string, over: Partial<ExecutionTask> = {}): ExecutionTask {
  return {
    step_id: id,
    parent: null,
    title: `Title of ${id}`,
    description: '',
    purpose: 'work',
    performer: 'agent',
    action: 'do_task',
    risk_tier: 'T1',
    state: 'QUEUED',
    engine_state: 'PENDING',
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
    changed_at: at,
    ...over,
  };
}

export function sampleEvent(
  seq: number,
  type: string,
  over: Partial<PublicEvent> = {},
): PublicEvent {
  return {
    run_id: 'exec_00000001',
    seq,
    at,
    type,
    step_id: null,
    actor: null,
    actor_name: null,
    attempt: null,
    run_state: null,
    held: null,
    changes: [],
    text: null,
    ...over,
  };
}

export const leased = (seq: number, id: string, name: string, attempt = 1): PublicEvent =>
  sampleEvent(seq, 'step.leased', {
    step_id: id,
    actor: `agent_${name.toLowerCase()}`,
    actor_name: name,
    attempt,
    changes: [{ step_id: id, state: 'RUNNING' }],
  });

export const verified = (seq: number, id: string, text: string, attempt = 1): PublicEvent =>
  sampleEvent(seq, 'step.verified', {
    step_id: id,
    attempt,
    text,
    changes: [{ step_id: id, state: 'COMPLETE' }],
  });

export const ended = (seq: number, id: string, text: string, attempt = 1): PublicEvent =>
  sampleEvent(seq, 'attempt.ended', {
    step_id: id,
    attempt,
    text,
    changes: [{ step_id: id, state: 'QUEUED' }],
  });
