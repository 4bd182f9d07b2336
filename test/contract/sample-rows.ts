// One row of every table, each field with a value of its own, so that a mixed-up column shows.
import type { StoredEvent } from '../../src/engine/log-header.ts';
import { emptyHead, encodeEvent, type Head } from '../../src/engine/log-header.ts';
import type { DueRow, RowWrite, WriteSet } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';

export const sampleRows: { readonly [Table in keyof Rows]: Rows[Table] } = {
  runs: {
    id: 'exec_sample0000000001',
    tenant: 'tenant_a',
    kind: 'execution',
    plan: 'plan_sample0000000001',
    status: 'RUNNING',
    head_seq: 1,
    head_hash: 'ab'.repeat(32),
    created_by: 'person_sample01',
    created_at: 1_700_000_000_001,
    started_at: 1_700_000_000_002,
    ended_at: 1_700_000_000_003,
    changed_at: 1_700_000_000_004,
    steps_total: 5,
    steps_done: 6,
    held_at: 1_700_000_000_023,
    held_by: 'person_sample02',
    ending: 'CANCELLED',
    rev: 24,
    progress: 250_000,
    stored_bytes: 4_711,
  },
  steps: {
    run: 'exec_sample0000000001',
    step: 'task_1',
    tenant: 'tenant_a',
    position: 7,
    parent: 'task_0',
    performer: 'agent',
    purpose: 'work',
    action: 'write_text',
    tier: 2,
    state: 'READY',
    wait_for: 'time',
    wait_until: 1_700_000_000_008,
    attempt: 9,
    attempts_max: 10,
    holder: 'agent_sample01',
    spec: 'ct_spec',
    output: 'ct_output',
    error: 'ct_error',
    changed_at: 1_700_000_000_011,
    urgency: 3,
    turn_at: 1_700_000_000_026,
    failures: 27,
    slot: 'openai',
    wait_key: 'approval-1',
    choice: 'left',
    undoes: 'task_9',
    person_due: 31,
  },
  plans: {
    id: 'plan_sample0000000001',
    tenant: 'tenant_a',
    created_by: 'person_sample01',
    created_at: 12,
    run: 'gen_sample00000001',
    goal: 'Öffne ein Café in København ☕ "quoted" \\ back\nslash \u{1F600}',
    title: 'Café',
    erased_at: 0,
  },
  archives: { plan: 'plan_sample0000000001', tenant: 'tenant_a', by: 'person_sample03', at: 30 },
  artifacts: {
    owner: 'plan_sample0000000001',
    path: 'report.md',
    tenant: 'tenant_a',
    content: 'ct_file',
    content_type: 'text/markdown',
    size: 13,
    sha256: 'cd'.repeat(32),
    updated_at: 14,
  },
  telemetry: { run: 'exec_sample0000000001', step: 'task_1', at: 15, progress: 16, note: 'half' },
  agents: {
    id: 'agent_sample01',
    tenant: 'tenant_a',
    name: 'Ada',
    role: 'writer',
    capabilities: '[{"action":"write_text"}]',
    capacity: 5,
    created_at: 17,
    seen_at: 18,
  },
  tenants: { id: 'tenant_b', name: 'Bakery', created_by: 'person_sample01', created_at: 52 },
  audit: {
    id: 'audit_sample01',
    tenant: 'tenant_a',
    at: 53,
    actor: 'person_sample01',
    actor_kind: 'person',
    action: 'key.created',
    subject: 'key_sample01',
    details: '{"label":"laptop"}',
  },
  keys: {
    id: 'key_sample01',
    tenant: 'tenant_a',
    principal: 'person_sample01',
    kind: 'person',
    label: 'laptop',
    scopes: 'plans:read plans:write',
    secret_hash: 'ef'.repeat(32),
    created_by: 'person_sample02',
    created_at: 19,
    expires_at: Number.MAX_SAFE_INTEGER,
    revoked_at: 21,
  },
  slots: {
    place: 'exec_sample0000000001/task_1',
    name: 'provider:openai',
    tenant: 'tenant_a',
    run: 'exec_sample0000000001',
  },
  messages: {
    id: 'msg_sample01',
    tenant: 'tenant_a',
    run: 'exec_sample0000000001',
    step: 'task_1',
    sender: 'agent_sample01',
    recipient: 'agent_sample02',
    thread: 'thread_sample01',
    content: 'ct_message',
    sent_at: 28,
    delivered_at: 0,
  },
  processes: {
    id: 'worker_sample01',
    role: 'server',
    boot: '20207e34-0725-4289-b2e3-0fffe09d0dc8',
    namespace: 'pid:[4026531836] time:[4026531834]',
    pid: 32,
    started: '53311',
  },
  switches: { scope: 'tenant:tenant_a', by: 'person_sample01', at: 29, reason: 'too many' },
  webhooks: {
    id: 'hook_sample01',
    tenant: 'tenant_a',
    url: 'https://example.com/hook?x=1',
    types: 'run.ended step.verified',
    created_by: 'person_sample01',
    created_at: 30,
    disabled_at: 0,
    disabled_why: 'not yet',
    secret_version: 31,
  },
  deliveries: {
    id: 'delivery_sample01',
    tenant: 'tenant_a',
    webhook: 'hook_sample01',
    run: 'exec_sample0000000001',
    from_seq: 32,
    to_seq: 33,
    attempt: 34,
    at: 35,
    status: 503,
    error: 'timed out',
    took_ms: 36,
  },
  usage: {
    id: 'exec_sample0000000001.use01',
    tenant: 'tenant_a',
    key: 'person_sample01',
    plan: 'plan_sample0000000001',
    run: 'exec_sample0000000001',
    step: 'task_1',
    step_attempt: 37,
    stage: 'screen',
    model: 'main',
    model_name: 'large-1',
    provider: 'openai',
    attempt: 38,
    kind: 'feedback',
    tokens_in: 39,
    tokens_out: 40,
    tokens_reasoning: 41,
    tokens_cached: 42,
    cost_micros: 43,
    first_token_ms: 44,
    duration_ms: 45,
    finish: 'stop',
    error_class: 'schema',
    error_id: 'err_sample01',
    reuse_key: '12'.repeat(32),
    prompt_hash: '34'.repeat(32),
    reply_hash: '56'.repeat(32),
    reasoning_hash: '78'.repeat(32),
    prompt: 'ct_prompt',
    reply: 'ct_reply',
    reasoning: 'ct_reasoning',
    at: 1_700_000_000_046,
  },
  replies: {
    tenant: 'tenant_a',
    reuse_key: '9a'.repeat(32),
    owner: 'exec_sample0000000001',
    step: 'task_1',
    attempt: 47,
    content: 'ct_output',
    stage: 'screen',
    at: 48,
  },
  purses: {
    id: 'purse_sample00000001',
    tenant: 'tenant_a',
    label: 'Summer',
    limit_money: 1_000,
    limit_tokens: -1,
    limit_calls: 49,
    created_by: 'person_sample01',
    created_at: 50,
    funded_by: 'person_sample02',
    funded_at: 51,
  },
};

