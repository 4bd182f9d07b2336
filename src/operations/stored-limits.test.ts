// What agents may put into a run beside their work, through the calls that they have.
import { afterEach, describe, expect, it } from 'vitest';
import { restCall } from '../../test/security/faces.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { leaf } from '../../test/support/run-driver.ts';

const tenant = 'tenant_stored';
const run = 'exec_stored00001';

let app: TestApp;
afterEach(() => app.close());

interface Agent {
  readonly key: string;
  readonly token: string;
}

async function begin(env: Readonly<Record<string, string>>, steps = 1): Promise<Agent> {
  app = await openApp({ allowsLocal: false, env });
  await createRun(run, steps);
  return newAgent();
}

async function createRun(id: string, steps: number): Promise<void> {
  const made = Array.from({ length: steps }, (_, nth) => `task_${nth}`);
  await app.services.engine.createRun({
    ...{ run: id, kind: 'execution', plan: 'plan_stored0001', tenant, by: 'person_stored' },
    steps: made.map((step) => ({ def: leaf(step), spec: { title: step } })),
  });
}

async function registered(): Promise<string> {
  const { body } = await restCall(
    app,
    'agent_register',
    { name: 'Ada' },
    await app.makeKey({ tenant }),
  );
  return String((body as { key: string }).key);
}

async function newAgent(): Promise<Agent> {
  const key = await registered();
  const { body } = await restCall(app, 'work_claim', { wait_seconds: 0 }, key);
  return { key, token: (body as { lease: { token: string } }).lease.token };
}

async function codeOf(name: string, input: object, key: string): Promise<string | number> {
  const { status, body } = await restCall(app, name, input, key);
  return status < 300 ? status : (body as { code: string }).code;
}

const put = ({ key, token }: Agent, path: string, content = 'x') =>
  codeOf('work_file', { lease_token: token, path, content }, key);

const report = ({ key, token }: Agent, note = 'x') =>
  codeOf('work_report', { lease_token: token, note }, key);

const message = (key: string, step_id?: string) =>
  codeOf('work_message', { execution_id: run, text: 'x', ...(step_id ? { step_id } : {}) }, key);

const complete = ({ key, token }: Agent) =>
  codeOf('work_complete', { lease_token: token, output: { done: true } }, key);

describe('what an agent stores in a run', () => {
  it('[LM1] a step takes so many files, new versions included, and is completed all the same', async () => {
    const agent = await begin({ PLANWRIGHT_MAX_STEP_FILES: '3' }, 2);
    expect(await put(agent, 'a.md')).toBe(201);
    expect(await put(agent, 'a.md', 'y')).toBe(201);
    expect(await put(agent, 'b.md')).toBe(201);
    expect(await put(agent, 'a.md')).toBe('limit_exceeded');
    expect(await put(await newAgent(), 'c.md')).toBe(201);
    expect(await report(agent)).toBe(201);
    expect(await complete(agent)).toBe(200);
  });

  it('[LM1] files that come at once do not pass the limit together', async () => {
    const agent = await begin({ PLANWRIGHT_MAX_STEP_FILES: '5' });
    const paths = Array.from({ length: 20 }, (_, nth) => `file_${nth}.md`);
    const codes = await Promise.all(paths.map((path) => put(agent, path)));
    expect(codes.filter((code) => code === 201)).toHaveLength(5);
    expect(codes.filter((code) => code === 'limit_exceeded')).toHaveLength(15);
  });

  it('[LM2] a step takes so many reports and messages of its holder', async () => {
    const agent = await begin({ PLANWRIGHT_MAX_STEP_NOTES: '3' });
    expect(await report(agent)).toBe(201);
    expect(await message(agent.key, 'task_0')).toBe(201);
    expect(await report(agent)).toBe(201);
    expect(await report(agent)).toBe('limit_exceeded');
    expect(await message(agent.key, 'task_0')).toBe('limit_exceeded');
    expect(await put(agent, 'a.md')).toBe(201);
    expect(await complete(agent)).toBe(200);
  });

  it('[LM2] callers without a lease use up their own part, and not that of a step', async () => {
    const agent = await begin({ PLANWRIGHT_MAX_STEP_NOTES: '1' });
    const other = await registered();
    const note = { execution_id: run, agent_id: 'x', event_type: 'heartbeat', task_id: 'task_0' };
    for (let nth = 0; nth < 5; nth += 1) {
      expect(await message(other, 'task_0')).toBe(201);
      expect(await codeOf('execution_report', note, other)).toBe(201);
    }
    expect(await message(other)).toBe('limit_exceeded');
    expect(await codeOf('execution_report', note, other)).toBe('limit_exceeded');
    expect(await report(agent)).toBe(201);
  });

  it.each([
    ['PLANWRIGHT_MAX_STEP_BYTES', 201],
    ['PLANWRIGHT_MAX_RUN_BYTES', 'limit_exceeded'],
    ['PLANWRIGHT_MAX_TENANT_BYTES', 'limit_exceeded'],
  ])('[LM3] %s holds for files and notes; for another step it is %s', async (name, other) => {
    const agent = await begin({ [name]: '5000' }, 2);
    expect(await put(agent, 'a.md', 'x'.repeat(4_000))).toBe(201);
    expect(await put(agent, 'a.md', 'x'.repeat(900))).toBe('limit_exceeded');
    expect(await report(agent, 'x'.repeat(1_000))).toBe('limit_exceeded');
    expect(await put(await newAgent(), 'b.md', 'x'.repeat(900))).toBe(other);
    expect(await complete(agent)).toBe(200);
  });

  it('[LM3] what all runs of a tenant store is counted, of no other, until it is erased', async () => {
    const agent = await begin({ PLANWRIGHT_MAX_TENANT_BYTES: '5000' });
    await put(agent, 'a.md', 'x'.repeat(4_000));
    await createRun('exec_stored00002', 1);
    const second = await newAgent();
    expect(await put(second, 'a.md', 'x'.repeat(4_000))).toBe('limit_exceeded');
    const { reader, engine } = app.services;
    expect(await reader.storedBytes(tenant)).toBeGreaterThan(4_000);
    expect(await reader.storedBytes('tenant_other')).toBe(0);
    await engine.erase({ tenant, plan: 'plan_stored0001' });
    expect(await reader.storedBytes(tenant)).toBe(0);
  });
});