export const sampleDue: DueRow = {
  id: 'exec_sample0000000001/task_1',
  at: 1_700_000_000_022,
  kind: 'lease',
  tenant: 'tenant_a',
  run: 'exec_sample0000000001',
  step: 'task_1',
  attempt: 9,
};

/** Of a run whose steps may be handed out. */
export const openRun = (id: string, change: Partial<Rows['runs']> = {}): RowWrite =>
  put('runs', { id, held_at: 0, ending: '', ...change });

export const put = <Table extends keyof Rows>(
  table: Table,
  change: Partial<Rows[Table]> = {},
): RowWrite => ({ table, put: { ...sampleRows[table], ...change } }) as unknown as RowWrite;

export const move = (change: Partial<Rows['steps']>): RowWrite => ({
  table: 'steps',
  move: { ...sampleRows.steps, ...change },
});

/** The next event of a run that does nothing but grow. */
export function nextEvent(run: string, head: Head): StoredEvent {
  const data = { by: 'person_sample01', step: '', kind: 'tick', reported_at: head.seq };
  return encodeEvent(run, head, 1_700_000_000_000, { type: 'note.recorded', data });
}

/** A set that appends one event on the given head; `change` adds to it. */
export function append(run: string, head: Head = emptyHead, change: WriteSet = {}): WriteSet {
  const event = nextEvent(run, head);
  const row = put('runs', { id: run, head_seq: event.seq, head_hash: event.hash });
  return {
    run,
    expectedSeq: head.seq,
    events: [event],
    ...change,
    rows: [row, ...(change.rows ?? [])],
  };
}

export const headAfter = (set: WriteSet): Head => {
  const last = set.events?.at(-1);
  return last ? { seq: last.seq, hash: last.hash } : emptyHead;
};
